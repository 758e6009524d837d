import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { DocumentSchemas, Json } from '../http/generation-document.ts';
import { namedSchemas, partOf } from './names.ts';

/** Takes the schemas of a document: those with a name appear once, under components. */
export interface SchemaRegister extends DocumentSchemas {
  /** What a fractional call leaves of a record: every part may be absent. */
  partsOf(schema: TSchema): Json;
  /** By name, whatever was referred to. */
  components(): Record<string, Json>;
}

export function schemaRegister(): SchemaRegister {
  const namesByText = new Map(
    Object.entries(namedSchemas).flatMap(([name, schema]): [string, string][] => [
      ...(schema['type'] === 'object'
        ? [[textOf(Type.Partial(schema as TObject)), partOf(name)] as [string, string]]
        : []),
      [textOf(schema), name],
    ]),
  );
  const kept = new Map<string, Json>();

  function shown(node: unknown): unknown {
    if (typeof node !== 'object' || node === null) return node;
    const name = namesByText.get(JSON.stringify(node));
    return name === undefined ? inside(node) : reference(name, node);
  }

  function reference(name: string, node: object): Json {
    if (!kept.has(name)) {
      // before its parts, so that the order is that of first use
      kept.set(name, {});
      kept.set(name, inside(node) as Json);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  const inside = (node: object): unknown =>
    Array.isArray(node)
      ? node.map(shown)
      : Object.fromEntries(Object.entries(node).map(([key, part]) => [key, shown(part)]));

  return {
    shown: (schema) => shown(plain(schema)) as Json,
    named: (name, schema) => reference(name, plain(schema) as object),
    partsOf: (schema) => shown(plain(Type.Partial(schema as TObject))) as Json,
    components: () => Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const textOf = (schema: TSchema): string => JSON.stringify(plain(schema));

/** Without what only this program understands: symbols, and spellings that few generators of clients read. */
const plain = (schema: TSchema): unknown => simplified(JSON.parse(JSON.stringify(schema)));

function simplified(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplified);
  if (typeof node !== 'object' || node === null) return node;
  const { patternProperties, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, part]) => [
      key,
      key === 'description' && typeof part === 'string' ? withoutSource(part) : simplified(part),
    ]),
  );
  const anyText = (patternProperties as Json | undefined)?.['^(.*)$'];
  if (anyText !== undefined) return { ...rest, additionalProperties: anyText };
  const words = (rest['anyOf'] as Json[] | undefined)?.map((each) => each['const']);
  if (words?.every((word) => typeof word === 'string')) return { type: 'string', enum: words };
  return patternProperties === undefined ? rest : { ...rest, patternProperties };
}

/** Where a rule comes from is told in the code. */
const withoutSource = (text: string): string =>
  text.replace(/ \((specification|observed|assumed)[^)]*\)/g, '');
