import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Send } from '../../src/contract/wire.ts';

/** Asks an app without a socket. */
export const injectSend =
  (app: FastifyInstance): Send =>
  async ({ method, url, headers, body }) => {
    const reply = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    return {
      status: reply.statusCode,
      headers: reply.headers as Record<string, string | undefined>,
      text: reply.body,
    };
  };
