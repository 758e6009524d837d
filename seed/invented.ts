import { createHash } from 'node:crypto';
import { dayMs } from '../src/core/durations.ts';
import type { Platform } from '../src/core/platforms.ts';
import type { Account, AccountOn } from '../src/creators/world/account.ts';
import type { BrandBook } from './brands.ts';
import { clipAccount } from './clip.ts';
import { gramAccount } from './gram.ts';
import type { Handles } from './handles.ts';
import { laterName } from './later-names.ts';
import { type NicheSlug, nicheSlugs, traitsOf } from './niches.ts';
import { type Person, personAt } from './person.ts';
import { countries } from './places.ts';
import { tubeAccount } from './tube.ts';

/** The facts of a creator that decide the rest. */
export interface KnownOfCreator {
  readonly handle: string;
  readonly channelId?: string | undefined;
  /** ISO 3166-1 alpha-3. */
  readonly country?: string | undefined;
  /** Main language first. */
  readonly languages?: readonly string[] | undefined;
  readonly niches?: readonly string[] | undefined;
  readonly followers?: number | undefined;
  /** Since the latest content. */
  readonly silentMs?: number | undefined;
}

/**
 * Invents an account around what is known of it: texts, contents and an audience of its niche, country and languages, as
 * the accounts of a world are made. It depends only on its arguments.
 */
export function inventedAccount<On extends Platform>(platform: On, known: KnownOfCreator): AccountOn[On] {
  const { handle, channelId = '' } = known;
  const seed = createHash('sha256')
    .update(`${platform} ${channelId || handle}`)
    .digest()
    .readUInt32BE();
  const person = personAround(platform, known, personAt(seed, 1, laterName));
  const handles: Handles = { clip: '', gram: '', tube: '', channelId, [platform]: handle };
  const make = {
    clip: () => clipAccount(seed, person, handles, noBrands),
    gram: () => gramAccount(seed, person, handles, [], noBrands),
    tube: () => tubeAccount(seed, person, handles, noBrands),
  } satisfies Record<Platform, () => Account>;
  return make[platform]() as AccountOn[On];
}

const noBrands: BrandBook = { brands: [], partnersOf: () => [] };

function personAround(
  platform: Platform,
  { country, languages, niches = [], followers, silentMs = 0 }: KnownOfCreator,
  chosen: Person,
): Person {
  const slugs = niches.map((id) => id.split('_')[1] ?? '');
  const niche =
    slugs.find((slug): slug is NicheSlug => (nicheSlugs as readonly string[]).includes(slug)) ??
    nicheSlugs.find((each) => traitsOf(each).subs.some(({ slug }) => slugs.includes(slug))) ??
    chosen.niche;
  const sub = traitsOf(niche).subs.findIndex(({ slug }) => slugs.includes(slug));
  const home = countries.find(({ code }) => code === country) ?? chosen.country;
  return {
    ...chosen,
    niche,
    sub: sub < 0 ? chosen.sub : sub,
    country: home,
    city: home.cities[0] ?? chosen.city,
    languages: languages?.length ? [...languages] : chosen.languages,
    fame: followers === undefined ? chosen.fame : { ...chosen.fame, [platform]: followers },
    story: chosen.story === 'newborn' ? 'rising' : chosen.story,
    // old enough for any number of followers
    ageWeeks: Math.max(chosen.ageWeeks, 240),
    silentDays: silentMs > silentAfterMs ? Math.floor(silentMs / dayMs) : 0,
    on: { clip: false, gram: false, tube: false, [platform]: true },
  };
}

/** An account that published nothing for so long stays silent. */
const silentAfterMs = 35 * dayMs;
