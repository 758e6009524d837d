import { findOperation, isFractional } from '../core/operations.ts';
import type { PriceView } from '../core/prices.ts';
import type { Served } from '../http/served.ts';
import { Findings } from '../v3/nls.ts';
import type { Words } from '../vocabulary/words.ts';
import { Envelope, Envelope2, NlsProgress, NlsResult } from './envelopes.ts';
import type { Examples } from './examples.ts';
import { type FailureRegister, failures2, failures3 } from './failures.ts';
import { fieldsParameter, fieldsProperty } from './fields.ts';
import { inOrder, notesOf, operationIdOf, summaryOf, tagOf, tags } from './names.ts';
import { priceInWords } from './prices.ts';
import { sampleRequest } from './requests.ts';
import { type Json, type SchemaRegister, schemaRegister } from './schemas.ts';
import { translatedDocument } from './translated.ts';

export type Generation = 2 | 3;

export interface Contents {
  generation: Generation;
  /** Address of the generation: what its paths follow. */
  url: string;
  served: readonly Served[];
  prices: Readonly<Record<string, PriceView>>;
  v2Status: number;
  words: Words;
  examples: Examples;
  /** When its examples were asked for. */
  now: number;
}

/** The documented contract of a generation as OpenAPI 3.1, from the schemas by which its routes check and reply. */
export function documentOf(contents: Contents): Json {
  return translatedDocument(neutralDocument(contents), contents.words);
}

function neutralDocument(contents: Contents): Json {
  const { generation, served, url } = contents;
  const schemas = schemaRegister();
  const failures = (generation === 2 ? failures2 : failures3)(schemas, contents);
  const routes = served
    .filter(({ operation }) => findOperation(operation)?.generation === generation)
    .sort((a, b) => inOrder(a.operation) - inOrder(b.operation));
  const used = new Set(routes.map(({ operation }) => tagOf(operation)));
  const scheme = securitySchemes[generation];

  const paths = Object.fromEntries(
    [...Map.groupBy(routes, ({ path }) => path)].map(([path, methods]) => [
      generation === 2 ? path.replace(/^\/v2/, '') : path,
      Object.fromEntries(
        methods.map((route) => [route.method.toLowerCase(), operationOf(route, contents, schemas, failures)]),
      ),
    ]),
  );
  const responses = failures.components();
  return {
    openapi: '3.1.0',
    info: infoOf(generation),
    servers: [{ url, description: 'A sandbox.' }],
    security: [{ [scheme.name]: [] }],
    tags: Object.entries(tags).flatMap(([name, description]) =>
      used.has(name as keyof typeof tags) ? [{ name, description }] : [],
    ),
    paths,
    components: {
      securitySchemes: { [scheme.name]: { type: 'apiKey', in: 'header', ...scheme } },
      ...(Object.keys(responses).length > 0 && { responses }),
      schemas: schemas.components(),
    },
  };
}

const securitySchemes = {
  2: { name: 'apiId', description: 'The key; in a sandbox for example demo-full.' },
  3: { name: 'api-key', description: 'The key; in a sandbox for example demo-full.' },
} as const;

const infoOf = (generation: Generation): Json => ({
  title: `Creator analytics, generation ${generation}`,
  version: String(generation),
  summary: 'Records, searches and histories of creators on three platforms, paid by credits.',
  description: [
    'The contract as a local sandbox serves it; nothing of it is the operator’s own document.',
    'Credits are numbers with at most 3 decimals. Instants are Unix milliseconds. Unknown parameters are ignored unless an operation says otherwise.',
    'Refused calls cost nothing. Long lists are cut short in the examples.',
    generation === 2
      ? 'Every failure has one status and is told apart by its `error` string.'
      : 'A path or method that does not exist answers 404 without envelope: `success`, `error`, `message` and the list `availableEndpoints`.',
  ].join('\n\n'),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
});

function operationOf(
  route: Served,
  contents: Contents,
  schemas: SchemaRegister,
  failures: FailureRegister,
): Json {
  const { operation: id, method } = route;
  const price = contents.prices[id];
  if (!price) throw new Error(`${id} has no price`);
  const notes = [
    `${summaryOf(id)}.`,
    ...(findOperation(id)?.fields && id.split('/')[1] !== 'search' ? [fractionalNote] : []),
    ...notesOf(id),
    priceInWords(id, price),
  ];
  return {
    operationId: operationIdOf(route, contents.words),
    tags: [tagOf(id)],
    summary: summaryOf(id),
    description: notes.join('\n\n'),
    'x-price': price,
    ...(method === 'GET'
      ? { parameters: queryOf(route, contents, schemas) }
      : { requestBody: bodyOf(route, contents, schemas) }),
    responses: responsesOf(route, contents, schemas, failures),
  };
}

