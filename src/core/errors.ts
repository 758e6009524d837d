/**
 * Why a call is refused, in the sandbox's own words. Everything below the skins throws one of these; each
 * generation maps the kind to its own wire form in one table (`v3/errors.ts`, `v2/errors.ts`).
 */
export type RefusalKind =
  | 'keyMissing'
  | 'keyUnknown'
  | 'testOnly'
  | 'rateLimited'
  | 'forbidden'
  | 'fractionalNotEnabled'
  | 'invalid'
  | 'keySpendThreshold'
  | 'insufficientCredits'
  | 'notFound'
  | 'videoNotFound'
  | 'trackNotFound'
  | 'conflict'
  | 'internal'
  | 'unavailable';

/** One failed check of one field, in validation refusals. */
export interface FieldProblem {
  field: string;
  message: string;
  code: string;
}

/** A refusal lists this many problems at most. */
export const mostProblems = 100;

/** What a 402 reports: thousandths of a credit. */
export interface Shortfall {
  required: number;
  available: number;
}

export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly problems: readonly FieldProblem[] | undefined;
  readonly shortfall: Shortfall | undefined;

  constructor(kind: RefusalKind, about: { problems?: FieldProblem[]; shortfall?: Shortfall } = {}) {
    super(kind);
    this.kind = kind;
    this.problems = about.problems;
    this.shortfall = about.shortfall;
  }
}

/** A setting, argument, config file or fixture that cannot be used: stops the start with exit code 2. */
export class UsageError extends Error {}
