import type { DrawnSlip } from './draw.ts';

/** How one run of tests over the project with some slips ended. */
export interface Outcome {
  /** Files of tests that failed. */
  failed: string[];
  /** Null if the run ended by itself with what `failed` says; else what ended it. */
  broken: string | null;
}

/** Runs tests over the project with these slips, until one fails. `leftOut` holds files of tests that it skips. */
export type RunTests = (
  slips: readonly DrawnSlip[],
  /** Files, the nearest first, or the whole suite. */
  tests: readonly string[] | 'all',
  leftOut: readonly string[],
) => Promise<Outcome>;

export interface Verdict {
  slip: DrawnSlip;
  verdict: 'noticed' | 'survived' | 'equivalent';
  /** The tests that noticed it, or the reason why nothing can. */
  by: string | null;
}

const isRed = ({ failed, broken }: Outcome): boolean => broken !== null || failed.length > 0;

/**
 * Judges slips. Each meets the tests that reach it, alone. Those that survive meet the whole suite together; a red run
 * is halved until a slip stands alone. A red test is run again by itself before it counts: one that
 * is green then is left out.
 */
export async function judge(
  slips: readonly DrawnSlip[],
  { reaching, run, isWhole }: { reaching: (slip: DrawnSlip) => string[]; run: RunTests; isWhole: boolean },
  report: (verdict: Verdict) => void,
): Promise<Verdict[]> {
  const noticedBy = async (
    of: readonly DrawnSlip[],
    tests: readonly string[] | 'all',
    leftOut: readonly string[] = [],
  ): Promise<string | null> => {
    const first = await run(of, tests, leftOut);
    if (!isRed(first)) return null;
    if (first.failed.length === 0) return first.broken;
    if (isRed(await run(of, first.failed, leftOut))) return first.failed.join(', ');
    return await noticedBy(of, tests, [...leftOut, ...first.failed]);
  };
  const verdicts: Verdict[] = [];
  const settle = (slip: DrawnSlip, by: string | null): void => {
    const verdict: Verdict = { slip, verdict: by === null ? 'survived' : 'noticed', by };
    report(verdict);
    verdicts.push(verdict);
  };
  const left: DrawnSlip[] = [];
  for (const slip of slips) {
    const tests = reaching(slip);
    const by = tests.length > 0 ? await noticedBy([slip], tests) : null;
    if (by === null && isWhole) left.push(slip);
    else settle(slip, by);
  }
  const meetAll = async (group: readonly DrawnSlip[]): Promise<void> => {
    if (group.length === 0) return;
    const by = await noticedBy(group, 'all');
    const middle = Math.ceil(group.length / 2);
    if (by === null || group.length === 1) for (const slip of group) settle(slip, by);
    else for (const half of [group.slice(0, middle), group.slice(middle)]) await meetAll(half);
  };
  await meetAll(left);
  return verdicts;
}
