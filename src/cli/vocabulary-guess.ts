import { operationIds } from '../core/operations.ts';
import type { Settings } from '../core/settings.ts';
import type { RequestEvent, SandboxEvent } from '../journal/events.ts';
import { createWords, otherVocabulary, type Words } from '../service/vocabulary/words.ts';

/** Guesses the words of a client from its first requests. */
export interface VocabularyGuess {
  readonly vocabulary: Settings['vocabulary'];
  /** The request that shows it, such as `GET /clip/profile`. */
  readonly request: string;
}

/** Watches the requests of a sandbox until a path belongs to one vocabulary only: many paths are the same in both. */
export function watchVocabulary(settings: Pick<Settings, 'vocabulary'>): {
  readonly listener: (event: SandboxEvent) => void;
  /** Undefined while no request shows it. */
  guess(): VocabularyGuess | undefined;
  /** Resolves once a request shows the vocabulary that the sandbox does not speak. */
  readonly isOther: Promise<VocabularyGuess>;
} {
  const own = createWords(settings);
  const other = otherVocabulary(own);
  const ownPaths = pathsIn(own);
  const otherPaths = pathsIn(other.words);
  const { promise: isOther, resolve } = Promise.withResolvers<VocabularyGuess>();
  let found: VocabularyGuess | undefined;
  return {
    listener({ name, data }) {
      if (found || name !== 'request') return;
      const { method, url } = data as RequestEvent;
      const path = url.split('?', 1)[0] ?? '';
      if (ownPaths.has(path) === otherPaths.has(path)) return;
      const vocabulary = ownPaths.has(path) ? settings.vocabulary : other.name;
      found = { vocabulary, request: `${method} ${path}` };
      if (vocabulary === other.name) resolve(found);
    },
    guess: () => found,
    isOther,
  };
}

const pathsIn = (words: Words): ReadonlySet<string> =>
  new Set(operationIds.flatMap((operation) => words.pathsOf(operation)));
