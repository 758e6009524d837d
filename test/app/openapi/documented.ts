import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { adminOf } from '../../admin/admin.ts';
import type { TestApp } from '../../harness.ts';

/** The parts of a document that the tests read. */
export interface Documented {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  security: object[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

export interface DocumentedOperation {
  operationId: string;
  description: string;
  'x-price': Record<string, unknown>;
  parameters?: { name: string; required: boolean; example?: string }[];
  requestBody?: { content: Record<string, { examples: { sample: { value: unknown } } }> };
  responses: Record<string, unknown>;
}

export type Generation = 2 | 3;

/** The document from the admin surface of an app. */
export async function documentFrom(app: TestApp, generation: Generation): Promise<Documented> {
  const { status, body } = await adminOf(app)('GET', `/openapi.json?generation=${generation}`, undefined, {
    host: '127.0.0.1:4310',
  });
  expect(status).toBe(200);
  return body as unknown as Documented;
}

/** The problems that a strict linter finds. */
export async function lint(document: Documented): Promise<unknown[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}

export interface Place {
  method: string;
  path: string;
  operation: DocumentedOperation;
}

export const placesOf = ({ paths }: Documented): Place[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Compiles validators for the schemas at given places of a document. */
export function validatorOf(document: Documented): (pointer: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(document, 'document');
  return (pointer) =>
    ajv.compile({
      $ref: `document#/${pointer
        .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/')}`,
    });
}

/** The response of an operation and its place in the document. */
export function responseOf(
  document: Documented,
  { method, path }: Pick<Place, 'method' | 'path'>,
  status: number,
): { at: string[]; content: Record<string, { examples?: Record<string, { value: unknown }> }> } {
  const at = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  const found = follow(document, at) as { $ref?: string } | undefined;
  const to = found?.$ref === undefined ? at : found.$ref.split('/').slice(1);
  const response = follow(document, to);
  if (response === undefined) throw new Error(`${method} ${path} has no ${status}`);
  return { at: to, content: (response as { content: Record<string, object> }).content };
}

const follow = (from: unknown, steps: readonly string[]): unknown =>
  steps.reduce((at, step) => (at as Record<string, unknown> | undefined)?.[step], from);

export function expectFits(validate: ValidateFunction, value: unknown, what: string): void {
  if (!validate(value))
    expect.fail(
      `${what}: ${JSON.stringify(validate.errors?.slice(0, 3))} of ${JSON.stringify(value).slice(0, 300)}`,
    );
}

/** `event:` and `data:` of a stream. */
export const eventsIn = (text: string) =>
  text
    .split('\n\n')
    .filter((each) => each !== '')
    .map((each) => {
      const [event = '', data = ''] = each.split('\n');
      return { event: event.replace('event: ', ''), data: JSON.parse(data.replace('data: ', '')) as unknown };
    });

/** Every response has an example, and every example fits its schema. */
export function expectExamplesFit(document: Documented): void {
  const validator = validatorOf(document);
  for (const place of placesOf(document))
    for (const status of Object.keys(place.operation.responses)) {
      const { at, content } = responseOf(document, place, Number(status));
      for (const [type, { examples = {} }] of Object.entries(content)) {
        expect(Object.keys(examples), `${place.path} ${status}`).not.toEqual([]);
        const stream = type === 'text/event-stream';
        const validate = validator([...at, 'content', type, 'schema', ...(stream ? ['contentSchema'] : [])]);
        for (const { value } of Object.values(examples))
          expectFits(validate, stream ? eventsIn(String(value)) : value, `${place.path} ${status}`);
      }
    }
}
