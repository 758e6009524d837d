import { dayMs } from '../../core/durations.ts';
import { createLruCache } from '../../core/lru-cache.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Account, Content, GramContent, PostOn, TubeContent } from './account.ts';
import { chances } from './chance.ts';
import { accountIn } from './content-ids.ts';
import {
  accountOn,
  type ContentWriter,
  type Fated,
  fatedBy,
  isFoundOn,
  isThereOn,
  type LivingContext,
} from './living.ts';
import {
  type Newcomer,
  type NewcomerMaker,
  type Newcomers,
  newcomersBy,
  withNewcomers,
} from './newcomers.ts';
import { accountId } from './rows.ts';
import type { Sponsored, World } from './world.ts';

/** The calendar of a run: the place of its epoch, and whether time passes in its world. */
export interface RunCalendar {
  mode: 'living' | 'still';
  /** Whole days from the epoch of the run to `now`; negative before it. */
  epochDay(now: number): number;
}

/** Makes what a world does not store: contents of other days, and accounts that the service finds after the epoch. */
export interface WorldGenerator {
  readonly writer: ContentWriter;
  readonly newcomers: NewcomerMaker;
}

/** Loads the generator. It loads once, when a day other than the epoch is read first. */
export type LoadGenerator = (base: World) => Promise<WorldGenerator>;

/** Time passes for five years after the epoch and two before it. Beyond, the world stands still (assumed: living-range). */
const firstDay = -730;
export const lastDay = 1826;

/** The latest views stay in memory, because the indexes of searches hang on them. */
const maxViews = 4;

/**
 * Lets time pass in a world. The result is the world on day 0, and its `on(now)` answers with the world of another
 * day: itself on day 0 and in a still world, else a view, the same object while it is among the latest. A view may be
 * read when its `ready()` has resolved or is undefined.
 */
export function livingWorld(base: World, calendar: RunCalendar, load: LoadGenerator): World {
  const views = createLruCache<number, World>(maxViews);
  const generator = lazyGenerator(base, load);
  const context = contextOf(base, generator.get);
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
      ready: generator.ready,
      // beyond the last day, the calendar of the replies stands still too
      shiftMs: (at: number) => base.shiftMs(at) - (calendar.epochDay(at) - day) * dayMs,
    });
    views.set(day, view, 1);
    return view;
  };
  const living: World = Object.defineProperties({} as World, {
    // descriptors, because a start reads no getter
    ...Object.getOwnPropertyDescriptors(base),
    on: { value: on, enumerable: true },
  });
  return living;
}

interface ReadyGenerator {
  readonly writer: ContentWriter;
  readonly newcomers: Newcomers;
}

function lazyGenerator(base: World, load: LoadGenerator) {
  let generator: ReadyGenerator | undefined;
  let loading: Promise<void> | undefined;
  return {
    ready(): Promise<void> | undefined {
      if (generator) return undefined;
      loading ??= load(base).then(({ writer, newcomers }) => {
        generator = { writer, newcomers: newcomersBy(newcomers) };
      });
      return loading;
    },
    get: () => generator as ReadyGenerator,
  };
}

interface ViewContext extends LivingContext {
  newcomers(): Newcomers;
  /** The parts of a stored account that decide when it is known. */
  fated(platform: Platform, id: string): Fated | undefined;
}

/** Look-ups ask for the fates of related accounts, so these stay in memory, at some 200 bytes each. */
const maxFates = 10_000;

function contextOf(base: World, generator: () => ReadyGenerator): ViewContext {
  const fates = createLruCache<string, Fated>(maxFates);
  return {
    writer: { period: (...given) => generator().writer.period(...given) },
    newcomers: () => generator().newcomers,
    numberOf: (account) =>
      account.found?.number ?? (base.numberOf(account.platform, accountId(account)) as number),
    stays: ({ platform, id }) => base.example[platform] === id,
    fated(platform, id) {
      const key = `${platform} ${id}`;
      const known = fates.get(key);
      const account = known ? undefined : bareAccount(base, platform, id);
      const fated = known ?? (account && fatedBy(account));
      if (fated && !known) fates.set(key, fated, 1);
      return fated;
    },
  };
}

/** The parts in which days differ beside their accounts. */
type OwnOfDay = Pick<World, 'day' | 'on' | 'ready' | 'shiftMs'>;

