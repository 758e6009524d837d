import { Type } from '@sinclair/typebox';
import { closed } from '../../core/schema.ts';
import type { Scope } from '../../http/scope.ts';
import {
  type Generations,
  generationIn,
  generationQuery,
  type ServiceDocuments,
  type ServiceUrl,
} from './openapi.ts';
import type { Document } from './types.ts';

/** The documents of the service as a page: rendered on the server, without scripts and outside assets. */
export function docs(
  app: Scope,
  documents: ServiceDocuments,
  generations: Generations,
  urlFor: ServiceUrl,
): void {
  app.get(
    '/docs',
    {
      schema: {
        summary: 'The documents of the service as a page to read.',
        querystring: Type.Object(generationQuery(generations), closed),
        response: {
          200: { description: 'The page.', content: { 'text/html': { schema: Type.String() } } },
        },
      },
    },
    async (request, reply) => {
      const generation = generationIn(generations, request.query);
      const [{ page }, { policy }] = await Promise.all([import('./page.ts'), import('./style.ts')]);
      const document = await documents(generation, urlFor(request));
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .send(page(document as Document, generation, generations));
    },
  );
}
