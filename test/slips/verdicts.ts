import type { DrawnSlip } from './draw.ts';

/** How one run of tests over the project with some slips ended. */
export interface Outcome {
  /** Files of tests that failed. */
  failed: string[];
  /** Null if the run ended by itself with what `failed` says; else what ended it. */
  broken: string | null;
}

/** Runs tests over the project with these slips. */
export type RunTests = (
  slips: readonly DrawnSlip[],
  /** Files, the nearest first, or the whole suite. */
  tests: readonly string[] | 'all',
  how: {
    /** Files of tests that it skips. */
    leftOut: readonly string[];
    /** Stops at the first failure. */
    bail: boolean;
  },
) => Promise<Outcome>;

export interface Verdict {
  slip: DrawnSlip;
  verdict: 'noticed' | 'survived' | 'equivalent';
  /** The tests that noticed it, or the reason why nothing can. */
  by: string | null;
}

const isRed = ({ failed, broken }: Outcome): boolean => broken !== null || failed.length > 0;

/** So many of the tests that reach a slip meet it alone; the others come with the whole suite. */
export const maxNearest = 12;

/**
 * Judges slips. Each meets the linters, and those that they let pass the nearest tests that reach it, alone. Those that survive meet the whole suite together,
 * and then each of them, alone, the tests that were red; this goes on without those that were noticed until no test
 * notices another. A suite that does not end is halved until a slip stands alone. A red test is run again by itself
 * before it counts: one that is green then is left out.
 */
export async function judge(
  slips: readonly DrawnSlip[],
  {
    reaching,
    slow,
    lint,
    run,
    isWhole,
  }: {
    reaching: (slip: DrawnSlip) => string[];
    /** Tests that take minutes: a slip meets them after the nearest ones. */
    slow: (slip: DrawnSlip) => string[];
    /** What refuses a slip before any test runs, or null. */
    lint: (slip: DrawnSlip) => Promise<string | null>;
    run: RunTests;
    isWhole: boolean;
  },
  report: (verdict: Verdict) => void,
  /** Told of each slip that its nearest tests let pass: only the whole suite may still notice it. */
  reportPassed: (slip: DrawnSlip) => void,
): Promise<Verdict[]> {
  const noticedBy = async (
    slip: DrawnSlip,
    tests: readonly string[],
    leftOut: readonly string[] = [],
  ): Promise<string | null> => {
    if (tests.length === 0) return null;
    const first = await run([slip], tests, { leftOut, bail: true });
    if (!isRed(first)) return null;
    if (first.failed.length === 0) return first.broken;
    if (isRed(await run([slip], first.failed, { leftOut, bail: true }))) return first.failed.join(', ');
    const rest = [...leftOut, ...first.failed];
    return await noticedBy(
      slip,
      tests.filter((test) => !first.failed.includes(test)),
      rest,
    );
  };
  const verdicts: Verdict[] = [];
  const settle = (slip: DrawnSlip, by: string | null): void => {
    const verdict: Verdict = { slip, verdict: by === null ? 'survived' : 'noticed', by };
    report(verdict);
    verdicts.push(verdict);
  };
  const meetAll = async (group: readonly DrawnSlip[]): Promise<void> => {
    if (group.length === 0) return;
    const { failed, broken } = await run(group, 'all', { leftOut: [], bail: false });
    if (broken !== null && failed.length === 0) {
      const middle = Math.ceil(group.length / 2);
      if (group.length === 1) for (const slip of group) settle(slip, broken);
      else for (const half of [group.slice(0, middle), group.slice(middle)]) await meetAll(half);
      return;
    }
    const left: DrawnSlip[] = [];
    for (const slip of group) {
      const near = reaching(slip).filter((test) => failed.includes(test));
      const far = failed.filter((test) => !near.includes(test));
      const by = (await noticedBy(slip, near)) ?? (await noticedBy(slip, far));
      if (by === null) left.push(slip);
      else settle(slip, by);
    }
    if (left.length < group.length) await meetAll(left);
    else for (const slip of left) settle(slip, null);
  };
  const left: DrawnSlip[] = [];
  for (const slip of slips) {
    const tests = reaching(slip);
    const by =
      (await lint(slip)) ??
      (await noticedBy(slip, isWhole ? tests.slice(0, maxNearest) : tests)) ??
      (await noticedBy(slip, slow(slip)));
    if (by === null && isWhole) {
      reportPassed(slip);
      left.push(slip);
    } else settle(slip, by);
  }
  await meetAll(left);
  return verdicts;
}
