import type { Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { type ServiceDocuments, type ServiceUrl, Which } from './openapi.ts';
import type { Document } from './types.ts';

/** The documented contract to read: one page without any outside asset, made on the server. */
export function docs(app: FastifyInstance, documents: ServiceDocuments, urlFor: ServiceUrl): void {
  app.get<{ Querystring: Static<typeof Which> }>(
    '/docs',
    {
      schema: { querystring: Which },
      config: { summary: 'The documents of the service as a page to read.', answersAs: 'text/html' },
    },
    async (request, reply) => {
      const generation = request.query.generation === '2' ? 2 : 3;
      const [{ page }, { policy }] = await Promise.all([import('./page.ts'), import('./style.ts')]);
      const document = await documents(generation, urlFor(request));
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .send(page(document as Document, generation));
    },
  );
}
