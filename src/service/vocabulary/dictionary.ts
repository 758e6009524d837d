import { operations } from '../../core/operations.ts';
import { platforms, publishedPlatforms } from '../../core/platforms.ts';

/** Neutral word → its word on the wire. */
type Dictionary = ReadonlyMap<string, string>;

/** Names of parameters, filters and record fields that contain the name of a platform. */
const recordWords = [
  ...['gramId', 'gramName', 'clipId', 'clipName', 'tubeId', 'tubeName'],
  ...['basicGram', 'basicClip', 'basicTube', 'detailTube', 'brandGramIds', 'gramGeoTaggedLocation'],
  ...['basicGramPost', 'basicClipPost', 'basicTubePost'],
  ...['sponsoredTubeCreatorId', 'sponsoredGramCreatorId'],
];

/** Values of `sponsoringPlatforms`; only these are capitalised. */
const titles = ['Gram', 'Tube'];

/** Names of generation 2 paths, which are also the operation names in `GET /usage`. */
const operationIds = operations.flatMap(({ platform, operationId }) =>
  platform === null ? [] : [operationId],
);

/** Every neutral word that the published vocabulary replaces. */
const neutralWords: readonly string[] = [...platforms, ...titles, ...recordWords, ...operationIds];

/**
 * The words of the published service (observed). Words that are missing here follow from the platform names:
 * `gramId` becomes `instagramId`, `searchTube` becomes `searchYoutube`.
 */
const publishedWords: Readonly<Record<string, string>> = {
  ...publishedPlatforms,
  Tube: 'YouTube',
  basicClip: 'basicTikTok',
  basicClipPost: 'basicTikTokPost',
  brandGramIds: 'brandIgIds',
  gramGeoTaggedLocation: 'igGeoTaggedLocation',
};

/** The word on the wire for each neutral word. */
export function publishedDictionary(): Dictionary {
  const toWire = (platform: string): string => publishedWords[platform] ?? platform;
  return new Map(neutralWords.map((word) => [word, publishedWords[word] ?? madeOf(word, toWire)]));
}

/** Replaces the platform in a word: `getClipProfile` → `getTiktokProfile`. */
export const madeOf = (word: string, toWire: (platform: string) => string): string =>
  word.replace(platformPart, (part) => {
    const replacement = toWire(part.toLowerCase());
    return part === part.toLowerCase() ? replacement : capitalised(replacement);
  });

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** At the beginning of a word, or as a capitalised part of it. */
const platformPart = new RegExp(
  `(?:^(?:${platforms.join('|')})|${platforms.map(capitalised).join('|')})(?=[A-Z]|$)`,
);
