import type { Steps } from '../../core/steps.ts';
import { createTurns, type Turns } from '../../core/turns.ts';
import { decodePart, type IndexParts } from '../world/index-parts.ts';
import type { World } from '../world/world.ts';
import type { IndexJob, IndexThread, MadePart, ThreadCounts } from './index-thread.ts';
import { type Indexes, type IndexSource, indexesOf, openIndexes, partsInMemory } from './indexes.ts';
import { groupOf, type IndexGroup, type IndexName } from './make-indexes.ts';
import { type PartSource, partSource, partsInMap } from './parts.ts';

/**
 * The search indexes of a world on every day of the run. Those of day 0 come from the file of the world. The indexes of a
 * platform on another day are made when a search first needs one of them, in a thread beside the event loop, and the
 * search waits for it.
 */
export interface DayIndexes {
  /** @param view the world on a day: searches of equal days share their indexes */
  of(view: World): Indexes;
  /** How many days are held in how many bytes, and what their thread does. */
  counts(): ThreadCounts & { days: number; bytes: number };
  /** Ends the thread. */
  close(): Promise<void>;
}

/** All indexes of a day of the default world take 16 MB. */
const maxHeldBytes = 64 * 2 ** 20;

/** A day counts this much without its indexes. */
const bytesOfDay = 2 ** 16;

export interface DayIndexOptions {
  readonly turns?: Turns;
  /** Called with the reason when a thread fails: the event loop then makes the index itself, in steps. */
  readonly onFailure?: (error: unknown) => void;
  /** Makes all indexes on the event loop, in steps. */
  readonly isInOneThread?: boolean;
  readonly maxBytes?: number;
}

interface HeldDay {
  readonly day: number;
  readonly indexes: Indexes;
  bytes: number;
}

/** The parts that the thread has sent, by index; undefined if it failed. */
type SentGroups = (group: IndexGroup) => Steps<Map<IndexName, readonly MadePart[]> | undefined>;

/** @param world on any day */
export function createDayIndexes(
  world: Pick<World, 'source'>,
  {
    turns = createTurns(),
    onFailure = () => {},
    isInOneThread = false,
    maxBytes = maxHeldBytes,
  }: DayIndexOptions = {},
): DayIndexes {
  /** The day that was used last is the last. */
  const held = new Map<number, HeldDay>();
  let heldBytes = 0;
  let opening: Promise<void> | undefined;
  let thread: IndexThread | undefined;

  return {
    of(view) {
      if (view.day === 0) return indexesOf(view);
      const known = held.get(view.day);
      const latest = known ?? openDay(view);
      held.delete(view.day);
      held.set(view.day, latest);
      if (!known) grow(latest, bytesOfDay);
      return latest.indexes;
    },
    counts: () => ({
      ...(thread?.counts() ?? { started: 0, running: 0, begun: 0, waiting: 0 }),
      days: held.size,
      bytes: heldBytes,
    }),
    async close() {
      await opening;
      await thread?.close();
    },
  };

  function openDay(view: World): HeldDay {
    const onMade = (bytes: number): void => grow(opened, bytes);
    const groups = groupsOn(view.day, onMade);
    const opened: HeldDay = {
      day: view.day,
      indexes: openIndexes((index) => sourceOf(view, index, groups, onMade)),
      bytes: 0,
    };
    return opened;
  }

  /** Counts the bytes of a day, and lets go of those that were not used for longest. */
  function grow(latest: HeldDay, bytes: number): void {
    if (held.get(latest.day) !== latest) return;
    latest.bytes += bytes;
    heldBytes += bytes;
    for (const each of held.values()) {
      if (heldBytes <= maxBytes) return;
      if (each === latest) continue;
      held.delete(each.day);
      heldBytes -= each.bytes;
    }
  }

  function sourceOf(
    view: World,
    index: IndexName,
    groups: SentGroups,
    onMade: (bytes: number) => void,
  ): IndexSource {
    const makeInMemory = partsInMemory(view, index);
    let parts: PartSource | undefined;
    return function* () {
      if (parts) return parts;
      // records of what a search finds are read from the view
      const ready = view.ready();
      if (ready) yield ready;
      const sent = isInOneThread ? undefined : yield* groups(groupOf(index));
      const made = sent ? undefined : yield* makeInMemory();
      // searches that waited together share the parts
      if (parts) return parts;
      if (made) onMade(bytesOf(made));
      parts = made ? partsInMap(made) : partsSent(sent?.get(index) ?? []);
      // decoded parts take the place of the bytes
      sent?.delete(index);
      return parts;
    };
  }

  /** What the thread makes of a day. */
  function groupsOn(day: number, onMade: (bytes: number) => void): SentGroups {
    const known = new Map<IndexGroup, Map<IndexName, readonly MadePart[]>>();
    return function* (group) {
      if (known.has(group)) return known.get(group);
      const sent = yield* makeInThread({ day, group });
      if (sent && !known.has(group)) {
        known.set(
          group,
          Map.groupBy(sent, ([index]) => index),
        );
        onMade(bytesSent(sent));
      }
      return known.get(group);
    };
  }

  /** The thread's module is loaded at the first search of another day. */
  function* makeInThread(job: IndexJob): Steps<readonly MadePart[] | undefined> {
    opening ??= import('./index-thread.ts').then(({ createIndexThread }) => {
      thread = createIndexThread(world, { turns, onFailure });
    });
    if (!thread) yield opening;
    return yield* (thread as IndexThread).make(job);
  }
}

/** Parts are decoded when a search first needs them. */
function partsSent(sent: readonly MadePart[]): PartSource {
  const byName = new Map(sent.map(([, name, ...part]) => [name, part]));
  return partSource((name) => {
    const part = byName.get(name);
    if (!part) throw new Error(`no part ${name}`);
    byName.delete(name);
    return decodePart(...part);
  });
}

/** Decoded texts take several times the bytes of their JSON. */
const textBytes = 4;

const bytesSent = (sent: readonly MadePart[]): number =>
  sent.reduce((sum, [, , type, { byteLength }]) => sum + byteLength * (type === 'texts' ? textBytes : 1), 0);

const bytesOf = (parts: IndexParts): number =>
  [...parts.values()].reduce(
    (sum, part) =>
      sum +
      ('byteLength' in part
        ? part.byteLength
        : part.reduce((characters, text) => characters + text.length * textBytes, 0)),
    0,
  );
