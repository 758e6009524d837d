import { keyIdOf } from '../../core/keys/digest.ts';
import { isSelfDescribing } from '../../core/keys/self-describing.ts';
import type { Job, RowsOfAll, Touched } from '../job.ts';

/** The locks and rows that a batch needs. */
export interface Need {
  /** No other batch runs beside it. */
  all: boolean;
  /** It may open or remove accounts and keys: no other batch that may do so runs beside it. */
  opening: boolean;
  /** It may change rows of the whole sandbox: such batches run in turn. */
  counters: boolean;
  /** It reads usage and submissions of its keys. */
  calls: boolean;
  /** The accounts that it reads: those of these keys and holds, and with these ids. */
  keyIds: readonly string[];
  holds: readonly number[];
  accountIds: readonly string[];
  /** The rows of everything that it reads. */
  ofAll: readonly RowsOfAll[];
}

/** @param isKnown whether a self-describing key is there */
export function needOf(
  batch: readonly Pick<Job, 'touches'>[],
  hasCounters: boolean,
  isKnown: (secret: string) => boolean,
): Need {
  const keyIds = new Set<string>();
  const accountIds = new Set<string>();
  const need = { all: false, opening: false, counters: hasCounters, calls: false };
  const holds: number[] = [];
  const ofAll: RowsOfAll[] = [];
  for (const { touches = nothing } of batch) {
    if ('all' in touches) {
      need.all = true;
      ofAll.push(touches.all);
    }
    if ('hold' in touches) holds.push(touches.hold);
    if ('changes' in touches) {
      Object.assign(need, { opening: true, counters: true, calls: true });
      if (touches.account !== undefined) accountIds.add(touches.account);
    }
    need.calls ||= 'readsCalls' in touches && touches.readsCalls === true;
    for (const word of wordsOf(touches)) {
      for (const id of keyIdsOf(word)) keyIds.add(id);
      need.opening ||= isSelfDescribing(word) && !isKnown(word);
    }
    if ('id' in touches) keyIds.add(touches.id);
  }
  return { ...need, holds, ofAll, keyIds: [...keyIds], accountIds: [...accountIds] };
}

const nothing: Touched = { all: 'none' };

/** Keys, or ids of keys. */
function wordsOf(touches: Touched): readonly string[] {
  if ('secret' in touches) return touches.secret === '' ? [] : [touches.secret];
  if ('name' in touches) return [touches.name];
  if ('changes' in touches) return [touches.changes];
  return 'all' in touches && typeof touches.all === 'object' && 'presets' in touches.all
    ? touches.all.presets
    : [];
}

const keyIdsOf = (word: string): string[] =>
  /^[0-9a-f]{16}$/.test(word) ? [word, keyIdOf(word)] : [keyIdOf(word)];

/** Whether the locks of a need are enough for another of the same batch. */
export const covers = (need: Need, other: Need): boolean =>
  need.all || ((need.opening || !other.opening) && (need.counters || !other.counters));
