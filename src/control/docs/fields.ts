import type { Document, Schema } from './types.ts';

/** One line of a table of fields. */
export interface Field {
  /** With the names of what it stands in: `filters[].op`. */
  name: string;
  type: string;
  required: boolean;
  description: string;
}

/** Every field of a schema, and of what its fields hold. */
export function fieldsOf(document: Document, schema: Schema | undefined, prefix = '', depth = 0): Field[] {
  const { properties = {}, required = [], items, anyOf } = resolved(document, schema);
  if (items && depth === 0) return fieldsOf(document, items, '[].', 1);
  if (anyOf) return anyOf.flatMap((each) => fieldsOf(document, each, prefix, depth));
  return Object.entries(properties).flatMap(([name, part]) => {
    const about = resolved(document, part);
    const inner = about.items ? { of: about.items, sign: '[].' } : { of: about, sign: '.' };
    return [
      {
        name: prefix + name,
        type: typeOf(document, part),
        required: required.includes(name),
        description: about.description ?? '',
      },
      ...(depth < deepest ? fieldsOf(document, inner.of, prefix + name + inner.sign, depth + 1) : []),
    ];
  });
}

/** Deeper ones are seen in the example. */
const deepest = 5;

/** The type with its limits, in words. */
function typeOf(document: Document, schema: Schema): string {
  const about = resolved(document, schema);
  const { type, items, enum: words, additionalProperties } = about;
  if (about.const !== undefined) return `always ${JSON.stringify(about.const)}`;
  if (words) return `one of ${wordsOf(words, about.description ?? '')}`;
  if (type === 'array' && items) return `list of ${typeOf(document, items)}${limits(about)}`;
  if (typeof additionalProperties === 'object') return 'object by name';
  return `${[type ?? (about.anyOf ? 'object' : 'anything')].flat().join(' or ')}${limits(about)}`;
}

/** Words that the description tells with their meaning are not told twice. */
const wordsOf = (words: readonly unknown[], description: string): string =>
  words.every((word) => description.includes(`${word}: `)) ? 'these' : words.map(String).join(', ');

function limits({ pattern, ...about }: Schema): string {
  const range = (least: number | undefined, most: number | undefined, of: string): string[] =>
    least === undefined && most === undefined
      ? []
      : [most === undefined ? `from ${least}${of}` : `${least ?? 0} to ${most}${of}`];
  return [
    ...range(about.minimum, about.maximum, ''),
    ...range(about.minLength, about.maxLength, ' characters'),
    ...range(about.minItems, about.maxItems, ' items'),
    ...(pattern === undefined ? [] : [`pattern ${pattern}`]),
  ]
    .map((limit) => `, ${limit}`)
    .join('');
}

function resolved(document: Document, schema: Schema | undefined): Schema {
  const name = schema?.$ref?.split('/').at(-1);
  return (name === undefined ? schema : document.components.schemas[name]) ?? {};
}