const fractionalNote =
  'With `fields` the reply holds only the selected parts, and the identifiers where the record has them; see `x-fractional-data`.';

function queryOf(route: Served, { words }: Contents, schemas: SchemaRegister): Json[] {
  const { operation, parameters } = route;
  const { properties = {}, required = [] } = (parameters ? schemas.shown(parameters) : {}) as {
    properties?: Record<string, Json>;
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

function bodyOf(route: Served, { words }: Contents, schemas: SchemaRegister): Json {
  const { operation, parameters } = route;
  if (!parameters) throw new Error(`${operation} takes a body that nobody describes`);
  const schema = schemas.shown(parameters);
  const fields = fieldsProperty(operation);
  const properties = { ...(schema['properties'] as Json), ...(fields && { fields }) };
  return {
    required: true,
    content: {
      'application/json': {
        schema: { ...schema, properties, ...(isEitherId(properties) && { oneOf: eitherId }) },
        examples: { sample: { value: sampleRequest(route, words) } },
      },
    },
  };
}

/** specification 4.2 and what was observed beside it: a channel by its id or by its handle, not by both. */
const isEitherId = (properties: Json): boolean => 'channelId' in properties && 'uniqueId' in properties;
const eitherId = [{ required: ['channelId'] }, { required: ['uniqueId'] }];

function responsesOf(
  route: Served,
  contents: Contents,
  schemas: SchemaRegister,
  failures: FailureRegister,
): Record<string, Json> {
  const refused = failures.of(route.operation);
  const success = successOf(route, contents, schemas);
  const clash = refused[200];
  return { 200: clash ? eitherOf(success, clash) : success, ...withoutOk(refused) };
}

const eventOf = (name: string, data: Json): Json => ({
  type: 'object',
  properties: { event: { const: name }, data },
  required: ['event', 'data'],
});

const withoutOk = ({ 200: _, ...others }: Record<number, Json>): Record<string, Json> => others;

/** Where failures of generation 2 have the status of success. */
function eitherOf(success: Json, failure: Json): Json {
  const [a, b] = [success, failure].map(
    ({ content }) => (content as { 'application/json': Json })['application/json'],
  );
  return {
    description: `${success['description']} Or: ${failure['description']}`,
    content: {
      'application/json': {
        schema: { anyOf: [a?.['schema'], b?.['schema']] },
        examples: { ...(a?.['examples'] as Json), ...(b?.['examples'] as Json) },
      },
    },
  };
}

function successOf(route: Served, { generation, examples }: Contents, schemas: SchemaRegister): Json {
  const { operation: id, reply } = route;
  if (!reply) throw new Error(`${id} answers with something that nobody describes`);
  const value = examples.get(id);
  const sample = value !== undefined && { examples: { sample: { value } } };
  if (id === 'nls')
    return {
      description: 'A stream of events: `progress` several times, then `result` once.',
      content: {
        'text/event-stream': {
          schema: {
            type: 'string',
            description:
              'Per event a line `event:` with its name, a line `data:` with JSON, and an empty one.',
            contentMediaType: 'text/event-stream',
            contentSchema: {
              type: 'array',
              items: {
                anyOf: [
                  eventOf('progress', schemas.named('NlsProgress', NlsProgress)),
                  eventOf('result', schemas.named('NlsResult', NlsResult(Findings))),
                ],
              },
            },
          },
          ...sample,
        },
      },
    };
  if (id === 'tube/subtitles/download')
    return {
      description: 'The file, streamed; no envelope. A transfer that breaks off leaves a part of it.',
      headers: {
        'Content-Disposition': {
          description: 'attachment, with a file name.',
          schema: { type: 'string' },
        },
      },
      content: { 'application/json': { schema: schemas.shown(reply), ...sample } },
    };
  const envelope =
    generation === 2 ? schemas.named('Envelope', Envelope2) : schemas.named('Envelope', Envelope);
  return {
    description: 'Done.',
    content: {
      'application/json': {
        schema: {
          allOf: [envelope],
          type: 'object',
          properties: { data: schemas.shown(reply) },
          required: ['data'],
          unevaluatedProperties: false,
        },
        ...(isFractional(findOperation(id)) && { 'x-fractional-data': schemas.partsOf(reply) }),
        ...sample,
      },
    },
  };
}
