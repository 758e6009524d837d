import type { ClientRule, Found, Watch } from '../call.ts';
import { createLatestEntries } from '../latest-entries.ts';

/** They show the balance, and cost nothing. */
const balanceOperations: readonly string[] = ['usage', 'v2/apiStatus'];
const maxKeys = 5_000;

export const billedFailureAgain: ClientRule = {
  severity: 'error',
  sentence:
    'Who asks again after a failure that was charged pays twice: look at the balance with `GET /usage` first (contract 7.2).',
  help: 'After a 502 or 504 of a gateway compare the balance with the one before, and send the call again only if it is worth its price twice.',
  watch: watchBilledFailures,
};

function watchBilledFailures(found: Found): Watch {
  /** By key, when the client last asked for the balance. */
  const asked = createLatestEntries<number>(maxKeys);
  return {
    judge(calls) {
      for (const call of calls) {
        const { keyId, operation, input, retry, isRefused } = call;
        const askedAt = asked.get(keyId) ?? Number.NEGATIVE_INFINITY;
        if (retry?.isBilled && askedAt < retry.repliedAt && input.arrivedAt >= retry.repliedAt) found(call);
        if (!isRefused && balanceOperations.includes(operation.id)) asked.set(keyId, input.arrivedAt);
      }
    },
  };
}
