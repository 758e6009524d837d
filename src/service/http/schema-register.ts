import type { TObject, TSchema } from '@sinclair/typebox';
import { compareTexts } from '../../core/order.ts';
import { partialSchema, rulesOf, schemaName } from '../../core/schema.ts';
import type { DocumentSchemas, JsonObject } from './generation-document.ts';

/** Collects the schemas of a document. A named schema appears once, under components; other places refer to it. */
export interface SchemaRegister extends DocumentSchemas {
  /** A record in a fractional call: all fields are optional. */
  partsOf(schema: TSchema): JsonObject;
  /** The named schemas, sorted by name. */
  components(): Record<string, JsonObject>;
}

/** @param refer how a place refers to a named schema */
export function createSchemaRegister(
  refer = (name: string) => `#/components/schemas/${name}`,
): SchemaRegister {
  const byName = new Map<string, JsonObject>();
  const rendered = new Set<object>();

  function render(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(render);
    if (typeof node !== 'object' || node === null) return node;
    const name = schemaName(node);
    return name === undefined ? renderContent(node) : reference(name, node);
  }

  function reference(name: string, node: object): JsonObject {
    if (!rendered.has(node)) {
      const schema = renderContent(node);
      const known = byName.get(name);
      if (known && JSON.stringify(known) !== JSON.stringify(schema))
        throw new Error(`two different schemas have the name ${name}`);
      byName.set(name, schema);
      rendered.add(node);
    }
    return { $ref: refer(name) };
  }

  /** Replaces forms that many client generators do not support. */
  function renderContent(node: object): JsonObject {
    const { patternProperties, ...rest } = Object.fromEntries(
      Object.entries({ ...node, ...rulesOf(node) })
        .filter(([, part]) => part !== undefined)
        .map(([key, part]) => [key, typeof part === 'string' ? withoutSource(part) : render(part)]),
    );
    const anyText = (patternProperties as JsonObject | undefined)?.['^(.*)$'];
    if (anyText !== undefined) return { ...rest, additionalProperties: anyText };
    const words = (rest['anyOf'] as JsonObject[] | undefined)?.map((each) => each['const']);
    if (words?.every((word) => typeof word === 'string')) return { type: 'string', enum: words };
    return patternProperties === undefined ? rest : { ...rest, patternProperties };
  }

  return {
    render: (schema) => render(schema) as JsonObject,
    named: reference,
    partsOf: (schema) => render(partialSchema(schema as TObject)) as JsonObject,
    components: () => Object.fromEntries([...byName].sort(([a], [b]) => compareTexts(a, b))),
  };
}

/** Removes the source of a rule (contract, observed, assumed), which does not concern clients. */
const withoutSource = (text: string): string => text.replace(/ \((contract|observed|assumed)[^)]*\)/g, '');
