import type { TSchema } from '@sinclair/typebox';
import type { OperationId } from '../core/operations.ts';
import { dictionaryOf, madeOf } from './dictionary.ts';
import { type Translate, translatorOf } from './translator.ts';

/** How the service speaks: in neutral words, as everything inside does, or in other ones. */
export interface Words {
  /** The word on the wire for a neutral one; any other text as it is. */
  said(word: string): string;
  /** A sentence with every neutral word in it replaced, also where it is a part of a name. */
  sentence(text: string): string;
  /** Where an operation is served. */
  pathsOf(operation: OperationId): readonly string[];
  /**
   * What renames values of a form, from neutral words to those on the wire and back; undefined where there is
   * nothing to rename, which in the neutral vocabulary is everywhere.
   */
  translator(schema: TSchema | undefined): Translate | undefined;
}

/** @throws UsageError for a dictionary that cannot be */
export function createWords({
  vocabulary,
  dictionary,
}: {
  vocabulary: 'neutral' | 'published';
  /** A user's own words, instead of the published ones. */
  dictionary: Readonly<Record<string, unknown>>;
}): Words {
  return vocabulary === 'neutral' ? neutral : spokenIn(dictionary);
}

const neutral: Words = {
  said: (word) => word,
  sentence: (text) => text,
  // specification 4.1 names the published path beside the neutral one
  pathsOf: (operation) =>
    operation === 'v2/gramBasic' ? ['/v2/gramBasic', '/v2/instagramBasic'] : [`/${operation}`],
  translator: () => undefined,
};

function spokenIn(own: Readonly<Record<string, unknown>>): Words {
  const dictionary = dictionaryOf(own);
  const said = (word: string): string => dictionary.get(word) ?? word;

  return {
    said,
    sentence: (text) =>
      text.replace(
        /(?:\b([Aa]) )?([A-Za-z][A-Za-z0-9]*)/g,
        (_, article: string | undefined, word: string) => {
          const instead = dictionary.get(word) ?? madeOf(word, said);
          if (article === undefined) return instead;
          // no neutral word begins with a vowel
          return `${article}${instead !== word && /^[aeiou]/i.test(instead) ? 'n' : ''} ${instead}`;
        },
      ),
    pathsOf: (operation) => [`/${operation.split('/').map(said).join('/')}`],
    translator: (schema) => schema && translatorOf(schema, said),
  };
}
