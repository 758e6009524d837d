import type { Call, ClientRule, Found, Watch } from '../call.ts';
import { createLatestEntries } from '../latest-entries.ts';

const maxKeys = 5_000;

export const moreAtOnceThanTheRate: ClientRule = {
  severity: 'warning',
  sentence: 'Requests beyond the rate of the key are refused with 429: send fewer at once (contract 8).',
  help: 'Limit the requests that are sent at once, or spread them.',
  watch: watchRate,
};

interface Key {
  /** When its latest reply left. */
  repliedAt: number;
  /** Calls that its rate refused at the present instant of a frozen clock. */
  limited: { readonly test: string | null; readonly changes: number; isRetried: boolean } | undefined;
}

function watchRate(found: Found): Watch {
  const keys = createLatestEntries<Key>(maxKeys);
  return {
    judge(calls) {
      const keyId = calls[0]?.keyId ?? '';
      const key = keys.of(keyId, () => ({ repliedAt: 0, limited: undefined }));
      for (const call of calls) {
        if (call.kind === 'rate' && call.input.request.injected === null && isBesideOthers(key, call))
          found(call);
        key.repliedAt = call.input.repliedAt;
      }
    },
  };
}

/**
 * Whether a request came before the reply to another. Under a frozen clock that must not depend on real time: there all
 * that the rate refuses came at one instant, unless the client had begun to try again.
 */
function isBesideOthers(key: Key, { input, hasRealWaits, changes, name, retry }: Call): boolean {
  if (hasRealWaits) return key.repliedAt > input.arrivedAt;
  const isRetried = name === undefined || retry !== undefined;
  const { limited } = key;
  if (limited?.test !== input.test || limited.changes !== changes) {
    key.limited = { test: input.test, changes, isRetried };
    return false;
  }
  limited.isRetried ||= isRetried;
  return !limited.isRetried;
}
