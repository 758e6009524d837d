import type { Operation } from './operations.ts';

/** A refusal depends on one of these: what was asked, who asks, when, what exists, how the service is. */
export type RefusalCause = 'request' | 'account' | 'rate' | 'data' | 'busy' | 'unavailable';

/**
 * Why a call is refused, in the sandbox's own words, and what that depends on. The rules throw these; each generation maps
 * them to its wire form in one table (`v2/refusals.ts`, `v3/refusals.ts`).
 */
export const refusalCauses = {
  keyMissing: 'account',
  keyUnknown: 'account',
  testOnly: 'account',
  rateLimited: 'rate',
  forbidden: 'account',
  withdrawn: 'unavailable',
  fractionalNotEnabled: 'account',
  unreadableBody: 'request',
  invalid: 'request',
  invalidSort: 'request',
  invalidFilter: 'request',
  invalidFilterValue: 'request',
  keySpendThreshold: 'account',
  insufficientCredits: 'account',
  videoNotFound: 'data',
  trackNotFound: 'data',
  clipNotFound: 'data',
  gramNotFound: 'data',
  tubeNotFound: 'data',
  emailNotFound: 'data',
  postNotFound: 'data',
  notFound: 'data',
  conflict: 'busy',
  internal: 'busy',
  unavailable: 'unavailable',
} as const satisfies Record<string, RefusalCause>;

export type RefusalKind = keyof typeof refusalCauses;

/** A refusal on the wire of one generation. */
export interface RefusalRow {
  readonly status: number;
  /** Clients compare it: `errorCode` of generation 3, the `error` string of generation 2. */
  readonly errorCode: string;
  /** The service refuses before it reads the request: for its key, rate or permission. */
  readonly beforeReading?: true;
  /** Nothing in the sandbox causes it; tests can force it. */
  readonly onlyForced?: true;
  /** A stream that has begun can end with it. */
  readonly endsStream?: true;
  /** Of several refusals with one status, the one that the status alone means. */
  readonly usual?: true;
  /** The operations that can answer it; all when absent. */
  readonly on?: (operation: Operation) => boolean;
}

/** The refusals of a generation, in the order in which a request meets them. */
export type RefusalTable<Row extends RefusalRow = RefusalRow> = Readonly<Partial<Record<RefusalKind, Row>>>;

/** One failed check of one field, in validation refusals. */
export interface FieldProblem {
  field: string;
  message: string;
  code: string;
}

/** The most problems that one refusal lists. */
export const maxProblems = 100;

export interface ProblemReporter {
  (field: string, message: string, code: string): void;
  /** The reply lists no further problems, so checks may stop. */
  full: boolean;
}

/** Collects at most `maxProblems` problems, as many as a reply lists. */
export function problemList(): { problems: FieldProblem[]; report: ProblemReporter } {
  const problems: FieldProblem[] = [];
  const report: ProblemReporter = (field, message, code) => {
    if (!report.full) problems.push({ field, message, code });
    report.full = problems.length >= maxProblems;
  };
  report.full = false;
  return { problems, report };
}

/** The figures of `insufficientCredits`: thousandths of a credit. */
export interface Shortfall {
  required: number;
  available: number;
}

export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly shortfall: Shortfall | undefined;
  /** What the reply does not say: a sentence for the journal. */
  readonly remark: string | undefined;

  constructor(
    kind: RefusalKind,
    about: { problems?: FieldProblem[]; shortfall?: Shortfall; remark?: string } = {},
  ) {
    super(kind);
    this.kind = kind;
    this.problems = about.problems;
    this.shortfall = about.shortfall;
    this.remark = about.remark;
  }
}

/** A setting, argument, config file or fixture that cannot be used: stops the start with exit code 2. */
export class UsageError extends Error {}
