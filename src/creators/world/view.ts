import { dayMs } from '../../core/durations.ts';
import { createLruCache } from '../../core/lru-cache.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Account, PostOn } from './account.ts';
import { accountOn } from './living.ts';
import type { World } from './world.ts';

/** The calendar of a run: the place of its epoch, and whether time passes in its world. */
export interface RunCalendar {
  mode: 'living' | 'still';
  /** Whole days from the epoch of the run to `now`; negative before it. */
  epochDay(now: number): number;
}

/** Time passes for five years after the epoch and two before it. Beyond, the world stands still (assumed: living-range). */
const firstDay = -730;
const lastDay = 1826;

/** The latest views stay in memory, because the indexes of searches hang on them. */
const maxViews = 4;

/**
 * Lets time pass in a world. The result is the world on day 0, and its `on(now)` answers with the world of another
 * day: itself on day 0 and in a still world, else a view, the same object while it is among the latest.
 */
export function livingWorld(base: World, calendar: RunCalendar): World {
  const views = createLruCache<number, World>(maxViews);
  const on = (now: number): World => {
    if (calendar.mode === 'still') return living;
    const day = Math.max(firstDay, Math.min(lastDay, calendar.epochDay(now)));
    if (day === 0) return living;
    const known = views.get(day);
    if (known) return known;
    const view = viewOf(base, day, on, (at) => base.shiftMs(at) - (calendar.epochDay(at) - day) * dayMs);
    views.set(day, view, 1);
    return view;
  };
  const living = viewOf(base, 0, on);
  return living;
}

/** A world as it is on one day of the run. Names, brands and niches are those of the base. */
export function viewOf(
  base: World,
  day: number,
  on: World['on'],
  shiftMs: World['shiftMs'] = base.shiftMs,
): World {
  const aged = <T extends Account>(account: T | undefined): T | undefined =>
    account && accountOn(account, day);
  return {
    day,
    on,
    shiftMs,
    get info() {
      return base.info;
    },
    get example() {
      return base.example;
    },
    clip: (handle) => aged(base.clip(handle)),
    gram: (handle) => aged(base.gram(handle)),
    tube: (channelId) => aged(base.tube(channelId)),
    has: base.has,
    tubeByHandle: (handle) => aged(base.tubeByHandle(handle)),
    post<On extends Platform>(platform: On, contentId: string): PostOn[On] | undefined {
      const found = base.post(platform, contentId);
      const account = found && accountOn(found.account, day);
      const content = account?.contents.find(({ id }) => id === contentId);
      return account && content && ({ account, content } as PostOn[On]);
    },
    excerpt: ((platform: 'clip', id: string, positions: readonly number[]) =>
      aged(base.excerpt(platform, id, positions))) as World['excerpt'],
    brand: base.brand,
    brandByKey: base.brandByKey,
    brands: base.brands,
    sponsored: base.sponsored,
    niches: base.niches,
    topics: base.topics,
    nicheIds: base.nicheIds,
    *accounts(platform: Platform) {
      for (const account of base.accounts(platform)) yield accountOn(account, day);
    },
    people: base.people,
    indexPart: day === 0 ? base.indexPart : undefined,
    source: base.source,
    close: base.close,
  } as World;
}
