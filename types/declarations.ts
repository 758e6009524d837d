import type { JsonObject } from '../src/service/http/generation-document.ts';
import { commentText, propertyText, typeText } from './type-text.ts';

/** The parts of an OpenAPI document that become types. */
export interface TypedDocument {
  paths: Record<string, Record<string, TypedOperation>>;
  components: { schemas: Record<string, JsonObject>; responses?: Record<string, Response> };
}

interface TypedOperation {
  summary: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: JsonObject }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response | { $ref: string }>;
}

interface Response {
  description?: string;
  content?: Content;
}

type Content = Record<string, { schema: JsonObject }>;

/** The schemas of a document as exported types, and the table of its operations. It imports nothing. */
export function declarationsOf({ paths, components }: TypedDocument, prefix = ''): string {
  const named = [
    ...Object.entries(components.schemas).map(([name, schema]) => declarationText(name, schema)),
    ...Object.entries(components.responses ?? {}).map(([name, { description, content }]) =>
      declarationText(name, { description, ...contentOf(content) }),
    ),
  ];
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationText(`${method.toUpperCase()} ${path.slice(prefix.length)}`, operation),
    ),
  );
  return [
    ...named,
    `/** Each operation by its method and path: what it takes, and what it answers. */\nexport interface Operations {\n${operations.join('')}}\n`,
    helpers,
  ].join('\n');
}

const helpers = `/** The method and path of an operation, such as \`GET /usage\`. */
export type Operation = keyof Operations;
/** The parameters of an operation, in its query or in its body. */
export type Request<Of extends Operation> = Operations[Of] extends { query: infer Query }
  ? Query
  : Operations[Of] extends { body: infer Body }
    ? Body
    : undefined;
/** The reply of an operation that succeeds. */
export type Reply<Of extends Operation> = Operations[Of]['reply'];
/** The reply of an operation that refuses. */
export type Refusal<Of extends Operation> = Operations[Of]['refusal'];
`;

function declarationText(name: string, schema: JsonObject): string {
  const text = typeText(schema);
  const comment = commentText(schema['description']);
  return text.startsWith('{') && text.endsWith('}') && !/\n\} [|&] /.test(text)
    ? `${comment}export interface ${name} ${text}\n`
    : `${comment}export type ${name} = ${text};\n`;
}

function operationText(name: string, operation: TypedOperation): string {
  const { parameters = [], requestBody, responses } = operation;
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const success = successOf(responses);
  const members = {
    ...member('params', of('path')),
    ...member('query', of('query')),
    ...(requestBody && { body: contentOf(requestBody.content) }),
    ...repliesOf(success),
    ...eventsOf(success),
    refusal: { anyOf: refusalsOf(responses) },
  };
  const lines = Object.entries(members).map(([key, schema]) =>
    propertyText(key, schema, key === 'body' && requestBody?.required === false, '    '),
  );
  return `${commentText(operation.description ?? operation.summary, '  ')}  '${name}': {\n${lines.join('')}  };\n`;
}

/** The parameters of one place as an object. */
function member(
  name: string,
  parameters: NonNullable<TypedOperation['parameters']>,
): Record<string, JsonObject> {
  if (parameters.length === 0) return {};
  const properties = parameters.map(({ name: each, description, schema, ...rest }) => [
    each,
    { ...(schema ?? contentOf((rest as { content?: Content }).content)), description },
  ]);
  const required = parameters.filter((each) => each.required).map((each) => each.name);
  return { [name]: { type: 'object', properties: Object.fromEntries(properties), required } };
}

const successOf = (responses: TypedOperation['responses']): Content | undefined =>
  Object.entries(responses).flatMap(([status, response]) =>
    Number(status) < 300 && 'content' in response ? [response.content] : [],
  )[0];

const refusalsOf = (responses: TypedOperation['responses']): JsonObject[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    if (Number(status) < 300) return [];
    return ['$ref' in response ? { $ref: response.$ref } : contentOf(response.content)];
  });

/** The schema of a content; `undefined` of TypeScript for a reply without one. */
const contentOf = (content: Content | undefined): JsonObject =>
  Object.values(content ?? {})[0]?.schema ?? { type: 'undefined' };

/** The reply; where its data is a record or its parts, also the one to a request with `fields`. */
function repliesOf(content: Content | undefined): { reply: JsonObject; fractionalReply?: JsonObject } {
  const reply = contentOf(content);
  const { data, ...others } = (reply['properties'] ?? {}) as Record<string, JsonObject>;
  const [whole, parts] = (data?.['anyOf'] ?? []) as JsonObject[];
  if (!whole || !isPartsOf(whole, parts)) return { reply };
  const withData = (each: JsonObject) => ({ ...reply, properties: { ...others, data: each } });
  return {
    reply: withData(whole),
    fractionalReply: { ...withData(parts), description: 'The reply to a request with `fields`.' },
  };
}

/** Whether the second of two named schemas has the fields of the first, all optional. */
const isPartsOf = (whole: JsonObject, parts: JsonObject | undefined): parts is JsonObject =>
  typeof whole['$ref'] === 'string' && parts?.['$ref'] === `${whole['$ref']}Parts`;

/** The events of a streamed reply. */
function eventsOf(content: Content | undefined): { event?: JsonObject } {
  const events = Object.values(content ?? {})[0]?.schema['contentSchema'] as
    | { items?: JsonObject }
    | undefined;
  return events?.items ? { event: { ...events.items, description: 'One event of the stream.' } } : {};
}
