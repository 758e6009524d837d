import { formatDuration } from '../core/durations.ts';
import { compareTexts } from '../core/order.ts';
import type { Settings } from '../core/settings.ts';
import type { World } from '../creators/world/world.ts';

/** The configuration on which all replicas of a ledger must agree, because their replies differ otherwise. */
export function configFingerprint(
  settings: Settings,
  { info }: World,
  version: string,
): Record<string, string> {
  const known = settingsFingerprint({ ...settings, seed: info.seed, size: info.size }, version);
  return { ...known, world: `${known['world']}, hash ${info.hash.slice(0, 12)}` };
}

/** What is known of it before there is a world: each value is the beginning of the whole one. */
export const settingsFingerprint = (
  { prices, vocabulary, cycleMs, fixtures, seed, size, worldTime }: Settings,
  version: string,
): Record<string, string> => ({
  version,
  world: `of ${size} people, seed ${seed}${fixtures === undefined ? '' : ' and fixtures'}`,
  time: worldTime,
  prices: sortedJson(prices),
  vocabulary,
  cycle: formatDuration(cycleMs),
});

/** JSON that does not depend on the order in which the members were given. */
const sortedJson = (given: object): string =>
  JSON.stringify(given, (_, value: unknown) =>
    value instanceof Object && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareTexts(a, b)))
      : value,
  );
