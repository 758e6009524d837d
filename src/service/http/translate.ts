import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FieldProblem } from '../../core/errors.ts';
import type { Translate } from '../vocabulary/translator.ts';
import type { Words } from '../vocabulary/words.ts';
import { parametersOf } from './served.ts';

declare module 'fastify' {
  interface FastifyInstance {
    words: Words;
  }
  interface FastifyRequest {
    /** The body before translation, if it was translated. */
    bodySent?: unknown;
  }
  interface FastifyContextConfig {
    /** Translates the envelope's `data` to the words on the wire; absent if these are the neutral ones. */
    toWire?: Translate | undefined;
    /** Translates the parameters to the neutral words; absent if they are sent in these. */
    toNeutral?: Translate | undefined;
  }
}

/**
 * Translates parameters to the neutral words before validation, and gives routes `toWire` for their replies and `words`
 * for their paths. Call this before the routes are added.
 */
export function translateRoutes(app: FastifyInstance, words: Words): void {
  app.decorate('words', words);
  app.addHook('onRoute', (route) => {
    const { config } = route;
    if (!config?.operation) return;
    config.toWire = words.translator(config.reply);
    config.toNeutral = words.translator(parametersOf(route));
    if (!config.toNeutral) return;
    route.preValidation = (request, _reply, done) => {
      translateParameters(request);
      done();
    };
  });
}

/** Translates the parameters of a request, once. */
export function translateParameters(request: FastifyRequest): void {
  const { toNeutral } = request.routeOptions.config;
  if (!toNeutral) return;
  if (request.method === 'GET') request.query = toNeutral(request.query);
  else {
    request.bodySent = request.body;
    request.body = toNeutral(request.body);
  }
}

/** Translates problems that name parameters or their values. Problems that only quote the client need no translation. */
export const translateProblems = (words: Words, problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.map((problem) => ({ ...problem, message: words.sentence(problem.message) }));
