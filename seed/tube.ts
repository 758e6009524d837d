import { allNiches, epochAt, type TubeAccount, type TubeContent } from '../src/creators/world/account.ts';
import { categoriesOf } from '../src/creators/world/categories.ts';
import { appealOf, earlierOf, everyDaysOf, type Profile, profileOf, responseOf } from './account.ts';
import type { BrandBook } from './brands.ts';
import { descriptionOf } from './description.ts';
import { figuresOf, manners } from './figures.ts';
import { followersAt } from './growth.ts';
import type { Handles } from './handles.ts';
import { shortId } from './ids.ts';
import { nicheId, traitsOf } from './niches.ts';
import type { Person } from './person.ts';
import { trackCodes } from './places.ts';
import { type Random, randomFor } from './random.ts';
import { rhythmOf } from './rhythm.ts';
import { speakerFor } from './words.ts';

export function tubeAccount(seed: number, person: Person, handles: Handles, brands: BrandBook): TubeAccount {
  const random = randomFor(seed, 'tube', person.index);
  const profile = profileOf(random, seed, person, handles, { platform: 'tube', olderBy: 4 });
  const followers = profile.followerWeeks[0] as number;
  const rhythm = rhythmOf(random, {
    epochAt,
    createdAt: profile.createdAt,
    everyDays: everyDaysOf(person, followers) * random.between(1.1, 2.6),
    silentDays: person.silentDays,
    seenAt: profile.updatedAt,
    utc: person.country.utc,
    listed: random.int(42, 62),
  });
  const contents = uploadsOf(random, person, rhythm.publishedAt, profile, brands);
  return {
    platform: 'tube',
    channelId: handles.channelId,
    handle: handles.tube,
    ...profile,
    categories: categoriesOf(contents),
    topics: topicsOf(random, person),
    older: earlierOf(rhythm, contents, ['video', 'short']),
    contents,
  };
}

export function topicsOf(random: Random, person: Person): string[] {
  const traits = traitsOf(person.niche);
  const sub = traits.subs[person.sub]?.slug ?? '';
  const whole = nicheId(person.niche, allNiches);
  return random.chance(0.9) ? [nicheId(sub, traits.name), whole] : [whole];
}

function uploadsOf(
  random: Random,
  person: Person,
  publishedAt: readonly number[],
  profile: Profile,
  brands: BrandBook,
): TubeContent[] {
  const weeks = profile.followerWeeks;
  const speaker = speakerFor(random, person, { platform: 'tube', ...profile });
  const appeal = appealOf(random, person, 'tube');
  const followers = weeks[0] as number;
  const response = responseOf(random, person, followers);
  const shortShare = random.chance(0.08) ? 0 : random.between(0.2, 0.65);
  const streamShare = random.chance(0.25) ? random.between(0.02, 0.15) : 0;
  const memberShare = followers > 30_000 && random.chance(0.3) ? random.between(0.02, 0.08) : 0;
  const typicalLength = random.int(260, 1250);
  const traits = traitsOf(person.niche);
  const writtenTracks = writtenTracksOf(random, person);
  const partners = brands.partnersOf(random, person, followers).filter((brand) => brand.brandId !== '');
  return publishedAt.map((at) => {
    const isShort = random.chance(shortShare);
    const isStream = !isShort && random.chance(streamShare);
    const sponsors =
      !isStream && partners.length > 0 && random.chance(isShort ? 0.04 : 0.16)
        ? random.shuffled(partners).slice(0, random.chance(0.15) ? 2 : 1)
        : [];
    const caption = speaker.caption({
      brand: sponsors.map(({ name }) => name).join(' & '),
      tagsAtEnd: false,
    });
    const { language, item, hashtags } = caption;
    const titled = isShort && sponsors.length === 0;
    const title = titled ? caption.text : speaker.title(item, language, isStream);
    return {
      kind: isShort ? 'short' : 'video',
      isStream,
      id: shortId(random),
      publishedAt: at,
      title,
      topic: item,
      lengthSec: lengthOf(random, typicalLength, isShort, isStream),
      text: descriptionOf(
        sponsors.length > 0 ? [caption.text] : [],
        isShort ? '' : speaker.about(item, language),
        isShort ? '' : speaker.outro(language),
        hashtags,
      ),
      hashtags,
      ...withoutShares(
        figuresOf(
          random,
          isShort ? manners.short : manners.video,
          followersAt(weeks, epochAt - at),
          appeal,
          response,
          epochAt - at,
        ),
      ),
      brands: sponsors.map(({ key }) => key),
      isMemberOnly: !isShort && random.chance(memberShare),
      language,
      category: random.chance(0.9) ? traits.tubeCategory : traits.tubeAside,
      subtitles: tracksOf(random, language, writtenTracks),
      subtitleRepeat: 1,
    };
  });
}

const withoutShares = ({
  views,
  likes,
  comments,
}: ReturnType<typeof figuresOf>): Pick<TubeContent, 'views' | 'likes' | 'comments'> => ({
  views,
  likes,
  comments,
});

const lengthOf = (random: Random, typical: number, isShort: boolean, isStream: boolean): number => {
  if (isShort) return random.int(14, 60);
  if (isStream) return random.int(2400, 9600);
  return Math.max(95, Math.round(random.longTail(typical, 0.4)));
};

/** Languages of translated subtitles. */
function writtenTracksOf(random: Random, person: Person): string[] {
  const main = person.languages[0] ?? 'eng';
  if (!random.chance(0.3)) return [];
  const otherLanguages = ['eng', 'spa', 'por', 'deu', 'zht', 'fra'].filter((code) => code !== main);
  return random.shuffled([main, ...otherLanguages]).slice(0, random.int(1, 3));
}

/** Every video has an automatic track in its language; some also have written ones. */
const tracksOf = (random: Random, language: string, written: readonly string[]): string[] => [
  `a.${trackCodes[language] ?? 'en'}`,
  ...(random.chance(0.7) ? written.map((code) => `.${trackCodes[code] ?? 'en'}`) : []),
];
