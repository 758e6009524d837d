import type { RefusalKind } from '../core/errors.ts';

/**
 * Every refusal of generation 2 as the `error` string of its envelope, in the order in which a request
 * meets them. The unknown path comes before all of them. The HTTP status is one for all (setting `v2Status`).
 */
export const refusals = {
  keyMissing: 'AuthFailed',
  keyUnknown: 'QuotaKey',
  testOnly: 'APIKeyOnlyForTesting',
  rateLimited: 'QuotaRate',
  forbidden: 'QuotaNotPaid',
  invalid: 'ValueEmpty',
  keySpendThreshold: 'QuotaNotEnough',
  insufficientCredits: 'QuotaNotEnough',
  internal: 'ServerError',
} as const satisfies Partial<Record<RefusalKind, string>>;

/** A body that is not JSON, not an object, or cannot be read at all. */
export const unreadable = 'BodyInvalid';

/** A refusal that only generation 2 knows, by its error string. */
export class Failure extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
