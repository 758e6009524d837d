import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Deps } from '../../http/deps.ts';
import { problemTitle } from '../../http/problem-details.ts';
import { Choice, closed } from '../route-docs.ts';

/** Makes the document of a generation of the service. @param serviceUrl base URL of the service */
export type ServiceDocuments = (generation: number, serviceUrl: string) => Promise<object>;

export const Which = Type.Object(
  { generation: Type.Optional(Choice(['2', '3'], 'Of the service; 3 when absent.')) },
  closed,
);

const Surface = Type.Object(
  {
    ...Which.properties,
    surface: Type.Optional(Choice(['admin'], 'admin: this surface instead of the service.')),
  },
  closed,
);

/**
 * The admin surface in its own words: OpenAPI 3.1, made from the schemas by which its routes check. To be
 * called before the routes are added: it notes them as they come.
 */
export function openapi(
  app: FastifyInstance,
  { version }: Deps,
  documents: ServiceDocuments,
  urlFor: ServiceUrl,
): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));

  app.get<{ Querystring: Static<typeof Surface> }>(
    '/openapi.json',
    {
      schema: { querystring: Surface },
      config: { summary: 'The OpenAPI document of a generation of the service, or of this surface.' },
    },
    async (request) => {
      const { surface, generation } = request.query;
      if (surface === 'admin') return document(version, routes);
      return documents(generation === '2' ? 2 : 3, urlFor(request));
    },
  );
}

/** Where the service is reached, for whoever asks. */
export type ServiceUrl = (request: FastifyRequest) => string;

/** @param elsewhere where it is when this surface stands alone; else it is beside this surface */
export const serviceUrlOf =
  ({ settings: { host } }: Deps, elsewhere: string | undefined): ServiceUrl =>
  (request) =>
    elsewhere ??
    // one name for one place, whatever the caller called it
    `http://${host === '127.0.0.1' ? request.host.replace(/^localhost(?=:|$)/, host) : request.host}`;

const ProblemDetails = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
  },
  { description: 'RFC 9457; some carry further members.' },
);

const document = (version: string, routes: readonly RouteOptions[]) => ({
  openapi: '3.1.0',
  info: {
    title: 'creator-sandbox, admin surface',
    version,
    description:
      'State, clock, faults and the record of requests of a sandbox. Credits are numbers with at most 3 decimals, instants epoch milliseconds, durations texts such as 31d.',
  },
  security: [{}, { token: [] }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Where adminToken is set.' } },
    schemas: { Problem: ProblemDetails },
  },
  paths: Object.fromEntries(
    [...Map.groupBy(routes, ({ url }) => url)].map(([url, methods]) => [
      url.replace(/:(\w+)/g, '{$1}'),
      Object.fromEntries(methods.map((route) => [String(route.method).toLowerCase(), operation(route)])),
    ]),
  ),
});

function operation({ method, url, schema = {}, config = {} }: RouteOptions) {
  const { querystring, params, ...checked } = schema as Record<string, TSchema | undefined>;
  const { summary, accepts, answer, answersAs, success = 200, problems = [] } = config;
  const body = checked['body'] ?? accepts;
  const type = answersAs ?? (url.endsWith('/events') ? 'text/event-stream' : 'application/json');
  const content = { [type]: answer ? { schema: answer } : {} };
  return {
    operationId: `${String(method).toLowerCase()}${url
      .replace(/^\/__admin/, '')
      .replaceAll(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    ...(summary && { summary }),
    parameters: [...parameters('path', params), ...parameters('query', querystring)],
    ...(body && {
      requestBody: {
        required: accepts === undefined && !url.endsWith('/reset'),
        content: { 'application/json': { schema: body } },
      },
    }),
    responses: {
      [success]: { description: 'Done.', ...(success !== 204 && { content }) },
      ...Object.fromEntries(
        [
          ...new Set([
            ...(body || querystring ? [400] : []),
            401,
            403,
            ...(body ? [413, 415] : []),
            ...problems,
          ]),
        ]
          .sort()
          .map((status) => [
            status,
            {
              description: problemTitle(status),
              content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
            },
          ]),
      ),
    },
  };
}

const parameters = (place: 'path' | 'query', schema: TSchema | undefined) =>
  Object.entries((schema?.['properties'] ?? {}) as Record<string, TSchema>).map(
    ([name, { description, ...rest }]) => ({
      name,
      in: place,
      required: place === 'path' || ((schema?.['required'] ?? []) as string[]).includes(name),
      ...(description && { description }),
      schema: rest,
    }),
  );
