import { Refusal, type RefusalKind } from '../core/errors.ts';
import type { Deps } from '../http/deps.ts';
import type { ForcedRefusal } from '../http/forced.ts';
import { refusals } from './refusals.ts';

/** A forced refusal has every part that an earned one has: clients read its `details` too. */
export const forcedRefusal =
  ({ prices }: Deps): ForcedRefusal =>
  ({ operation }, { errorCode }) => {
    const kind = kinds.get(errorCode) ?? 'internal';
    switch (refusals[kind].status) {
      case 400:
        return new Refusal(kind, {
          problems: [{ field: 'request', message: refusals[kind].message, code: 'invalid' }],
        });
      case 402:
        return new Refusal(kind, {
          shortfall: { required: Math.max(prices.full(operation, { tokens: 0 }), oneCredit), available: 0 },
        });
      default:
        return new Refusal(kind);
    }
  };

const oneCredit = 1000;

/** Of two kinds with one code the later counts: a forced 401 meets a request that has a key. */
const kinds = new Map(
  (Object.keys(refusals) as Exclude<RefusalKind, 'testOnly'>[]).map((kind) => [
    refusals[kind].errorCode as string,
    kind,
  ]),
);
