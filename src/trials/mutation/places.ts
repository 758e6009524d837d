import type { TSchema } from '@sinclair/typebox';
import { isObject } from '../../core/values.ts';

/** A value inside the data of a reply. */
export interface ReplyPlace {
  /** Its schema; of several alternatives the one that fits the value. */
  readonly schema: TSchema;
  /** A JSON pointer whose star is any item of a list, such as `/niches/*`; empty for the data. */
  readonly pointer: string;
  /** false for the data itself, the items of lists and fields that may be absent. */
  readonly required: boolean;
}

/** A value that is left out. */
export const absent: unique symbol = Symbol('absent');

/**
 * Replaces values of typed data, from the outside in: what was replaced is not entered.
 * @param replace returns the value itself to leave it as it is
 */
export function replaceIn(
  data: unknown,
  schema: TSchema | undefined,
  replace: (value: unknown, place: ReplyPlace) => unknown,
): unknown {
  return schema ? replacedAt(data, { schema, pointer: '', required: false }, replace) : data;
}

/** Every place of a schema, with the fields of all alternatives. */
export function placesIn(schema: TSchema | undefined): ReplyPlace[] {
  const found = new Map<string, ReplyPlace>();
  const walk = (place: ReplyPlace): void => {
    for (const each of alternativesOf(place.schema)) {
      if (found.has(place.pointer) && each === place.schema) return;
      found.set(place.pointer, found.get(place.pointer) ?? { ...place, schema: each });
      if (each['items']) walk(itemPlace(place.pointer, each));
      for (const name of Object.keys(propertiesOf(each))) walk(fieldPlace(place.pointer, each, name));
    }
  };
  if (schema) walk({ schema, pointer: '', required: false });
  return [...found.values()];
}

export const isList = ({ schema }: ReplyPlace): boolean => typesOf(schema).includes('array');
export const isNumber = ({ schema }: ReplyPlace): boolean =>
  typesOf(schema).some((type) => type === 'number' || type === 'integer');
export const isField = ({ pointer }: ReplyPlace): boolean => pointer !== '' && !pointer.endsWith('/*');
export const mayBeNull = ({ schema }: ReplyPlace): boolean => typesOf(schema).includes('null');

export const typesOf = ({ type }: TSchema): readonly string[] => [type as string | string[]].flat();

function replacedAt(
  value: unknown,
  given: ReplyPlace,
  replace: (value: unknown, place: ReplyPlace) => unknown,
): unknown {
  const place = { ...given, schema: fitting(given.schema, value) };
  const changed = replace(value, place);
  if (changed !== value) return changed;
  const { schema, pointer } = place;
  if (Array.isArray(value)) {
    if (!schema['items']) return value;
    const inner = itemPlace(pointer, schema);
    const items = value.map((item) => replacedAt(item, inner, replace)).filter((item) => item !== absent);
    return items.length === value.length && items.every((item, n) => item === value[n]) ? value : items;
  }
  if (!isObject(value)) return value;
  let result: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    if (!hasField(schema, name)) continue;
    const field = replacedAt(value[name], fieldPlace(pointer, schema, name), replace);
    if (field === value[name]) continue;
    result ??= { ...value };
    if (field === absent) delete result[name];
    else result[name] = field;
  }
  return result ?? value;
}

const itemPlace = (pointer: string, schema: TSchema): ReplyPlace => ({
  schema: schema['items'] as TSchema,
  pointer: `${pointer}/*`,
  required: false,
});

function fieldPlace(pointer: string, schema: TSchema, name: string): ReplyPlace {
  const known = propertiesOf(schema)[name];
  return {
    schema: known ?? (patternOf(schema) as TSchema),
    pointer: `${pointer}/${known ? name : '*'}`,
    required: known !== undefined && ((schema['required'] as string[] | undefined) ?? []).includes(name),
  };
}

const hasField = (schema: TSchema, name: string): boolean =>
  propertiesOf(schema)[name] !== undefined || patternOf(schema) !== undefined;

const propertiesOf = (schema: TSchema): Readonly<Record<string, TSchema>> =>
  (schema['properties'] as Record<string, TSchema> | undefined) ?? {};

const patternOf = (schema: TSchema): TSchema | undefined =>
  Object.values((schema['patternProperties'] as Record<string, TSchema> | undefined) ?? {})[0];

const alternativesOf = (schema: TSchema): readonly TSchema[] =>
  (schema['anyOf'] as TSchema[] | undefined)?.flatMap(alternativesOf) ?? [schema];

/** Alternatives are records with different fields, so their names tell them apart. */
function fitting(schema: TSchema, value: unknown): TSchema {
  const all = alternativesOf(schema);
  if (!isObject(value)) return all[0] ?? schema;
  const fits = (each: TSchema) => Object.keys(value).every((name) => hasField(each, name));
  return all.find(fits) ?? schema;
}
