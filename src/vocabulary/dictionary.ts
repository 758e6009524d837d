import { UsageError } from '../core/errors.ts';
import { nearestHint } from '../core/nearest.ts';
import { operations } from '../core/operations.ts';
import { platforms, publishedPlatforms } from '../core/platforms.ts';

/** Neutral word → the word that stands for it on the wire. Words that stay as they are have no entry. */
export type Dictionary = ReadonlyMap<string, string>;

/** Names of parameters, filters and record fields that are made of a platform's word. */
const names = [
  ...['gramId', 'gramName', 'clipId', 'clipName', 'tubeId', 'tubeName'],
  ...['basicGram', 'basicClip', 'basicTube', 'brandGramIds', 'gramGeoTaggedLocation'],
  ...['sponsoredTubeCreatorId', 'sponsoredGramCreatorId'],
];

/** Values of `sponsoringPlatforms`, which alone are written so. */
const titles = ['Gram', 'Tube'];

/** Names of generation 2 paths, and what `GET /usage` counts by. */
const operationIds = operations.flatMap(({ platform, operationId }) =>
  platform === null ? [] : [operationId],
);

/** Every neutral word that another vocabulary may say differently. */
export const neutralWords: readonly string[] = [...platforms, ...titles, ...names, ...operationIds];

/**
 * The words of the published service (observed). What is missing follows from the three platforms: `gramId` is
 * `instagramId`, `searchTube` is `searchYoutube`.
 */
export const publishedWords: Readonly<Record<string, string>> = {
  ...publishedPlatforms,
  Tube: 'YouTube',
  basicClip: 'basicTikTok',
  brandGramIds: 'brandIgIds',
  gramGeoTaggedLocation: 'igGeoTaggedLocation',
};

/**
 * The published words, with those of a user in their place. Whoever renames a platform renames all that is made
 * of its word, unless that is named too.
 * @throws UsageError for a word that cannot be replaced, or by this one
 */
export function dictionaryOf(own: Readonly<Record<string, unknown>> = {}): Dictionary {
  const given = new Map(
    Object.entries(own).map(([word, instead]) => [checkedWord(word), textOf(word, instead)]),
  );
  const spoken = (platform: string): string => given.get(platform) ?? publishedWords[platform] ?? platform;
  const published = (word: string): string | undefined =>
    given.has(platformIn(word)) ? undefined : publishedWords[word];
  const words = neutralWords.map((word): [string, string] => [
    word,
    given.get(word) ?? published(word) ?? madeOf(word, spoken),
  ]);
  refuseAmbiguous(words);
  return new Map(words.filter(([word, instead]) => word !== instead));
}

/** The same word with the platform's own in it: `getClipProfile` → `getTiktokProfile`. */
export const madeOf = (word: string, spoken: (platform: string) => string): string =>
  word.replace(platformPart, (part) => {
    const instead = spoken(part.toLowerCase());
    return part === part.toLowerCase() ? instead : capitalised(instead);
  });

/** At the beginning, or as a part of a name that begins with a capital. */
const platformPart = /^(?:gram|clip|tube)(?=[A-Z]|$)|(?:Gram|Clip|Tube)(?=[A-Z]|$)/;

const platformIn = (word: string): string => platformPart.exec(word)?.[0].toLowerCase() ?? '';

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function checkedWord(word: string): string {
  if (neutralWords.includes(word)) return word;
  throw new UsageError(`dictionary cannot replace "${word}"${nearestHint(word, neutralWords)}.`);
}

function textOf(word: string, instead: unknown): string {
  if (typeof instead === 'string' && /^[A-Za-z][A-Za-z0-9]{0,63}$/.test(instead)) return instead;
  throw new UsageError(
    `dictionary cannot replace "${word}" by ${JSON.stringify(instead)}: it takes letters and digits, at most 64.`,
  );
}

/** Beginnings of paths that are no platform's. */
const otherPaths = new Set(
  operations.flatMap(({ id, platform }) => (platform === null ? id.split('/') : [])),
);

/** On the wire each word must have one meaning, or a request could be read in two ways. */
function refuseAmbiguous(words: readonly (readonly [string, string])[]): void {
  const meanings = new Map<string, string>();
  for (const [word, instead] of words) {
    const other =
      meanings.get(instead) ?? (word === instead ? undefined : neutralWords.find((each) => each === instead));
    if (other !== undefined)
      throw new UsageError(`dictionary says "${instead}" for both "${word}" and "${other}".`);
    if (otherPaths.has(instead))
      throw new UsageError(`dictionary cannot replace "${word}" by "${instead}": that is a path already.`);
    meanings.set(instead, word);
  }
}
