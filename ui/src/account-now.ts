import type { Key } from '../../src/client/types.ts';
import { parseDuration } from '../../src/core/durations.ts';

/** The instant on the clock of a key's account, which may be ahead of the sandbox's or behind it. */
export function accountNow({ clockOffset }: Pick<Key, 'clockOffset'>, now: number): number {
  const ahead = Number(parseDuration(clockOffset.replace('-', '')));
  return now + (clockOffset.startsWith('-') ? -ahead : ahead);
}
