import { drawRun, openBench, type Program, type Run } from './run.ts';
import { shrink } from './shrink.ts';

/** What a series of schedules showed. */
export interface Explored {
  schedules: number;
  /** The choices: acts that began, statements that were sent together. */
  choices: number;
  operations: number;
  /** How often each reply came: a balance and the like are `done`. */
  replies: Record<string, number>;
  failure?: Failure;
}

export interface Failure {
  seed: number;
  /** The shortest program and schedule that were found to fail too. */
  program: Program;
  run: Run;
}

/**
 * Runs the schedules of seeds, several ledgers side by side, up to the first failure, which it shrinks.
 * @param ledgers the URLs of ledgers that nobody else uses
 */
export async function explore(
  ledgers: readonly string[],
  firstSeed: number,
  count: number,
): Promise<Explored> {
  const explored: Explored = { schedules: 0, choices: 0, operations: 0, replies: {} };
  const seeds = Array.from({ length: count }, (_, n) => firstSeed + n).values();
  const benches = await Promise.all(ledgers.map(openBench));
  await Promise.all(
    benches.map(async (bench) => {
      for (const seed of seeds) {
        if (explored.failure) return;
        const { program, choose } = drawRun(seed);
        const run = await bench.run(program, choose);
        note(explored, run);
        if (run.isLinearizable) continue;
        explored.failure ??= { seed, program, run };
        explored.failure = { seed, ...(await shrink(bench, program, run)) };
      }
    }),
  );
  for (const bench of benches) await bench.close();
  return explored;
}

function note(explored: Explored, { steps, operations }: Run): void {
  explored.schedules += 1;
  explored.choices += steps.length;
  explored.operations += operations.length;
  for (const { reply } of operations) {
    const name = typeof reply === 'string' ? reply : 'done';
    explored.replies[name] = (explored.replies[name] ?? 0) + 1;
  }
}

/** A failure for a person: what each client does, what happened in which order, and what came of it. */
export function shown({ seed, program, run }: Failure): string {
  const clients = program.clients
    .filter(({ acts }) => acts.length > 0)
    .map(({ replica, acts }) => `a client of replica ${replica}: ${acts.map(({ name }) => name).join(', ')}`);
  const replies = run.operations.map(({ name, reply }) => `${name}: ${JSON.stringify(reply) ?? 'done'}`);
  const cut = (line: string, length: number) =>
    line.length > length ? `${line.slice(0, length - 1)}…` : line;
  return [
    `SCHEDULE_SEED=${seed} SCHEDULES=1, shrunk to ${run.switches.length} switches between ${program.replicas} replicas${program.hasRule ? ' with a fault rule' : ''}:`,
    ...clients,
    'in this order, of statements that were sent together the first:',
    ...run.steps.map((step) => cut(step, 150)),
    'replies:',
    ...replies.map((reply) => cut(reply, 1_000)),
  ].join('\n  ');
}
