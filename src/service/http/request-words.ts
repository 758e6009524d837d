import { serviceHeader } from '../../core/service-header.ts';
import type { Vocabulary } from '../../core/vocabulary.ts';
import type { SpokenWords, Words } from '../vocabulary/words.ts';
import type { ServiceRequest } from './generation.ts';

/**
 * The words of a reply: those of its request's parameters, else of its path, else those that the key used last, else
 * those with which a key begins.
 */
export function wordsOf(
  { words }: { readonly words: Words },
  request: Pick<ServiceRequest, 'vocabulary' | 'headers'>,
  usedLast: Vocabulary | null | undefined,
): SpokenWords {
  const { spoken } = words;
  const vocabulary = request.vocabulary ?? usedLast ?? firstVocabulary(request);
  return spoken.find((each) => each.vocabulary === vocabulary) ?? (spoken[0] as SpokenWords);
}

/** The words with which a key begins: the published ones for a client that means to ask the service itself. */
export const firstVocabulary = ({ headers }: Pick<ServiceRequest, 'headers'>): Vocabulary =>
  headers[serviceHeader] === undefined ? 'neutral' : 'published';
