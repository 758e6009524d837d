import type { TSchema } from '@sinclair/typebox';
import { isFractional, type Operation } from '../../core/operations.ts';
import type { PriceView } from '../../core/prices.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { AboutOperation } from '../../service/http/endpoint.ts';
import type { Generation } from '../../service/http/generation.ts';
import type { FailureResponses, JsonObject } from '../../service/http/generation-document.ts';
import { createSchemaRegister, type SchemaRegister } from '../../service/http/schema-register.ts';
import type { ServedRoute } from '../../service/http/served.ts';
import type { Examples } from './examples.ts';
import { fieldsParameter, fieldsProperty } from './fields.ts';
import { priceInWords } from './prices.ts';
import { sampleRequest } from './samples.ts';
import { translateDocument } from './translate-document.ts';

export interface Contents
  extends Pick<Deps, 'operation' | 'operations' | 'outcomes' | 'servedRoutes' | 'words'> {
  generation: Generation;
  prices: Readonly<Record<string, PriceView>>;
  examples: Examples;
  /** The time in the examples, epoch milliseconds. */
  now: number;
}

/** The OpenAPI 3.1 document of a generation, made from the schemas of its routes, without the address of a server. */
export function documentOf(contents: Contents): JsonObject {
  return translateDocument(neutralDocument(contents), contents.words);
}

/** @param url base URL of the generation */
export const withServer = (document: JsonObject, url: string): JsonObject => ({
  ...document,
  servers: [{ url, description: 'A sandbox.' }],
});

function neutralDocument(contents: Contents): JsonObject {
  const { generation, operation, operations, outcomes, servedRoutes: served, now } = contents;
  const schemas = createSchemaRegister();
  const sampleOf = (id: ServedRoute['operation']) =>
    served.find((route) => route.operation === id)?.about.sample ?? {};
  const failures = generation.document.failures(schemas, { outcomes, operation, sampleOf, now });
  const place = (route: ServedRoute) => operations.findIndex(({ id }) => id === route.operation);
  const routes = served
    .filter(({ operation: id }) => operation(id).generation === generation.number)
    .sort((a, b) => place(a) - place(b));
  const tagged = (route: ServedRoute) => tagOf(operation(route.operation), route.about);
  const used = new Set(routes.map(tagged));

  const paths = Object.fromEntries(
    [...Map.groupBy(routes, ({ path }) => path)].map(([path, methods]) => [
      path.slice(generation.prefix.length),
      Object.fromEntries(
        methods.map((route) => [route.method.toLowerCase(), operationOf(route, contents, schemas, failures)]),
      ),
    ]),
  );
  const responses = failures.components();
  const description = 'The key; in a sandbox for example demo-full.';
  return {
    openapi: '3.1.0',
    info: documentInfo(generation),
    servers: [],
    security: [{ [generation.header]: [] }],
    tags: Object.entries(tags).flatMap(([name, about]) =>
      used.has(name as keyof typeof tags) ? [{ name, description: about }] : [],
    ),
    paths,
    components: {
      securitySchemes: {
        [generation.header]: { type: 'apiKey', in: 'header', name: generation.header, description },
      },
      ...(Object.keys(responses).length > 0 && { responses }),
      schemas: schemas.components(),
    },
  };
}

const documentInfo = ({ number, document }: Generation): JsonObject => ({
  title: `Creator analytics, generation ${number}`,
  version: String(number),
  summary: 'Records, searches and histories of creators on three platforms, paid by credits.',
  description: [
    'The contract as a local sandbox serves it; nothing of it is the operator’s own document.',
    'Credits are numbers with at most 3 decimals. Instants are Unix milliseconds. Unknown parameters are ignored unless an operation says otherwise.',
    'Refused calls cost nothing. Long lists are cut short in the examples.',
    document.note,
  ].join('\n\n'),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
});

function operationOf(
  route: ServedRoute,
  contents: Contents,
  schemas: SchemaRegister,
  failures: FailureResponses,
): JsonObject {
  const { operation: id, method, about } = route;
  const operation = contents.operation(id);
  const price = contents.prices[id] as PriceView;
  const notes = [
    `${about.summary}.`,
    ...(isFractional(operation) ? [fractionalNote] : []),
    ...(about.notes ?? []),
    priceInWords(id, price),
  ];
  return {
    operationId: operationIdOf(route, contents),
    tags: [tagOf(operation, about)],
    summary: about.summary,
    description: notes.join('\n\n'),
    'x-price': price,
    ...(method === 'GET'
      ? { parameters: queryParameters(route, contents, schemas) }
      : { requestBody: requestBody(route, contents, schemas) }),
    responses: responsesOf(route, contents, schemas, failures),
  };
}

