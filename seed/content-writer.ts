import type {
  Account,
  Brand,
  ClipAccount,
  ClipContent,
  Content,
  GramAccount,
  GramContent,
  TubeContent,
} from '../src/creators/world/account.ts';
import type { BareContent, ContentWriter } from '../src/creators/world/living.ts';
import { descriptionOf } from './description.ts';
import { type NicheSlug, nicheSlugs, niches, traitsOf } from './niches.ts';
import type { Spoken } from './person.ts';
import { type Country, countries, trackCodes } from './places.ts';
import { type Random, randomFor } from './random.ts';
import { soundOf } from './sounds.ts';
import { voiceOf } from './voices.ts';
import { type Speaker, speakerFor } from './words.ts';

/**
 * Writes contents that no world stores, as the generator writes those that it stores: a creator keeps the languages, the
 * niche, the sponsors and the habits that the account shows.
 */
export function contentWriter(brandOf: (key: string) => Brand | undefined): ContentWriter {
  return {
    period(account, period, bareAt) {
      const random = randomFor(account.seed, period);
      const made: Content[] = [];
      const write = writerOf(account, random, brandOf);
      return (place) => {
        while (made.length <= place) made.push(write(bareAt(made.length)));
        return made[place] as Content;
      };
    },
  };
}

type BrandOf = (key: string) => Brand | undefined;

function writerOf(account: Account, random: Random, brandOf: BrandOf): (bare: BareContent) => Content {
  const creator = creatorOf(account);
  const speaker = speakerFor(random, creator, account);
  switch (account.platform) {
    case 'clip':
      return (bare) => clipContent(account, random, speaker, creator, bare, brandOf);
    case 'gram':
      return (bare) => gramContent(account, random, speaker, creator, bare, brandOf);
    case 'tube':
      return (bare) => tubeContent(speaker, bare, brandOf);
  }
}

/** The parts of a person that contents show, read from an account. */
type Creator = Spoken & { name: { full: string } };

function creatorOf({ niches: ids, languages, country, displayName, seed }: Account): Creator {
  const slugs = ids.map((id) => id.split('_')[1] ?? '');
  const niche =
    slugs.find(isNiche) ??
    nicheSlugs.find((each) => traitsOf(each).subs.some(({ slug }) => slugs.includes(slug))) ??
    (nicheSlugs[seed % nicheSlugs.length] as NicheSlug);
  const sub = traitsOf(niche).subs.findIndex(({ slug }) => slugs.includes(slug));
  const parts = countries.filter(({ code }) => code === country);
  const spoken = parts.find((part) => part.languages.some(({ code }) => code === languages[0]));
  const { cities } = spoken ?? parts[0] ?? (countries[0] as Country);
  return {
    languages,
    niche,
    sub: sub < 0 ? seed % 3 : sub,
    name: { full: displayName },
    city: { name: cities[seed % cities.length]?.name ?? '' },
  };
}

const isNiche = (slug: string): slug is NicheSlug => slug in niches;

/** A new content with figures of 0, which the line of the account fills in. */
const bareFields = ({ id, publishedAt, lengthSec }: BareContent) => ({
  id,
  publishedAt,
  lengthSec,
  views: 0,
  likes: 0,
  comments: 0,
});

function clipContent(
  account: ClipAccount,
  random: Random,
  speaker: Speaker,
  creator: Creator,
  bare: BareContent,
  brandOf: BrandOf,
): ClipContent {
  const like = bare.like as ClipContent;
  const { text, hashtags } = speaker.caption({ brand: partnerIn(like, brandOf), tagsAtEnd: true });
  const audio = soundOf(random, voiceOf(creator.languages[0] ?? 'eng'), account.handle, creator);
  const { commerceHashtags, isAd, isDuetEnabled } = like;
  return {
    kind: 'video',
    ...bareFields(bare),
    shares: 0,
    text,
    hashtags,
    commerceHashtags,
    audio,
    isAd,
    isDuetEnabled,
  };
}

/** The name of the sponsor of an ad, which its campaign hashtag names. */
function partnerIn({ commerceHashtags: [tag] }: ClipContent, brandOf: BrandOf): string {
  const key = /^#(.+)partner$/.exec(tag ?? '')?.[1];
  return key === undefined ? '' : (brandOf(key)?.name ?? key);
}

function gramContent(
  account: GramAccount,
  random: Random,
  speaker: Speaker,
  creator: Creator,
  bare: BareContent,
  brandOf: BrandOf,
): GramContent {
  const like = bare.like as GramContent;
  const partners = like.brands.flatMap((key) => brandOf(key)?.gramHandles[0] ?? []);
  const mention = partners.map((handle) => `@${handle}`).join(' x ');
  const { text, hashtags } = speaker.caption({ brand: mention, tagsAtEnd: random.chance(0.85) });
  const { contains } = traitsOf(creator.niche);
  return {
    kind: like.kind,
    ...bareFields(bare),
    text,
    hashtags,
    brands: like.brands,
    carousel: like.carousel,
    contains: random.shuffled(contains).slice(0, random.int(0, 3)),
    tagged: like.tagged,
    place: like.place,
    audio:
      like.kind === 'reel'
        ? soundOf(random, voiceOf(creator.languages[0] ?? 'eng'), account.handle, creator)
        : null,
    filter: like.filter,
    sticker: like.sticker,
  };
}

function tubeContent(speaker: Speaker, bare: BareContent, brandOf: BrandOf): TubeContent {
  const like = bare.like as TubeContent;
  const isShort = like.kind === 'short';
  const brand = like.brands.flatMap((key) => brandOf(key)?.name ?? []).join(' & ');
  const caption = speaker.caption({ brand, tagsAtEnd: false });
  const { language, item, hashtags } = caption;
  const { isStream, brands, isMemberOnly, category, subtitles, subtitleRepeat } = like;
  const written = subtitles.filter((track) => !track.startsWith('a.'));
  return {
    kind: like.kind,
    isStream,
    ...bareFields(bare),
    title: isShort && brand === '' ? caption.text : speaker.title(item, language, isStream),
    topic: item,
    text: descriptionOf(
      brand === '' ? [] : [caption.text],
      isShort ? '' : speaker.about(item, language),
      isShort ? '' : speaker.outro(language),
      hashtags,
    ),
    hashtags,
    brands,
    isMemberOnly,
    language,
    category,
    subtitles: [`a.${trackCodes[language] ?? 'en'}`, ...written],
    subtitleRepeat,
  };
}
