import { adminOf } from '../admin/admin.ts';
import { documentFrom } from '../app/openapi/documented.ts';
import type { TestApp } from '../harness.ts';
import { agentOperations } from './agents.ts';
import type { Schema } from './values.ts';

export type Surface = 2 | 3 | 'admin' | 'agent';

/** One method of one path, as its document describes it, in the words of the wire. */
export interface FuzzOperation {
  surface: Surface;
  method: string;
  /** With the prefix of its generation; parts in braces are parameters. */
  path: string;
  query: readonly QueryParameter[];
  body: Schema | undefined;
  /** A body that is accepted. */
  sample: unknown;
  /** Nearly always sent. */
  headers?: readonly (readonly [string, string])[];
  /** Its reply never ends by itself. */
  endless?: boolean;
}

interface QueryParameter {
  name: string;
  required: boolean;
  schema: Schema;
  example: string | undefined;
  /** Whether a value that is no text is sent as JSON. */
  json: boolean;
}

interface DocumentedParameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
  content?: Record<string, { schema: Schema }>;
  example?: string;
}
interface Described {
  parameters?: DocumentedParameter[];
  requestBody?: { content: Record<string, { schema?: Schema; examples?: { sample: { value: unknown } } }> };
}

/**
 * Every operation of both generations and of the admin surface, from their documents, the pages of the dashboard, and what
 * agents ask.
 */
export async function operationsOf(app: TestApp): Promise<FuzzOperation[]> {
  const admin = (await adminOf(app)('GET', '/openapi.json?surface=admin')).body;
  const service = [
    ...operationsIn(3, '', await documentFrom(app, 3)),
    ...operationsIn(2, '/v2', await documentFrom(app, 2)),
  ];
  return [...service, ...operationsIn('admin', '', admin), ...pages, ...agentOperations(service)];
}

const page = (path: string): FuzzOperation => ({
  surface: 'admin',
  method: 'GET',
  path,
  query: [],
  body: undefined,
  sample: undefined,
});

/** No document has them. */
const pages = ['/__admin/', '/__admin/assets/{file}', '/__admin/assets/index.js'].map(page);

function operationsIn(surface: Surface, prefix: string, document: object): FuzzOperation[] {
  const { paths } = document as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const body = requestBody?.content['application/json'];
      return {
        surface,
        method: method.toUpperCase(),
        path: prefix + path,
        query: parameters.filter((each) => each.in === 'query').map(queryParameter),
        body: body?.schema,
        sample: body?.examples?.sample.value ?? adminSamples[`${method.toUpperCase()} ${path}`],
        endless: path === '/__admin/events',
      };
    }),
  );
}

const queryParameter = ({ name, required = false, schema, content, example }: DocumentedParameter) => ({
  name,
  required,
  schema: schema ?? content?.['application/json']?.schema ?? {},
  example,
  json: schema === undefined,
});

/** The document of the admin surface has no examples. */
const adminSamples: Readonly<Record<string, unknown>> = {
  'PUT /__admin/clock': { mode: 'frozen', at: '2026-06-02T00:00:00Z' },
  'POST /__admin/clock/advance': { by: '1h' },
  'POST /__admin/keys': {
    plan: 10,
    purchased: 1,
    limit: 9,
    rate: { count: 5, windowMs: 1000 },
    allow: ['nls'],
  },
  'PATCH /__admin/keys/{key}': { plan: 100, limit: 50, fractional: true },
  'POST /__admin/keys/{key}/credits': { plan: 5, purchased: 1 },
  'POST /__admin/reset': { key: 'demo-low' },
  'POST /__admin/requests/wait': {
    match: { operation: 'clip/profile', query: { a: 'b' } },
    count: 1,
    timeoutMs: 1,
  },
  'POST /__admin/verify': { match: { path: '/clip/*', body: { '/a': 1 } }, atLeast: 1 },
  'POST /__admin/faults': {
    match: { path: '/clip/*', method: 'POST', query: { a: 'b' }, body: { '/filters/0': 1 } },
    respond: { status: 429 },
    times: 2,
    latency: { min: 1, max: '2ms' },
  },
};
