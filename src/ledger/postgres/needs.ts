import { keyIdOf } from '../../core/keys/digest.ts';
import { isSelfDescribing } from '../../core/keys/self-describing.ts';
import type { Concern, Job } from '../job.ts';
import type { OpenHold, State } from '../state.ts';
import { type LedgerCopy, type Need, wholeLedger } from './reading.ts';

/** What a batch needs, judged by a copy in which the keys are found. An empty batch concerns every account. */
export function needOf(batch: readonly Pick<Job, 'concerns'>[], { state, shared }: LedgerCopy): Need {
  const keyIds = new Set<string>();
  let opening = false;
  for (const { concerns } of batch) {
    // The account of a hold may have left the copy with a key that is gone: only its hold is known then.
    if (!concerns || ('hold' in concerns && !state.holds.get(concerns.hold))) return wholeLedger;
    for (const id of keyIdsOf(concerns, state)) keyIds.add(id);
    const word = 'secret' in concerns ? concerns.secret : 'name' in concerns ? concerns.name : '';
    opening ||= 'name' in concerns && concerns.changesKeys === true;
    opening ||= isSelfDescribing(word) && state.secrets.get(word) === undefined;
  }
  return { whole: batch.length === 0, opening, counters: shared.hasCounters, keyIds };
}

function keyIdsOf(concerns: Concern, { keys, holds, secrets }: State): string[] {
  if ('id' in concerns) return [concerns.id];
  if ('name' in concerns)
    return [concerns.name, keyIdOf(concerns.name)].filter((id) => /^[0-9a-f]{16}$/.test(id));
  if ('hold' in concerns) {
    const key = keys.get((holds.get(concerns.hold) as OpenHold).key);
    return key ? [key.id] : [];
  }
  if (concerns.secret === '') return [];
  const key = keys.get(secrets.get(concerns.secret) ?? 0);
  return [key?.id ?? keyIdOf(concerns.secret)];
}

/** Whether the locks and rows of a need are enough for another. */
export const covers = (need: Need, other: Need): boolean =>
  need.whole ||
  (!other.whole &&
    (need.opening || !other.opening) &&
    (need.counters || !other.counters) &&
    [...other.keyIds].every((id) => need.keyIds.has(id)));

export const bothNeeds = (one: Need, other: Need): Need => ({
  whole: one.whole || other.whole,
  opening: one.opening || other.opening,
  counters: one.counters || other.counters,
  keyIds: new Set([...one.keyIds, ...other.keyIds]),
});
