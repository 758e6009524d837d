import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * Measures Node itself: node:http sends the bytes that it was given.
 * @type {import('./bench.ts').BareReply[]}
 */
const replies = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const byName = new Map(replies.map((reply) => [reply.name, reply]));

const server = createServer((request, response) => {
  const { type = 'text/plain', body = '' } = byName.get(/\w+/.exec(request.url ?? '')?.[0] ?? '') ?? {};
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = Object(server.address());
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.on('SIGTERM', () => process.exit());
