import type { TObject, TSchema } from '@sinclair/typebox';
import { nameOf, partsOf } from '../core/schema.ts';
import type { DocumentSchemas, Json } from '../http/generation-document.ts';

/** Collects the schemas of a document. A named one appears once, under components, and is referred to. */
export interface SchemaRegister extends DocumentSchemas {
  /** The record as a fractional call returns it: every field is optional. */
  partsOf(schema: TSchema): Json;
  /** Everything that was referred to, by name. */
  components(): Record<string, Json>;
}

export function schemaRegister(): SchemaRegister {
  const kept = new Map<string, Json>();

  function shown(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(shown);
    if (typeof node !== 'object' || node === null) return node;
    const name = nameOf(node);
    return name === undefined ? inside(node) : reference(name, node);
  }

  function reference(name: string, node: object): Json {
    const schema = inside(node);
    const known = kept.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two different schemas have the name ${name}`);
    kept.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Without spellings that few generators of clients read. */
  function inside(node: object): Json {
    const { patternProperties, ...rest } = Object.fromEntries(
      Object.entries(node)
        .filter(([, part]) => part !== undefined)
        .map(([key, part]) => [
          key,
          key === 'description' && typeof part === 'string' ? withoutSource(part) : shown(part),
        ]),
    );
    const anyText = (patternProperties as Json | undefined)?.['^(.*)$'];
    if (anyText !== undefined) return { ...rest, additionalProperties: anyText };
    const words = (rest['anyOf'] as Json[] | undefined)?.map((each) => each['const']);
    if (words?.every((word) => typeof word === 'string')) return { type: 'string', enum: words };
    return patternProperties === undefined ? rest : { ...rest, patternProperties };
  }

  return {
    shown: (schema) => shown(schema) as Json,
    named: reference,
    partsOf: (schema) => shown(partsOf(schema as TObject)) as Json,
    components: () => Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The sources of a rule (specification, observed, assumed) belong to the code, not to a client's document. */
const withoutSource = (text: string): string =>
  text.replace(/ \((specification|observed|assumed)[^)]*\)/g, '');
