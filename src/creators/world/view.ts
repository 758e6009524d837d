import { dayMs } from '../../core/durations.ts';
import { createLruCache } from '../../core/lru-cache.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Account, PostOn } from './account.ts';
import { accountIn } from './content-ids.ts';
import { accountOn, type ContentWriter, isThereOn, type LivingContext } from './living.ts';
import { accountId } from './rows.ts';
import type { Sponsored, World } from './world.ts';

/** The calendar of a run: the place of its epoch, and whether time passes in its world. */
export interface RunCalendar {
  mode: 'living' | 'still';
  /** Whole days from the epoch of the run to `now`; negative before it. */
  epochDay(now: number): number;
}

/** Loads the writer of contents that are not stored. It loads once, when a day other than the epoch is read first. */
export type LoadWriter = (base: World) => Promise<ContentWriter>;

/** Time passes for five years after the epoch and two before it. Beyond, the world stands still (assumed: living-range). */
const firstDay = -730;
const lastDay = 1826;

/** The latest views stay in memory, because the indexes of searches hang on them. */
const maxViews = 4;

/**
 * Lets time pass in a world. The result is the world on day 0, and its `on(now)` answers with the world of another
 * day: itself on day 0 and in a still world, else a view, the same object while it is among the latest. A view may be
 * read when its `ready()` has resolved or is undefined.
 */
export function livingWorld(base: World, calendar: RunCalendar, loadWriter: LoadWriter): World {
  const views = createLruCache<number, World>(maxViews);
  const writer = lazyWriter(base, loadWriter);
  const context = contextOf(base, writer.period);
  const on = (now: number): World => {
    if (calendar.mode === 'still') return living;
    const epochDay = calendar.epochDay(now);
    const day = Math.max(firstDay, Math.min(lastDay, epochDay));
    if (day === 0) return living;
    const known = views.get(day);
    if (known) return known;
    const view = viewOf(base, context, {
      day,
      on,
      ready: writer.ready,
      // beyond the last day, the calendar of the replies stands still too
      shiftMs: (at: number) => base.shiftMs(at) - (calendar.epochDay(at) - day) * dayMs,
      indexPart: undefined,
    });
    views.set(day, view, 1);
    return view;
  };
  const { ready, shiftMs, indexPart } = base;
  const living = viewOf(base, context, { day: 0, on, ready, shiftMs, indexPart });
  return living;
}

/** The world of one day, for a thread of its own, which has loaded the writer. */
export const worldOnDay = (base: World, day: number, writer: ContentWriter): World =>
  viewOf(base, contextOf(base, writer.period), {
    day,
    on: base.on,
    ready: base.ready,
    shiftMs: base.shiftMs,
    indexPart: day === 0 ? base.indexPart : undefined,
  });

interface LazyWriter extends ContentWriter {
  ready(): Promise<void> | undefined;
}

function lazyWriter(base: World, load: LoadWriter): LazyWriter {
  let writer: ContentWriter | undefined;
  let loading: Promise<void> | undefined;
  return {
    ready() {
      if (writer) return undefined;
      loading ??= load(base).then((loaded) => {
        writer = loaded;
      });
      return loading;
    },
    period(...given) {
      if (!writer) throw new Error('a view of a world is read before it is ready');
      return writer.period(...given);
    },
  };
}

function contextOf(base: World, period: ContentWriter['period']): LivingContext {
  return {
    writer: { period },
    numberOf: (account) => base.numberOf(account.platform, accountId(account)) ?? 0,
    stays: (account) => base.example[account.platform] === accountId(account),
  };
}

/** The parts in which days differ beside their accounts. */
type OwnOfDay = Pick<World, 'day' | 'on' | 'ready' | 'shiftMs' | 'indexPart'>;

/** A world as it is on one day of the run. Names, brands and counts of niches are those of the base. */
function viewOf(base: World, context: LivingContext, own: OwnOfDay): World {
  const { day } = own;
  const aged = <T extends Account>(account: T | undefined): T | undefined =>
    account && accountOn(account, day, context);
  const byId = (platform: Platform, id: string): Account | undefined => aged(storedBy(base, platform, id));
  return {
    ...own,
    // getters, because a start reads neither
    get info() {
      return base.info;
    },
    get example() {
      return base.example;
    },
    clip: (handle) => aged(base.clip(handle)),
    gram: (handle) => aged(base.gram(handle)),
    tube: (channelId) => aged(base.tube(channelId)),
    has(platform, id) {
      if (day === 0 || !base.has(platform, id)) return base.has(platform, id);
      const head = headOf(base, platform, id);
      return head !== undefined && isThereOn(head, day, context);
    },
    numberOf: base.numberOf,
    idOf: base.idOf,
    tubeByHandle: (handle) => aged(base.tubeByHandle(handle)),
    post<On extends Platform>(platform: On, contentId: string) {
      if (day === 0) return base.post(platform, contentId);
      const stored = base.post(platform, contentId)?.account;
      const account = stored ? aged(stored as Account) : madeBy(base, platform, contentId, byId);
      const content = account?.contents.find(({ id }) => id === contentId);
      return account && content && ({ account, content } as unknown as PostOn[On]);
    },
    excerpt: ((platform: Platform, id: string, positions: readonly number[]) => {
      if (day === 0) return base.excerpt(platform as 'clip', id, positions);
      const stored = positions.length === 0 ? headOf(base, platform, id) : storedBy(base, platform, id);
      return stored && accountOn(stored, day, context, positions);
    }) as World['excerpt'],
    brand: base.brand,
    brandByKey: base.brandByKey,
    brands: base.brands,
    sponsored: (brandKey) =>
      day === 0 ? base.sponsored(brandKey) : sponsoredBy(brandKey, base.sponsored(brandKey), byId),
    niches: base.niches,
    topics: base.topics,
    nicheIds: base.nicheIds,
    *accounts(platform: Platform) {
      for (const stored of base.accounts(platform)) {
        const account = aged(stored);
        if (account) yield account;
      }
    },
    people: base.people,
    source: base.source,
    close: base.close,
  } as World;
}

const storedBy = (base: World, platform: Platform, id: string): Account | undefined =>
  ({ clip: base.clip, gram: base.gram, tube: base.tube })[platform](id);

/** An account without its contents. */
const headOf = (base: World, platform: Platform, id: string): Account | undefined =>
  base.excerpt(platform as 'clip', id, []);

/** The account of a content that is not stored, if its id names one. */
function madeBy(
  base: World,
  platform: Platform,
  contentId: string,
  byId: (platform: Platform, id: string) => Account | undefined,
): Account | undefined {
  const number = accountIn(platform, contentId);
  const id = number === undefined ? undefined : base.idOf(platform, number);
  return id === undefined ? undefined : byId(platform, id);
}

/** New contents have the sponsors of stored ones, so no other account can have this one. */
const sponsoredBy = (
  brandKey: string,
  stored: readonly Sponsored[],
  byId: (platform: Platform, id: string) => Account | undefined,
): Sponsored[] =>
  stored.flatMap(({ platform, id }) => {
    const contentIds = (byId(platform, id)?.contents ?? []).flatMap((content) =>
      'brands' in content && content.brands.includes(brandKey) ? [content.id] : [],
    );
    return contentIds.length > 0 ? [{ platform, id, contentIds }] : [];
  });
