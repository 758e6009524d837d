import type { JsonObject } from '../src/service/http/generation-document.ts';

/** A JSON schema of an OpenAPI document as a TypeScript type. @param indent of the line on which the type begins */
export function typeText(schema: JsonObject, indent = ''): string {
  const { $ref, allOf, anyOf, oneOf, ...rest } = schema as JsonObject & Combined;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  // Beside a type, `oneOf` says which properties and which of their values go together: types tell the properties alone.
  const alternatives = anyOf ?? (hasType(rest) ? [] : oneOf) ?? [];
  const parts = [
    ...(allOf ?? []).map((part) => typeText(part, indent)),
    ...(alternatives.length > 0 ? [union(alternatives.map((part) => typeText(part, indent)))] : []),
    ...(hasType(rest) ? [plainText(rest, indent)] : []),
  ];
  if (parts.length === 0) return 'unknown';
  return parts.length === 1 ? String(parts[0]) : parts.map(grouped).join(' & ');
}

/** A comment in the way of JSDoc, with its line end; empty without a text. */
export function commentText(text: unknown, indent = ''): string {
  if (typeof text !== 'string' || text === '') return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** A property with its comment. */
export const propertyText = (name: string, schema: JsonObject, isOptional: boolean, indent: string): string =>
  `${commentText(describedText(schema), indent)}${indent}${nameText(name)}${isOptional ? '?' : ''}: ${typeText(schema, indent)};\n`;

/** What a schema says of itself, and its bounds, unless the description has their numbers. */
function describedText(schema: JsonObject): string {
  const description = String(schema['description'] ?? '');
  const bounds = boundTexts(schema).filter((text) =>
    (text.match(/\d[\d,.]*(?=\D)/g) ?? []).some((number) => !description.includes(number)),
  );
  const whole = bounds.length > 0 && /[^.:!?]$/.test(description) ? `${description}.` : description;
  return [whole, ...bounds].filter((each) => each !== '').join(' ');
}

function boundTexts({ anyOf = [], ...schema }: JsonObject & Combined): string[] {
  const own = [
    ...boundText(schema['minLength'], schema['maxLength'], 'character'),
    ...boundText(schema['minItems'], schema['maxItems'], 'item'),
    ...boundText(schema['minimum'], schema['maximum']),
  ];
  return [...new Set([...own, ...anyOf.flatMap(boundTexts)])];
}

/** Empty for a figure that is at least 0, as most are. */
function boundText(min: unknown, max: unknown, noun?: string): string[] {
  const shown = (bound: unknown) => String(bound).replace(/\B(?=(?:\d{3})+$)/g, ',');
  const counted = (bound: unknown) =>
    noun === undefined ? shown(bound) : `${shown(bound)} ${bound === 1 ? noun : `${noun}s`}`;
  if (max !== undefined && max !== Number.MAX_SAFE_INTEGER)
    return [min === undefined ? `At most ${counted(max)}.` : `${shown(min)} to ${counted(max)}.`];
  return min === undefined || min === 0 ? [] : [`At least ${counted(min)}.`];
}

interface Combined {
  $ref?: unknown;
  allOf?: JsonObject[];
  anyOf?: JsonObject[];
  oneOf?: JsonObject[];
}

const hasType = (schema: JsonObject): boolean =>
  ['type', 'enum', 'const', '$ref', 'properties', 'anyOf', 'allOf'].some((name) => name in schema);

function plainText(schema: JsonObject, indent: string): string {
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map(literal));
  const types = [schema['type'] ?? 'object'].flat() as string[];
  return union(types.map((type) => simpleText(type, schema, indent)));
}

function simpleText(type: string, schema: JsonObject, indent: string): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return `${grouped(typeText((schema['items'] ?? {}) as JsonObject, indent))}[]`;
    case 'object':
      return objectText(schema, indent);
    default:
      return type;
  }
}

function objectText(schema: JsonObject, indent: string): string {
  const { properties = {}, required = [], patternProperties = {} } = schema as Members;
  const values = [schema['additionalProperties'], ...Object.values(patternProperties)].filter(isObject);
  const names = Object.keys(properties);
  const record = `Record<string, ${values.length > 0 ? union(values.map((each) => typeText(each, indent))) : 'unknown'}>`;
  if (names.length === 0) return record;
  const inner = `${indent}  `;
  const members = names.map((name) =>
    propertyText(name, properties[name] ?? {}, !required.includes(name), inner),
  );
  const named = `{\n${members.join('')}${indent}}`;
  return values.length > 0 ? `${named} & ${record}` : named;
}

interface Members {
  properties?: Record<string, JsonObject>;
  required?: string[];
  patternProperties?: Record<string, JsonObject>;
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

const literal = (value: unknown): string =>
  typeof value === 'string' && !/['\\\n]/.test(value) ? `'${value}'` : JSON.stringify(value);

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** In parentheses where an operator follows. */
const grouped = (type: string): string => (/^[^{]* [|&] |\} [|&] /.test(type) ? `(${type})` : type);

const nameText = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
