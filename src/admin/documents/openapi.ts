import { Type } from '@sinclair/typebox';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { choice, closed } from '../../core/schema.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';

/** Makes the document of a generation of the service. @param serviceUrl base URL of the service */
export type ServiceDocuments = (generation: number, serviceUrl: string) => Promise<object>;

/** The generations of the service, newest first. */
export type Generations = readonly number[];

const generationQuery = (generations: Generations) => ({
  generation: Type.Optional(
    choice(generations.map(String), `The generation of the service; ${generations[0]} when absent.`),
  ),
});

const generationIn = (generations: Generations, { generation }: { generation?: string }): number =>
  Number(generation ?? generations[0]);

const OpenApi = Type.Object({}, { description: 'OpenAPI 3.1.' });

/** Call this before any route is added: it collects the routes of the surface for its document. */
export function addOpenapiRoute(
  app: Scope,
  { version }: Pick<Deps, 'version'>,
  documents: ServiceDocuments,
  generations: Generations,
  urlFor: ServiceUrl,
): void {
  const DocumentQuery = Type.Object(
    {
      ...generationQuery(generations),
      surface: Type.Optional(choice(['admin'], 'admin: this surface instead of the service.')),
    },
    closed,
  );
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  let adminDocument: Promise<object> | undefined;

  app.get(
    '/openapi.json',
    {
      config: { isLong: true },
      schema: {
        summary: 'The OpenAPI document of a generation of the service, or of this surface.',
        querystring: DocumentQuery,
        response: { 200: OpenApi },
      },
    },
    async (request) => {
      if (request.query.surface !== 'admin')
        return documents(generationIn(generations, request.query), urlFor(request));
      adminDocument ??= import('./admin-document.ts').then((module) => module.adminDocument(version, routes));
      return adminDocument;
    },
  );
}

/** The base URL of the service, as the client of this request reaches it. */
export type ServiceUrl = (request: FastifyRequest) => string;

/** @param separateUrl base URL of the service when it has another port than this surface */
export const serviceUrlOf =
  ({ settings: { host } }: Pick<Deps, 'settings'>, separateUrl: string | undefined): ServiceUrl =>
  (request) =>
    separateUrl ??
    // localhost and 127.0.0.1 reach the same service and get the same document.
    `${request.protocol}://${host === '127.0.0.1' ? request.host.replace(/^localhost(?=:|$)/, host) : request.host}`;