/** A world as it is on another day of the run than its epoch. Names and brands are those of the base. */
function viewOf(base: World, context: ViewContext, own: OwnOfDay): World {
  const { day } = own;
  const newcomers = newcomersOn(context, day);
  const wholeBy = (platform: Platform, id: string): Account | undefined =>
    storedBy(base, platform, id) ?? newcomers.account(newcomers.byId(platform, id));
  const aged = <T extends Account>(account: T | undefined): T | undefined =>
    account && accountOn(account, day, context);
  const has = (platform: Platform, id: string): boolean => {
    if (newcomers.byId(platform, id)) return true;
    const fated = context.fated(platform, id);
    return fated !== undefined && isThereOn(fated, day, context);
  };
  const shown = <T extends Account>(stored: T | undefined): T | undefined => {
    const account = aged(stored);
    if (!account || account.isStill) return account;
    return { ...account, related: relatedOn(account, has, newcomers.on(account.platform)) };
  };
  const byId = (platform: Platform, id: string): Account | undefined => shown(wholeBy(platform, id));
  const bareContext = { ...context, writer: modelWriter };
  const accountsBy = (make: (stored: Account | undefined) => Account | undefined) =>
    function* (platform: Platform): Generator<Account> {
      for (const stored of base.accounts(platform)) {
        const account = make(stored);
        if (account) yield account;
      }
      for (const newcomer of newcomers.on(platform)) {
        const account = make(newcomers.account(newcomer));
        if (account) yield account;
      }
    };
  return {
    ...own,
    searchColumn: undefined,
    get info() {
      return base.info;
    },
    get example() {
      return base.example;
    },
    clip: (handle) => byId('clip', handle),
    gram: (handle) => byId('gram', handle),
    tube: (channelId) => byId('tube', channelId),
    has,
    known(platform, ids) {
      const stored = base.known(platform, ids);
      return new Set(
        ids.filter((id) => (stored.has(id) ? has(platform, id) : newcomers.byId(platform, id) !== undefined)),
      );
    },
    numberOf: (platform, id) => base.numberOf(platform, id) ?? newcomers.byId(platform, id)?.number,
    idOf: base.idOf,
    tubeByHandle: (handle) =>
      shown(base.tubeByHandle(handle) ?? newcomers.account(newcomers.byHandle(handle))),
    post<On extends Platform>(platform: On, contentId: string) {
      const stored = base.post(platform, contentId)?.account as Account | undefined;
      const account = aged(stored ?? makerOf(platform, contentId));
      const content = account?.contents.find(({ id }) => id === contentId);
      return account && content && ({ account, content } as unknown as PostOn[On]);
    },
    excerpt: ((platform: Platform, id: string, positions: readonly number[]) => {
      const stored = positions.length === 0 ? bareAccount(base, platform, id) : storedBy(base, platform, id);
      const account = stored ?? newcomers.account(newcomers.byId(platform, id));
      return account && accountOn(account, day, context, positions);
    }) as World['excerpt'],
    brand: base.brand,
    brandByKey: base.brandByKey,
    brands: base.brands,
    sponsored: (brandKey) =>
      sponsoredBy(brandKey, base.sponsored(brandKey), (platform, id) => aged(wholeBy(platform, id))),
    *sponsoredAccounts() {
      for (const stored of base.sponsoredAccounts()) {
        const account = accountOn(stored, day, bareContext);
        if (account) yield account;
      }
    },
    niches: (platform) => withNewcomers(base.niches(platform), newcomers.on(platform), 'niches'),
    topics: () => withNewcomers(base.topics(), newcomers.on('tube'), 'topics'),
    nicheIds: base.nicheIds,
    inNiche: base.inNiche,
    accounts: accountsBy(aged),
    bareAccounts: accountsBy((account) => account && accountOn(account, day, bareContext)),
    contentFigures: base.contentFigures,
    people: base.people,
    close: base.close,
  } as World;

  /** The stored account, or the newcomer, of a content that is not stored, if its id names one. */
  function makerOf(platform: Platform, contentId: string): Account | undefined {
    const number = accountIn(platform, contentId);
    const id = base.idOf(platform, number);
    if (id !== undefined) return storedBy(base, platform, id);
    return newcomers.account(newcomers.byNumber(platform, number));
  }
}

/** The newcomers that are known on a day. */
function newcomersOn({ newcomers }: ViewContext, day: number) {
  const known = (found: Newcomer | undefined): Newcomer | undefined =>
    found && isFoundOn(found, day) ? found : undefined;
  return {
    on: (platform: Platform): readonly Newcomer[] =>
      newcomers()
        .on(platform, day)
        .filter((each) => isFoundOn(each, day)),
    byId: (platform: Platform, id: string) => known(newcomers().byId(platform, id)),
    byNumber: (platform: Platform, number: number) => known(newcomers().byNumber(platform, number)),
    byHandle: (handle: string) => known(newcomers().byHandle(handle)),
    account: (found: Newcomer | undefined) => found && newcomers().account(found),
  };
}

/** Repeats the stored contents that others resemble: their brands are the same, and no text is written. */
const modelWriter: ContentWriter = {
  period: (_, __, bareAt) => (place) => {
    const { like, ...bare } = bareAt(place);
    return { ...like, ...bare } as Content;
  },
};

/** Newcomers of its niche that an account recommends, beside those of the epoch. */
const newcomerShare = 0.2;
const maxNewRelated = 3;

/** The related accounts that the service knows on a day, with some newcomers of the niche (assumed: living-standings). */
function relatedOn(
  { platform, related, niches, seed, found }: Account,
  has: World['has'],
  newcomers: readonly Newcomer[],
): string[] {
  const luck = chances(seed, 'related newcomer');
  const more = newcomers.filter(
    ({ niches: [main], number }) =>
      main === niches[0] && number !== found?.number && luck(number) < newcomerShare,
  );
  return [...related.filter((id) => has(platform, id)), ...more.slice(0, maxNewRelated).map(({ id }) => id)];
}

const storedBy = (base: World, platform: Platform, id: string): Account | undefined =>
  ({ clip: base.clip, gram: base.gram, tube: base.tube })[platform](id);

/** An account without its contents. */
const bareAccount = (base: World, platform: Platform, id: string): Account | undefined =>
  base.excerpt(platform as 'clip', id, []);

/** New contents have the sponsors of stored ones, so no other account can have this one. */
const sponsoredBy = (
  brandKey: string,
  stored: readonly Sponsored[],
  byId: (platform: Platform, id: string) => Account | undefined,
): Sponsored[] =>
  stored.flatMap(({ platform, id }) => {
    const contentIds = (byId(platform, id)?.contents ?? []).flatMap((content) =>
      (content as GramContent | TubeContent).brands.includes(brandKey) ? [content.id] : [],
    );
    return contentIds.length > 0 ? [{ platform, id, contentIds }] : [];
  });
