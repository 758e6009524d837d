import { withoutAt } from '../../core/handles.ts';
import type { Platform } from '../../core/platforms.ts';
import { isObject } from '../../core/values.ts';
import type { Call, Found, Page, SeenCall, WasteRule, Watch } from '../call.ts';
import { evidenceOf } from '../evidence.ts';
import { createLatestEntries } from '../latest-entries.ts';
import { maxSearches } from '../pages.ts';

/** Pages of one search that are watched. */
const maxPages = 32;

/**
 * The pages behind the last one with a look-up. None where less than half of the creators before were looked up: such a
 * client reads the lists themselves.
 */
export const unusedPage: WasteRule = {
  sentence: 'The page came after the last one whose creators were looked up, or it was empty.',
  watch: watchPages,
};

/** The pages of one search, and how many of their creators were looked up. */
interface Search {
  readonly keyId: string;
  /** Handles of one platform are not those of another. */
  readonly platform: Platform | null;
  /** The pages in turn; those of a former round are not among them. */
  pages: ListedPage[];
  /** By id that was not looked up yet, the pages that list it. */
  byId: Map<string, ListedPage[]>;
  /** A look-up of a listed creator was refused: the client may have wanted the others too. */
  isBrokenOff: boolean;
}

interface ListedPage {
  readonly call: SeenCall;
  readonly offset: number;
  readonly order: string;
  readonly items: number;
  /** Creators of it that were looked up. */
  lookedUp: number;
}

function watchPages(found: Found): Watch {
  const searches = createLatestEntries<Search>(maxSearches, (search) => judgePages(search, found));
  return {
    judge(calls) {
      const own = new Set(searches.values().filter(({ keyId }) => keyId === calls[0]?.keyId));
      for (const call of calls) {
        if (!call.operation.isPaged) markUsed(own, call);
        else if (call.page) own.add(notePage(call, call.page));
      }
    },
    undecided(found) {
      for (const search of searches.values()) judgePages(search, found);
    },
  };

  /** @returns its search */
  function notePage(call: Call, { search: name, offset, order }: Page): Search {
    const { input, keyId, operation, credits } = call;
    const search = searches.get(name) ?? newSearch(keyId, operation.platform);
    if (input.items === undefined || credits === 0) return search;
    if (input.items.length === 0 && offset > 0) {
      found(call, { credits });
      return search;
    }
    if (search.pages.length === 0) searches.set(name, search);
    // Another round over the pages, whose creators the client may know from the one before.
    if (search.pages.some((page) => page.offset === offset && page.order === order)) {
      // A round that nobody used can stand for this one.
      if (search.pages.every(({ lookedUp }) => lookedUp === 0)) return search;
      judgePages(search, found);
      Object.assign(search, { pages: [], byId: new Map() });
    }
    if (search.pages.length >= maxPages) return search;
    const page = {
      ...{ offset, order, lookedUp: 0 },
      call: { evidence: evidenceOf(input), operation },
      items: input.items.length,
    };
    search.pages.push(page);
    for (const id of input.items as readonly string[])
      search.byId.set(id, [...(search.byId.get(id) ?? []), page]);
    return search;
  }
}

const newSearch = (keyId: string, platform: Platform | null): Search => ({
  ...{ keyId, platform },
  pages: [],
  byId: new Map(),
  isBrokenOff: false,
});

/** A call that may look up what the pages of its key list. */
function markUsed(searches: Iterable<Search>, { operation, input, kind }: Call): void {
  if (!isObject(input.given)) return;
  // A 400 is about the parameters: the next look-up may succeed.
  const isKeyRefused = kind === 'wrong' && input.request.status !== 400;
  for (const search of searches)
    if (search.platform === operation.platform) markListed(search, input.given, isKeyRefused);
}

function markListed(search: Search, given: Record<string, unknown>, isKeyRefused: boolean): void {
  for (const name in given) {
    const value = given[name];
    if (typeof value !== 'string') continue;
    const id = withoutAt(value);
    const listing = search.byId.get(id);
    if (!listing) continue;
    if (isKeyRefused) search.isBrokenOff = true;
    for (const page of listing) page.lookedUp += 1;
    search.byId.delete(id);
  }
}

function judgePages({ pages, isBrokenOff }: Search, found: Found): void {
  const lastUsed = pages.reduce((last, page) => (page.lookedUp > 0 ? Math.max(last, page.offset) : last), -1);
  const read = pages.filter(({ offset }) => offset <= lastUsed);
  const listed = read.reduce((sum, { items }) => sum + items, 0);
  const lookedUp = read.reduce((sum, page) => sum + page.lookedUp, 0);
  if (lastUsed < 0 || isBrokenOff || 2 * lookedUp < listed) return;
  for (const { offset, call } of pages)
    if (offset > lastUsed) found(call, { credits: call.evidence.credits });
}
