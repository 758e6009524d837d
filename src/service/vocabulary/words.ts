import type { TSchema } from '@sinclair/typebox';
import type { OperationId } from '../../core/operations.ts';
import { madeOf, publishedDictionary } from './dictionary.ts';
import { type Translate, translatorOf } from './translator.ts';

/** The vocabulary of the wire: the neutral words of the code, or the published ones. */
export interface Words {
  /** The word on the wire for a neutral one; any other text unchanged. */
  toWire(word: string): string;
  /** Replaces every neutral word in a sentence, also inside names. */
  sentence(text: string): string;
  /** The paths of an operation. */
  pathsOf(operation: OperationId): readonly string[];
  /**
   * Translates values of a schema from neutral words to those on the wire, and back; undefined if there is
   * nothing to rename, so always in the neutral vocabulary.
   */
  translator(schema: TSchema | undefined): Translate | undefined;
}

export const createWords = ({ vocabulary }: { vocabulary: 'neutral' | 'published' }): Words =>
  vocabulary === 'neutral' ? neutral : publishedWords();

/** The vocabulary that a sandbox with these words does not speak. */
export const otherVocabulary = (words: Words): { name: 'neutral' | 'published'; words: Words } =>
  words === neutral ? { name: 'published', words: publishedWords() } : { name: 'neutral', words: neutral };

const neutral: Words = {
  toWire: (word) => word,
  sentence: (text) => text,
  // contract 4.1 lists the published path beside the neutral one
  pathsOf: (operation) =>
    operation === 'v2/gramBasic' ? ['/v2/gramBasic', '/v2/instagramBasic'] : [`/${operation}`],
  translator: () => undefined,
};

function publishedWords(): Words {
  const dictionary = publishedDictionary();
  const toWire = (word: string): string => dictionary.get(word) ?? word;

  return {
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
    translator: (schema) => schema && translatorOf(schema, toWire),
  };
}