/** Unique in the document, also for the second method and the second path of an operation. */
function operationIdOf({ method, path, operation: id }: ServedRoute, { operation, words }: Contents): string {
  const { methods, operationId } = operation(id);
  if (path !== words.pathsOf(id)[0]) return path.slice(path.lastIndexOf('/') + 1);
  return method === 'POST' && methods.length > 1 ? `${operationId}ByPost` : operationId;
}

const fractionalNote =
  'With `fields` the reply holds only the selected parts, and the identifiers where the record has them.';

function queryParameters(route: ServedRoute, { words }: Contents, schemas: SchemaRegister): JsonObject[] {
  const { operation, parameters } = route;
  const { properties = {}, required = [] } = (parameters ? schemas.render(parameters) : {}) as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  const sample = sampleRequest(route, words);
  const fields = fieldsParameter(operation);
  return [
    ...Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema,
      ...(words.toWire(name) in sample && { example: sample[words.toWire(name)] }),
    })),
    ...(fields ? [fields] : []),
  ];
}

function requestBody(
  route: ServedRoute,
  { generation, words }: Contents,
  schemas: SchemaRegister,
): JsonObject {
  const { operation, parameters } = route;
  const schema = schemas.render(parameters as TSchema);
  const fields = fieldsProperty(operation);
  const properties = { ...(schema['properties'] as JsonObject), ...(fields && { fields }) };
  return {
    required: true,
    content: {
      'application/json': {
        schema: {
          ...schema,
          properties,
          ...('channelId' in properties && { oneOf: eitherId }),
          ...(!('fields' in properties) && generation.document.withoutFields),
        },
        examples: { sample: { value: sampleRequest(route, words) } },
      },
    },
  };
}

/** A channel by its id or its handle, not both (contract 4.2 and observed). */
const eitherId = [{ required: ['channelId'] }, { required: ['uniqueId'] }];

function responsesOf(
  route: ServedRoute,
  contents: Contents,
  schemas: SchemaRegister,
  failures: FailureResponses,
): Record<string, JsonObject> {
  const failureResponses = failures.of(route.operation);
  const success = successOf(route, contents, schemas);
  const clash = failureResponses[200];
  return { 200: clash ? eitherOf(success, clash) : success, ...withoutOk(failureResponses) };
}

const withoutOk = ({ 200: _, ...others }: Record<number, JsonObject>): Record<string, JsonObject> => others;

/** For settings by which failures of generation 2 have status 200. */
function eitherOf(success: JsonObject, failure: JsonObject): JsonObject {
  const [a, b] = [success, failure].map(
    ({ content }) => (content as { 'application/json': JsonObject })['application/json'],
  );
  return {
    description: `${success['description']} Or: ${failure['description']}`,
    content: {
      'application/json': {
        schema: { anyOf: [a?.['schema'], b?.['schema']] },
        examples: { ...(a?.['examples'] as JsonObject), ...(b?.['examples'] as JsonObject) },
      },
    },
  };
}

function successOf(
  route: ServedRoute,
  { generation, operation, examples }: Contents,
  schemas: SchemaRegister,
): JsonObject {
  const { operation: id, reply, about } = route;
  const value = examples.get(id);
  const sample = value !== undefined && { examples: { sample: { value } } };
  if (about.streamed) {
    const { description, headers, type, schema } = about.streamed(schemas);
    return { description, ...(headers && { headers }), content: { [type]: { schema, ...sample } } };
  }
  return {
    description: 'Done.',
    content: {
      'application/json': {
        schema: {
          allOf: [schemas.named('Envelope', generation.document.envelope)],
          type: 'object',
          properties: {
            data: isFractional(operation(id))
              ? wholeOrParts(schemas, reply)
              : schemas.render(reply as TSchema),
          },
          required: ['data'],
        },
        ...sample,
      },
    },
  };
}

/** The data of a reply: the record, or with `fields` the parts that were asked for. */
const wholeOrParts = (schemas: SchemaRegister, reply: TSchema | undefined): JsonObject => ({
  anyOf: [schemas.render(reply as TSchema), schemas.partsOf(reply as TSchema)],
});

/** The groups of a document. */
const tags = {
  clip: 'Creators of short videos.',
  gram: 'Creators of photos and reels.',
  tube: 'Channels of long videos.',
  sponsor: 'Brands and what they sponsor.',
  account: 'The key itself.',
  everywhere: 'All platforms at once.',
} as const;

const tagOf = ({ platform }: Operation, { tag }: AboutOperation): keyof typeof tags =>
  platform ?? tag ?? 'everywhere';
