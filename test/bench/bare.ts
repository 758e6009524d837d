import fastify from 'fastify';

/** The measure of the benchmark: a Fastify that does nothing but send the bytes it was given. */
const body = process.argv[2] ?? '';
const app = fastify({ logger: false });
app.get('/', (_request, reply) => {
  reply.type('application/json; charset=utf-8');
  return body;
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.on('SIGTERM', () => void app.close());
process.stdout.write(`${JSON.stringify({ url })}\n`);
