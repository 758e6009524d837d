import { UsageError } from '../../core/errors.ts';
import { nearestHint } from '../../core/nearest.ts';
import { operations } from '../../core/operations.ts';
import { platforms, publishedPlatforms } from '../../core/platforms.ts';

/** Neutral word → its word on the wire. A word that stays the same has no entry. */
export type Dictionary = ReadonlyMap<string, string>;

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

/** Every neutral word that another vocabulary may replace. */
export const neutralWords: readonly string[] = [...platforms, ...titles, ...recordWords, ...operationIds];

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

/**
 * The published words, with replacements by a user. A new name for a platform also changes every word that
 * contains it, unless the user names that word too.
 * @throws UsageError for a word that cannot be replaced, or not by this one
 */
export function dictionaryOf(own: Readonly<Record<string, unknown>> = {}): Dictionary {
  const given = new Map(
    Object.entries(own).map(([word, replacement]) => [
      checkedWord(word),
      checkedReplacement(word, replacement),
    ]),
  );
  const toWire = (platform: string): string => given.get(platform) ?? publishedWords[platform] ?? platform;
  const published = (word: string): string | undefined =>
    given.has(platformIn(word)) ? undefined : publishedWords[word];
  const words = neutralWords.map((word): [string, string] => [
    word,
    given.get(word) ?? published(word) ?? madeOf(word, toWire),
  ]);
  refuseAmbiguous(words);
  return new Map(words.filter(([word, replacement]) => word !== replacement));
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

const platformIn = (word: string): string => platformPart.exec(word)?.[0].toLowerCase() ?? '';

function checkedWord(word: string): string {
  if (neutralWords.includes(word)) return word;
  throw new UsageError(`dictionary cannot replace "${word}"${nearestHint(word, neutralWords)}.`);
}

function checkedReplacement(word: string, replacement: unknown): string {
  if (typeof replacement === 'string' && /^[A-Za-z][A-Za-z0-9]{0,63}$/.test(replacement)) return replacement;
  throw new UsageError(
    `dictionary cannot replace "${word}" by ${JSON.stringify(replacement)}: use 1 to 64 letters and digits, beginning with a letter.`,
  );
}

/** First segments of paths that belong to no platform. */
const otherPaths = new Set(
  operations.flatMap(({ id, platform }) => (platform === null ? id.split('/') : [])),
);

/** Each word on the wire has one meaning; otherwise a request could be read in two ways. */
function refuseAmbiguous(words: readonly (readonly [string, string])[]): void {
  const meanings = new Map<string, string>();
  for (const [word, replacement] of words) {
    const other =
      meanings.get(replacement) ??
      (word === replacement ? undefined : neutralWords.find((each) => each === replacement));
    if (other !== undefined)
      throw new UsageError(`dictionary uses "${replacement}" for both "${word}" and "${other}".`);
    if (otherPaths.has(replacement))
      throw new UsageError(
        `dictionary cannot replace "${word}" by "${replacement}": a path has that name already.`,
      );
    meanings.set(replacement, word);
  }
}
