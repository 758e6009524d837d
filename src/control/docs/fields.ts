import type { Document, Schema } from './types.ts';

/** One row of a table of fields. */
export interface Field {
  /** The path to the field: `filters[].op`. */
  name: string;
  type: string;
  required: boolean;
  description: string;
}

/** All fields of a schema, nested ones included. */
export function fieldsOf(document: Document, schema: Schema | undefined, prefix = '', depth = 0): Field[] {
  const { properties = {}, required = [], items, anyOf } = resolved(document, schema);
  if (items && depth === 0) return fieldsOf(document, items, '[].', 1);
  if (anyOf) return anyOf.flatMap((each) => fieldsOf(document, each, prefix, depth));
  return Object.entries(properties).flatMap(([name, part]) => {
    const field = resolved(document, part);
    const inner = field.items ? { schema: field.items, separator: '[].' } : { schema: field, separator: '.' };
    return [
      {
        name: prefix + name,
        type: typeOf(document, part),
        required: required.includes(name),
        description: field.description ?? '',
      },
      ...(depth < deepest
        ? fieldsOf(document, inner.schema, prefix + name + inner.separator, depth + 1)
        : []),
    ];
  });
}

/** The example shows deeper fields. */
const deepest = 5;

/** A type with its limits, in words. */
function typeOf(document: Document, schema: Schema): string {
  const field = resolved(document, schema);
  const { type, items, enum: words, additionalProperties } = field;
  if (field.const !== undefined) return `always ${JSON.stringify(field.const)}`;
  if (words) return `one of ${wordsOf(words, field.description ?? '')}`;
  if (type === 'array' && items) return `list of ${typeOf(document, items)}${limits(field)}`;
  if (typeof additionalProperties === 'object') return 'object by name';
  return `${[type ?? (field.anyOf ? 'object' : 'anything')].flat().join(' or ')}${limits(field)}`;
}

/** If the description explains every word, it need not be listed again. */
const wordsOf = (words: readonly unknown[], description: string): string =>
  words.every((word) => description.includes(`${word}: `)) ? 'these' : words.map(String).join(', ');

function limits({ pattern, ...field }: Schema): string {
  const range = (least: number | undefined, most: number | undefined, unit: string): string[] =>
    least === undefined && most === undefined
      ? []
      : [most === undefined ? `from ${least}${unit}` : `${least ?? 0} to ${most}${unit}`];
  return [
    ...range(field.minimum, field.maximum, ''),
    ...range(field.minLength, field.maxLength, ' characters'),
    ...range(field.minItems, field.maxItems, ' items'),
    ...(pattern === undefined ? [] : [`pattern ${pattern}`]),
  ]
    .map((limit) => `, ${limit}`)
    .join('');
}

function resolved(document: Document, schema: Schema | undefined): Schema {
  const name = schema?.$ref?.split('/').at(-1);
  return (name === undefined ? schema : document.components.schemas[name]) ?? {};
}
