import type { TSchema } from '@sinclair/typebox';
import { UsageError } from '../core/errors.ts';
import { isObject } from '../core/values.ts';

/** A value of some schema → the same value in other words. The value itself stays as it is. */
export type Translate = (value: unknown) => unknown;

/**
 * Reads a schema once and makes of it what renames values of this form: names of properties, keys of maps whose
 * keys are listed, texts that are listed or given as examples. Everything else is passed on as it is, uncopied;
 * so a record without any such word costs nothing, and one with a few is copied only down to them.
 *
 * Where a schema has a neutral word, it and the one on the wire change places, so that the same translator serves
 * replies and requests: what is neutral comes out published, what is published neutral.
 * @param said the word on the wire for a neutral one; any other text as it is
 * @returns undefined where a value of this form has no word to change
 * @throws UsageError when two fields of one record, or two values of one list, would have the same name
 */
export function translatorOf(schema: TSchema, said: Say): Translate | undefined {
  return translator(readSchema(schema), said);
}

type Say = (word: string) => string;

/** The parts of JSON Schema that a translator depends on. */
interface Node {
  properties?: Record<string, Node>;
  patternProperties?: Record<string, Node>;
  propertyNames?: { enum?: readonly unknown[] };
  items?: Node;
  enum?: readonly unknown[];
  const?: unknown;
  examples?: readonly unknown[];
  anyOf?: readonly Node[];
}

/** JSON Schema is wider than what schemas here are made of. */
const readSchema = (schema: TSchema): Node => schema as Node;

function translator(node: Node, said: Say): Translate | undefined {
  const { items, anyOf } = node;
  if (items) return ofList(translator(items, said));
  if (anyOf) return ofAlternatives(anyOf, said);
  return ofRecord(node, said) ?? ofText(node, said);
}

function ofList(item: Translate | undefined): Translate | undefined {
  return item && ((value) => (Array.isArray(value) ? value.map(item) : value));
}

/** Texts that are listed one by one count as one list; of the rest only one alternative may have words to change. */
function ofAlternatives(nodes: readonly Node[], said: Say): Translate | undefined {
  const listed = nodes.flatMap((node) => node.enum ?? ('const' in node ? [node.const] : []));
  const others = nodes.flatMap((node) =>
    node.enum || 'const' in node ? [] : (translator(node, said) ?? []),
  );
  const all = [ofText({ enum: listed }, said), ...others].filter((each) => each !== undefined);
  if (all.length > 1) throw new Error('alternatives that have different words cannot be told apart');
  return all[0];
}

function ofText({ enum: listed = [], const: only, examples = [] }: Node, said: Say): Translate | undefined {
  const others = changedPlaces([...listed, only, ...examples].filter(isText), said);
  if (others.size === 0) return undefined;
  return (value) => (typeof value === 'string' ? (others.get(value) ?? value) : value);
}

/** Of the names that are said otherwise, each to the other and back. */
function changedPlaces(names: readonly string[], said: Say): Map<string, string> {
  const others = new Map<string, string>();
  for (const name of names) {
    const instead = said(name);
    if (instead === name) continue;
    if (names.includes(instead))
      throw new UsageError(
        `dictionary cannot replace "${name}" by "${instead}": there is one of that name already.`,
      );
    others.set(name, instead).set(instead, name);
  }
  return others;
}

/** What becomes of one field. */
interface Change {
  name: string;
  translate: Translate | undefined;
}

function ofRecord(
  { properties = {}, patternProperties = {}, propertyNames }: Node,
  said: Say,
): Translate | undefined {
  const names = [...Object.keys(properties), ...(propertyNames?.enum ?? []).filter(isText)];
  const [inside] = Object.values(patternProperties).flatMap((field) => translator(field, said) ?? []);
  const others = changedPlaces(names, said);
  const changes = new Map<string, Change>();
  for (const name of names) {
    const instead = others.get(name) ?? name;
    const field = properties[name];
    const translate = field ? translator(field, said) : inside;
    if (instead === name && !translate) continue;
    changes.set(name, { name: instead, translate });
    changes.set(instead, { name, translate });
  }
  if (changes.size === 0 && !inside) return undefined;
  // Assigning it would set what the copy inherits from.
  const dropped = '__proto__';

  return (value) => {
    if (!isObject(value)) return value;
    const renamed: Record<string, unknown> = {};
    for (const key in value) {
      const change = changes.get(key);
      const translate = change ? change.translate : inside;
      const field = value[key];
      if (key !== dropped) renamed[change ? change.name : key] = translate ? translate(field) : field;
    }
    return renamed;
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
