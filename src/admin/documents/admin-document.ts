import { setImmediate } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import { OptionalKind, type TSchema } from '@sinclair/typebox';
import fastify, { type FastifySchema, type RouteOptions } from 'fastify';
import { createSchemaRegister } from '../../service/http/schema-register.ts';
import { ProblemDetails, problems } from '../problem.ts';

/**
 * The OpenAPI 3.1 document of the admin surface. The plugin runs in an instance that serves nothing and is
 * made at the first request for the document, so that the start of a sandbox neither loads nor registers it. There are
 * pauses between its parts.
 */
export async function adminDocument(version: string, routes: readonly RouteOptions[]): Promise<object> {
  const app = fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  app.addSchema(ProblemDetails);
  await app.register(swagger, {
    convertConstToEnum: false,
    refResolver: { buildLocalReference: (schema) => String(schema['$id']) },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'creator-sandbox, admin surface',
        version,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        description:
          'State, clock, faults and recorded requests of a sandbox. Credits are numbers with at most 3 decimals, instants are epoch milliseconds, durations are texts such as 31d.',
      },
      servers: [{ url: '/' }],
      security: [{}, { token: [] }],
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'Needed when adminToken is set.',
          },
        },
      },
    },
  });
  await setImmediate();
  const schemas = createSchemaRegister((name) => `${name}#`);
  const documentedRoutes = routes.map(({ method, url, schema = {} }) => ({
    method,
    url,
    schema: schemas.render(documented(String(method), url, schema) as TSchema) as FastifySchema,
    handler: () => {},
  }));
  for (const [name, schema] of Object.entries(schemas.components())) app.addSchema({ $id: name, ...schema });
  await setImmediate();
  for (const route of documentedRoutes) app.route(route);
  await app.ready();
  await setImmediate();
  return withOptionalBodies(app.swagger() as Document, routes);
}

interface Document {
  paths: Record<string, Record<string, { requestBody?: object }>>;
}

/** A route's schema with what all routes have in common: an id, described replies, the problems of every request. */
function documented(method: string, url: string, schema: FastifySchema): FastifySchema {
  const { body, querystring, response } = schema as Record<string, object | undefined>;
  return {
    ...schema,
    operationId: operationIdOf(method, url),
    response: {
      ...problems(...(body || querystring ? [400] : []), 401, 403, ...(body ? [413, 415] : [])),
      ...Object.fromEntries(Object.entries(response ?? {}).map(described)),
    },
  };
}

/** Gives a reply that is a plain schema its description and media type. */
const described = ([status, reply]: [string, TSchema]): [string, object] => {
  if (reply['content'] !== undefined) return [status, reply];
  if (reply['type'] === 'null') return [status, { ...reply, description: 'Done.' }];
  return [status, { description: 'Done.', content: { 'application/json': { schema: reply } } }];
};

/** `POST /__admin/keys/:key/credits` → `postKeysKeyCredits` */
const operationIdOf = (method: string, url: string): string =>
  method.toLowerCase() +
  url.replace(/^\/__admin/, '').replaceAll(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The plugin calls every body required; the optional ones are marked `Type.Optional` in their routes. */
function withOptionalBodies(document: Document, routes: readonly RouteOptions[]): Document {
  for (const { method, url, schema } of routes) {
    const body = schema?.body as TSchema | undefined;
    const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[String(method).toLowerCase()];
    if (body && OptionalKind in body) Object.assign(operation?.requestBody as object, { required: false });
  }
  return document;
}
