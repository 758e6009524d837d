import type { FastifyInstance } from 'fastify';
import type { FieldProblem } from '../core/errors.ts';
import type { Translate } from '../vocabulary/translator.ts';
import type { Words } from '../vocabulary/words.ts';
import { parametersOf } from './served.ts';

declare module 'fastify' {
  interface FastifyInstance {
    words: Words;
  }
  interface FastifyRequest {
    /** The body as it was sent, where it was said in other words than the neutral ones. */
    bodySent?: unknown;
  }
  interface FastifyContextConfig {
    /** Translates the envelope's `data` in the words on the wire, where they differ. */
    toWire?: Translate | undefined;
  }
}

/**
 * The edge of the neutral vocabulary: what comes in is put into neutral words before anyone checks it, what
 * goes out is said by `toWire`. Routes ask `words` for their paths. To be called before the routes are added.
 */
export function translateRoutes(app: FastifyInstance, words: Words): void {
  app.decorate('words', words);
  app.addHook('onRoute', (route) => {
    const { config } = route;
    if (!config?.operation) return;
    config.toWire = words.translator(config.reply);
    const understood = words.translator(parametersOf(route));
    if (!understood) return;
    route.preValidation = (request, _reply, done) => {
      if (request.method === 'GET') request.query = understood(request.query);
      else {
        request.bodySent = request.body;
        request.body = understood(request.body);
      }
      done();
    };
  });
}

/** Problems that name parameters and their values, in the words on the wire. What only quotes the client has no need of it. */
export const inWordsOf = ({ words }: FastifyInstance, problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.map((problem) => ({ ...problem, message: words.sentence(problem.message) }));
