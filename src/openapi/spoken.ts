import type { Words } from '../vocabulary/words.ts';
import type { Json } from './schemas.ts';

/**
 * A document in the words on the wire: keys, listed values, names of schemas, sentences. Paths and examples are
 * left alone: the service gave them, so they are said already.
 */
export function spokenDocument(document: Json, words: Words): Json {
  return spoken(document, words) as Json;
}

function spoken(node: unknown, words: Words): unknown {
  if (typeof node === 'string') return words.sentence(node);
  if (Array.isArray(node)) return node.map((each) => spoken(each, words));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, part]) => [
      key.startsWith('/') ? key : words.sentence(key),
      saidAlready(key, part) ? part : spoken(part, words),
    ]),
  );
}

/** Examples of a schema are words in a list; those of a message have names. */
const saidAlready = (key: string, part: unknown): boolean =>
  key === 'example' || key === 'servers' || (key === 'examples' && !Array.isArray(part));
