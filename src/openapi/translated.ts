import type { Json } from '../http/generation-document.ts';
import type { Words } from '../vocabulary/words.ts';

/**
 * A document in the words on the wire: keys, listed values, names of schemas, sentences. Paths and examples are
 * left alone: the service gave them, so they are said already.
 */
export function translatedDocument(document: Json, words: Words): Json {
  const { schemas } = document['components'] as { schemas: Json };
  // Said, they would take the place of another schema.
  const kept = Object.keys(schemas).filter((name) => {
    const said = words.sentence(name);
    return said !== name && Object.hasOwn(schemas, said);
  });
  const say = (text: string): string =>
    kept.includes(text.replace('#/components/schemas/', '')) ? text : words.sentence(text);
  return spoken(document, say) as Json;
}

function spoken(node: unknown, say: (text: string) => string): unknown {
  if (typeof node === 'string') return say(node);
  if (Array.isArray(node)) return node.map((each) => spoken(each, say));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, part]) => [
      key.startsWith('/') ? key : say(key),
      saidAlready(key, part) ? part : spoken(part, say),
    ]),
  );
}

/** Examples of a schema are words in a list; those of a message have names. */
const saidAlready = (key: string, part: unknown): boolean =>
  key === 'example' || key === 'servers' || (key === 'examples' && !Array.isArray(part));
