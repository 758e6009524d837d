import type { JsonObject } from '../../service/http/generation-document.ts';
import type { Words } from '../../service/vocabulary/words.ts';

/**
 * Translates a document to the words on the wire: keys, enum values, names of schemas, sentences. Paths and examples are
 * in those words already, because they come from the service.
 */
export function translateDocument(document: JsonObject, words: Words): JsonObject {
  const { schemas } = document['components'] as { schemas: JsonObject };
  // The translation of these names is the name of another schema.
  const ambiguous = Object.keys(schemas).filter((name) => {
    const translated = words.sentence(name);
    return translated !== name && Object.hasOwn(schemas, translated);
  });
  const translate = (text: string): string =>
    ambiguous.includes(text.replace('#/components/schemas/', '')) ? text : words.sentence(text);
  return translateNode(document, translate) as JsonObject;
}

function translateNode(node: unknown, translate: (text: string) => string): unknown {
  if (typeof node === 'string') return translate(node);
  if (Array.isArray(node)) return node.map((each) => translateNode(each, translate));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, part]) => [
      key.startsWith('/') ? key : translate(key),
      isTranslated(key, part) ? part : translateNode(part, translate),
    ]),
  );
}

/** Whether a part is in the words on the wire already. `examples` of a schema are a list, those of a message a map. */
const isTranslated = (key: string, part: unknown): boolean =>
  key === 'example' || (key === 'examples' && !Array.isArray(part));
