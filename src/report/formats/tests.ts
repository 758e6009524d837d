import type { Report } from '../model.ts';
import { atCallSite, headLine, requestLines } from './parts.ts';

/** The findings of a verb as tests, for formats of test results. */
export interface TestRun {
  /** The version of the sandbox that found them. */
  readonly version: string;
  readonly name: string;
  /** The result in one sentence. */
  readonly head: string;
  readonly tests: readonly Test[];
  /** Figures beside the tests. */
  readonly figures: Readonly<Record<string, unknown>>;
}

export interface Test {
  /** From the widest to the narrowest. */
  readonly suite: readonly [string, ...string[]];
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** 0 where it is not known. */
  readonly ms: number;
  /** The reason of a status that is not passed. */
  readonly message?: string | undefined;
  readonly advice?: string | undefined;
  /** The requests behind it. */
  readonly requests?: readonly string[];
}

/** The gates of a report. */
export const gatesAsTests = (report: Report): TestRun => ({
  version: report.version,
  name: 'gates',
  head: headLine(report),
  figures: figuresOf(report),
  tests: report.gates.map(({ gate, wanted, found, holds, advice }) => ({
    suite: ['gates'],
    name: `${gate}: ${wanted}`,
    ms: 0,
    ...(holds
      ? { status: 'passed' }
      : { status: 'failed', message: found, advice, requests: requestsBehind(gate, report) }),
  })),
});

/** The requests for which a gate does not hold. */
function requestsBehind(gate: string, { waste, clientRules }: Report): string[] {
  if (gate === 'max-waste')
    return waste.flatMap((each) => [`${each.rule}${atCallSite(each)}:`, ...requestLines(each)]);
  if (gate !== 'max-rule-breaks') return [];
  return clientRules.flatMap((broken) =>
    broken.ignored === undefined ? [`${broken.rule}${atCallSite(broken)}:`, ...requestLines(broken)] : [],
  );
}

const figuresOf = ({ coverage: { met, total, called }, receipt }: Report) => ({
  coverage: { met, total, called },
  receipt: { calls: receipt.calls, credits: receipt.credits, refusals: receipt.refusals },
});
