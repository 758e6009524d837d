import type { Steps } from '../../core/steps.ts';
import { createTurns, type Turns } from '../../core/turns.ts';
import { decodePart, type EncodedPart, type IndexParts } from '../world/index-parts.ts';
import type { World } from '../world/world.ts';
import type { IndexJob, IndexThread, MadePart, ThreadCounts } from './index-thread.ts';
import { type Indexes, type IndexSource, indexesOf, openIndexes, partsInMemory } from './indexes.ts';
import { type IndexName, indexesBeside } from './make-indexes.ts';
import { type PartSource, partSource, partsInMap } from './parts.ts';

/**
 * The search indexes of a world on every day of the run. Those of day 0 come from the file of the world. An index of
 * another day is made when a search first needs it, in a thread beside the event loop, and the search waits for it. Most
 * of the work is to read the accounts, so the other indexes of a platform are made along: on the first day all of them,
 * on later days those that searches have used.
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
  readonly maxBytes?: number;
}

interface HeldDay {
  readonly day: number;
  readonly indexes: Indexes;
  bytes: number;
}

/** The parts of an index that the thread has sent; undefined if it failed. */
type SentParts = (index: IndexName) => Steps<readonly MadePart[] | undefined>;

/** @param world on any day */
export function createDayIndexes(
  world: Pick<World, 'source'>,
  { turns = createTurns(), onFailure = () => {}, maxBytes = maxHeldBytes }: DayIndexOptions = {},
): DayIndexes {
  /** The day that was used last is the last. */
  const held = new Map<number, HeldDay>();
  let heldBytes = 0;
  const together = indexesTogether();
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
    const sentParts = sentOn(view.day, onMade);
    const opened: HeldDay = {
      day: view.day,
      indexes: openIndexes((index) => sourceOf(view, index, sentParts, onMade)),
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
    sentParts: SentParts,
    onMade: (bytes: number) => void,
  ): IndexSource {
    const makeInMemory = partsInMemory(view, index);
    let parts: PartSource | undefined;
    return function* () {
      // records of what a search finds are read from the view
      const ready = view.ready();
      if (ready) yield ready;
      const sent = yield* sentParts(index);
      // searches that waited together share the parts
      if (parts) return parts;
      const made = sent ? undefined : yield* makeInMemory();
      if (parts) return parts;
      if (made) onMade(bytesOf(made));
      parts = made ? partsInMap(made) : partsSent(sent ?? []);
      return parts;
    };
  }

  /** What the thread makes of a day. */
  function sentOn(day: number, onMade: (bytes: number) => void): SentParts {
    const jobs = new Map<IndexName, IndexJob>();
    const known = new Map<IndexName, readonly MadePart[]>();
    const received = new Set<IndexJob>();
    return function* (index) {
      // counts as a use too where the index came along
      const wanted = together(index, day);
      if (!jobs.has(index)) {
        const indexes = wanted.filter((each) => !jobs.has(each));
        const job = { day, indexes };
        for (const each of indexes) jobs.set(each, job);
      }
      const job = jobs.get(index) as IndexJob;
      const sent = received.has(job) ? undefined : yield* makeInThread(job);
      if (sent && !received.has(job)) {
        received.add(job);
        for (const [name, parts] of Map.groupBy(sent, ([of]) => of)) known.set(name, parts);
        onMade(bytesSent(sent));
      }
      const parts = known.get(index);
      // once decoded, they take the place of the bytes
      known.delete(index);
      return parts;
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

/** Decides which indexes are made with one that a search needs: those that the run has used, and on the first day all. */
function indexesTogether(): (index: IndexName, day: number) => IndexName[] {
  const used = new Set<IndexName>();
  const firstDays = new Map<string, number>();
  return (index, day) => {
    used.add(index);
    const beside = indexesBeside(index);
    const group = beside.join();
    const firstDay = firstDays.get(group) ?? day;
    firstDays.set(group, firstDay);
    return firstDay === day ? beside : beside.filter((each) => used.has(each));
  };
}

/** Parts are decoded when a search first needs them. */
function partsSent(sent: readonly MadePart[]): PartSource {
  const byName = new Map(sent.map(([, name, ...part]) => [name, part]));
  return partSource((name) => {
    const part = byName.get(name) as EncodedPart;
    byName.delete(name);
    return decodePart(...part);
  });
}

/** Decoded texts take several times the bytes of their JSON, and a search makes lists as long as the written texts. */
const bytesHeld = (name: string, bytes: number, isTexts: boolean): number =>
  bytes * (isTexts ? 4 : name.endsWith('/written') ? 2 : 1);

const bytesSent = (sent: readonly MadePart[]): number =>
  sent.reduce(
    (sum, [, name, type, { byteLength }]) => sum + bytesHeld(name, byteLength, type === 'texts'),
    0,
  );

const bytesOf = (parts: IndexParts): number =>
  [...parts].reduce(
    (sum, [name, part]) =>
      sum +
      ('byteLength' in part
        ? bytesHeld(name, part.byteLength, false)
        : bytesHeld(
            name,
            part.reduce((characters, text) => characters + text.length, 0),
            true,
          )),
    0,
  );
