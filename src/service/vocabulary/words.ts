import type { TSchema } from '@sinclair/typebox';
import type { OperationId } from '../../core/operations.ts';
import { platforms, publishedPlatforms } from '../../core/platforms.ts';
import type { Vocabulary } from '../../core/vocabulary.ts';
import { madeOf, publishedDictionary } from './dictionary.ts';
import { type MetWords, type Translate, translatorOf } from './translator.ts';

/** The vocabulary of the wire: the neutral words of the code, the published ones, or both (then documents have the neutral ones). */
export interface Words {
  /** The vocabularies that requests may have; their own words decide between two. */
  readonly spoken: readonly SpokenWords[];
  /** The word on the wire for a neutral one; any other text unchanged. */
  toWire(word: string): string;
  /** Replaces every neutral word in a sentence, also inside names. */
  sentence(text: string): string;
  /** The paths of an operation in the documents. */
  pathsOf(operation: OperationId): readonly string[];
  /**
   * Translates values of a schema from neutral words to those on the wire, and back; undefined if there is
   * nothing to rename, so always in the neutral vocabulary.
   */
  translator(schema: TSchema | undefined): Translate | undefined;
  /** Reads values of a schema that came over the wire; undefined if there is nothing to rename. */
  reader(schema: TSchema | undefined): ReadWords | undefined;
}

/** One vocabulary. */
export interface SpokenWords extends Words {
  readonly vocabulary: Vocabulary;
}

/** @returns the value in neutral words; where two vocabularies are spoken, also that of its words if it has any that differ */
export type ReadWords = (sent: unknown) => { readonly value: unknown; readonly vocabulary?: Vocabulary };

export const createWords = ({ vocabulary }: { vocabulary: 'auto' | Vocabulary }): Words => {
  if (vocabulary === 'neutral') return neutral;
  return vocabulary === 'published' ? publishedWords() : eitherWords(publishedWords());
};

/** A value of a schema that came over the wire, in neutral words. */
export const inNeutralWords = (words: Words, schema: TSchema | undefined, sent: unknown): unknown =>
  words.reader(schema)?.(sent).value ?? sent;

/** Every path of an operation, in all vocabularies that are spoken. */
export const allPathsOf = ({ spoken }: Pick<Words, 'spoken'>, operation: OperationId): readonly string[] => [
  ...new Set(spoken.flatMap((words) => words.pathsOf(operation))),
];

/** The vocabulary that a sandbox with these words does not speak; undefined if it speaks both. */
export const otherVocabulary = ({ spoken }: Words): SpokenWords | undefined =>
  [neutral, publishedWords()].find(
    (words) => !spoken.some(({ vocabulary }) => vocabulary === words.vocabulary),
  );

/** The vocabulary of a path that nothing serves, by the platform in it: `/tiktok/likes`, `/v2/clipLikes`. */
export function vocabularyOfPath(path: string): Vocabulary | undefined {
  const [platform] =
    path.match(/(?<=\/)[a-z]+(?=[A-Z]|\/|$)/g)?.filter((word) => platformWords.has(word)) ?? [];
  return platform === undefined ? undefined : platformWords.get(platform);
}

const platformWords: ReadonlyMap<string, Vocabulary> = new Map([
  ...platforms.map((platform) => [platform, 'neutral'] as const),
  ...Object.values(publishedPlatforms).map((platform) => [platform, 'published'] as const),
]);

const neutral: SpokenWords = {
  vocabulary: 'neutral',
  get spoken() {
    return [neutral];
  },
  toWire: (word) => word,
  sentence: (text) => text,
  // contract 4.1 lists the published path beside the neutral one
  pathsOf: (operation) =>
    operation === 'v2/gramBasic' ? ['/v2/gramBasic', '/v2/instagramBasic'] : [`/${operation}`],
  translator: () => undefined,
  reader: () => undefined,
};

/** Both vocabularies. A name decides before a platform: `/v2/instagramBasic?gramId=` is neutral. */
const eitherWords = (published: SpokenWords): Words => ({
  ...neutral,
  spoken: [neutral, published],
  reader(schema) {
    const translate = published.translator(schema);
    return (
      translate &&
      ((sent) => {
        const met: MetWords = {};
        const translated = translate(sent, met);
        const vocabulary = met.name ?? met.platform;
        if (!vocabulary) return { value: sent };
        return { value: vocabulary === 'published' ? translated : sent, vocabulary };
      })
    );
  },
});

function publishedWords(): SpokenWords {
  const dictionary = publishedDictionary();
  const toWire = (word: string): string => dictionary.get(word) ?? word;
  const translator = (schema: TSchema | undefined) => schema && translatorOf(schema, toWire);

  const words: SpokenWords = {
    vocabulary: 'published',
    get spoken() {
      return [words];
    },
    toWire,
    sentence: (text) =>
      text.replace(
        /(?:\b([Aa]) )?([A-Za-z][A-Za-z0-9]*)/g,
        (_, article: string | undefined, word: string) => {
          const replacement = dictionary.get(word) ?? madeOf(word, toWire);
          if (article === undefined) return replacement;
          // no neutral word begins with a vowel
          return `${article}${replacement !== word && /^[aeiou]/i.test(replacement) ? 'n' : ''} ${replacement}`;
        },
      ),
    pathsOf: (operation) => [`/${operation.split('/').map(toWire).join('/')}`],
    translator,
    reader(schema) {
      const translate = translator(schema);
      return translate && ((sent) => ({ value: translate(sent) }));
    },
  };
  return words;
}
