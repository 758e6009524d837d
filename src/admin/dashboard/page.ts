import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { Scope } from '../../service/http/scope.ts';
import { packageRoot } from '../../system/package-root.ts';
import { Problem } from '../problem.ts';

/** The files that `npm run build:ui` writes. They are read when a browser asks for them, never at the start. */
const folder = join(packageRoot, 'dist', 'ui');

/** Serves the dashboard. Its files show no state, so they need no token; their requests do. */
export function addDashboardRoutes(app: Scope): void {
  const open = { config: { needsNoToken: true }, schema: { hide: true } as object };
  app.get('/', open, async ({ url }, reply) =>
    // Relative addresses of the page need the slash.
    url.split('?', 1)[0]?.endsWith('/')
      ? sendFile(reply, 'index.html', 'no-cache')
      : reply.redirect('/__admin/', 308),
  );
  app.get<{ Params: { file: string } }>('/assets/:file', open, async ({ params }, reply) =>
    // The build puts a hash of the content into these names.
    sendFile(reply, `assets/${params.file}`, 'public, max-age=31536000, immutable'),
  );
}

async function sendFile(reply: FastifyReply, name: string, caching: string): Promise<FastifyReply> {
  // A name from a request is compared only: it never becomes a path.
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const file = files.map((each) => each.replaceAll('\\', '/')).find((each) => each === name);
  const type = types[extname(name)];
  if (file === undefined || type === undefined)
    throw new Problem(404, files.length > 0 ? 'The dashboard has no such file.' : notBuilt);
  return reply
    .headers({
      'content-type': type,
      'cache-control': caching,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .send(await readFile(join(folder, file)));
}

const notBuilt = 'The dashboard is not built here; `npm run build:ui` builds it. The package has it.';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
