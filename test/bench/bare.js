import { readFileSync } from 'node:fs';
import fastify from 'fastify';

/**
 * The measure of the benchmark: a Fastify that checks a query and sends the bytes it was given. Plain JavaScript, so
 * that no compiler of types counts in its start and its memory.
 * @type {import('./bench.ts').BareReply[]}
 */
const replies = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const id = { type: 'string', pattern: '^@?[a-zA-Z0-9._-]+$' };
const schema = { querystring: { type: 'object', required: ['id'], properties: { id } } };

const app = fastify({ logger: false });
for (const { name, method, type, closes, body } of replies)
  app.route({
    method,
    url: `/${name}`,
    schema,
    handler: (_request, reply) => {
      if (closes) reply.header('connection', 'close');
      reply.header('content-type', type).send(body);
    },
  });
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.on('SIGTERM', () => void app.close());
process.stdout.write(`${JSON.stringify({ url })}\n`);
