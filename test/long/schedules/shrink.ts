import { type Bench, type Choose, chooseAs, drawChoices, type Program, type Run, rarely } from './run.ts';

/** How many schedules of a shorter program are tried before it counts as right. */
const tries = 12;

/** Leaves out acts and then switches, one at a time, as long as the rest fails too. */
export async function shrink(
  bench: Bench,
  program: Program,
  run: Run,
): Promise<{ program: Program; run: Run }> {
  let shortest = { program, run };
  const fails = async (candidate: Program, choose: Choose): Promise<boolean> => {
    const next = await bench.run(candidate, choose);
    if (!next.isLinearizable) shortest = { program: candidate, run: next };
    return !next.isLinearizable;
  };
  const failsSomehow = async (candidate: Program): Promise<boolean> => {
    if (await fails(candidate, chooseAs(shortest.run.switches))) return true;
    for (let seed = 0; seed < tries; seed++) if (await fails(candidate, drawChoices(seed))) return true;
    return false;
  };
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const candidate of shorter(shortest.program))
      if (await failsSomehow(candidate)) {
        isShorter = true;
        break;
      }
  }
  await shrinkSwitches(bench, shortest);
  return shortest;
}

/** Looks for a schedule of the same program with fewer switches. @param shortest is changed */
async function shrinkSwitches(bench: Bench, shortest: { program: Program; run: Run }): Promise<void> {
  const failsWithFewer = async (choose: Choose): Promise<void> => {
    const run = await bench.run(shortest.program, choose);
    if (!run.isLinearizable && run.switches.length < shortest.run.switches.length) shortest.run = run;
  };
  for (let seed = 0; seed < tries; seed++) await failsWithFewer(drawChoices(seed, rarely));
  for (let size = shortest.run.switches.length; size > 0; size = Math.floor(size / 2))
    for (let at = shortest.run.switches.length - size; at >= 0; at -= size)
      // A run without some of its switches may have made others: they are shown.
      await failsWithFewer(chooseAs(shortest.run.switches.toSpliced(at, size)));
}

/** The programs with one thing less. */
function* shorter(program: Program): Generator<Program> {
  const { clients, hasRule } = program;
  const without = (at: number, acts: Program['clients'][number]['acts']): Program => ({
    ...program,
    clients: clients.map((client, n) => (n === at ? { ...client, acts } : client)),
  });
  for (const [at, { acts }] of clients.entries()) if (acts.length > 1) yield without(at, []);
  for (const [at, { acts }] of clients.entries())
    for (const act of acts)
      yield without(
        at,
        acts.filter((each) => each !== act),
      );
  if (hasRule) yield { ...program, hasRule: false };
}
