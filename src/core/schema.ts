import {
  type SchemaOptions,
  type Static,
  type TObject,
  type TPartial,
  type TSchema,
  Type,
} from '@sinclair/typebox';

/** Options of an object that allows no other fields. */
export const closed = { additionalProperties: false } as const;

/** One of several words. A union of literals would report several problems for one mistake. */
export const choice = <const Words extends readonly string[]>(words: Words, about?: string | SchemaOptions) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...optionsOf(about) });

/** The value or null. Null is a second type, not an alternative, so serialisers need not try both. */
export const nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [schema['type'], 'null'].flat(),
    ...(schema['enum'] && { enum: [...schema['enum'], null] }),
    [nameKey]: undefined,
  });

/**
 * Names a schema that several operations share. Documents list it once, under this name; the name is a symbol
 * property, so no validator or serialiser sees it.
 */
export const namedSchema = <T extends TSchema>(name: string, schema: T): T => ({
  ...schema,
  [nameKey]: name,
});

/** `closed`, with a name as `named` gives it. */
export const closedAs = (name: string) => ({ ...closed, [nameKey]: name });

/**
 * The same schema, of which documents state further rules. They are for what a check of the operation refuses in words of
 * its own; they stand in a symbol property, so no validator reports them a second time.
 */
export const withRules = <T extends TSchema>(schema: T, rules: Readonly<Record<string, unknown>>): T => ({
  ...schema,
  [rulesKey]: rules,
});

export const rulesOf = (schema: object): Readonly<Record<string, unknown>> | undefined =>
  (schema as { [rulesKey]?: Readonly<Record<string, unknown>> })[rulesKey];

export const schemaName = (schema: object): string | undefined => (schema as { [nameKey]?: string })[nameKey];

/** The same record with every field optional, as a fractional call returns it; `…Parts` if the record is named. */
export function partialSchema<T extends TObject>(schema: T): TPartial<T> {
  const name = schemaName(schema);
  const parts = Type.Partial(schema);
  return name === undefined ? parts : namedSchema(`${name}Parts`, parts);
}

const nameKey = Symbol('name of the schema');
const rulesKey = Symbol('rules for documents');

const optionsOf = (about: string | SchemaOptions = {}): SchemaOptions =>
  typeof about === 'string' ? { description: about } : about;
