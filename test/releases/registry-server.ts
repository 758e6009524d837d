import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The parts of the two package registries and of a job's identity that a release talks to, in memory: run by Node, it prints
 * its URL. `GET /state` tells what was published.
 */
interface Version {
  name: string;
  version: string;
  dist: { integrity: string; tarball: string };
}

const packages = new Map<string, { versions: Map<string, Version>; tags: Record<string, string> }>();
const wheels = new Map<string, { filename: string; sha256: string; fields: Record<string, string> }>();
const identity = 'identity-of-the-job';
const uploadToken = 'pypi-for-some-minutes';

const server = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const send = (status: number, body: unknown) => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    void answer(
      request.method ?? '',
      decodeURIComponent(request.url ?? ''),
      Buffer.concat(chunks),
      request.headers,
    ).then(
      ([status, body]) => send(status, body),
      (error: Error) => send(500, { error: error.message }),
    );
  });
});

async function answer(
  method: string,
  path: string,
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<[number, unknown]> {
  if (path === '/state') return [200, state()];
  if (path.startsWith('/identity?'))
    return headers['authorization'] === 'bearer job' && path.includes('audience=python')
      ? [200, { value: identity }]
      : [401, {}];
  if (path === '/_/oidc/audience') return [200, { audience: 'python' }];
  if (path === '/_/oidc/mint-token')
    return (JSON.parse(body.toString()) as { token: string }).token === identity
      ? [200, { token: uploadToken }]
      : [403, {}];
  if (path === '/legacy/') return await upload(body, headers);
  const [, wheel] = /^\/pypi\/[\w-]+\/([^/]+)\/json$/.exec(path) ?? [];
  if (wheel !== undefined) {
    const { filename, sha256 } = wheels.get(wheel) ?? {};
    return filename === undefined ? [404, {}] : [200, { urls: [{ filename, digests: { sha256 } }] }];
  }
  return method === 'PUT' ? publish(path.slice(1), body, headers) : packageOf(path.slice(1));
}

function packageOf(name: string): [number, unknown] {
  const found = packages.get(name);
  if (!found) return [404, { error: 'Not found' }];
  return [
    200,
    { name, _id: name, 'dist-tags': found.tags, versions: Object.fromEntries(found.versions), time: {} },
  ];
}

function publish(
  name: string,
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
): [number, unknown] {
  const found = packages.get(name);
  if (headers['authorization'] !== 'Bearer trusted') return [401, { error: 'no trust' }];
  // npm trusts a workflow only for a package that exists.
  if (!found) return [404, { error: 'Not found' }];
  const sent = JSON.parse(body.toString()) as {
    'dist-tags': Record<string, string>;
    versions: Record<string, Version>;
    _attachments: Record<string, { data: string }>;
  };
  for (const [version, about] of Object.entries(sent.versions)) {
    if (found.versions.has(version)) return [403, { error: 'You cannot publish over a version.' }];
    const [{ data }] = Object.values(sent._attachments) as [{ data: string }];
    const integrity = `sha512-${createHash('sha512').update(Buffer.from(data, 'base64')).digest('base64')}`;
    if (about.dist.integrity !== integrity) return [400, { error: 'other bytes' }];
    found.versions.set(version, about);
  }
  Object.assign(found.tags, sent['dist-tags']);
  return [201, { ok: true }];
}

async function upload(
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<[number, unknown]> {
  const basic = Buffer.from(String(headers['authorization']).replace('Basic ', ''), 'base64').toString();
  if (basic !== `__token__:${uploadToken}`) return [403, { error: 'no trust' }];
  const form = await new Response(body, {
    headers: { 'content-type': String(headers['content-type']) },
  }).formData();
  const content = form.get('content');
  if (!(content instanceof File)) return [400, { error: 'no file' }];
  const sha256 = createHash('sha256')
    .update(Buffer.from(await content.arrayBuffer()))
    .digest('hex');
  if (form.get('sha256_digest') !== sha256) return [400, { error: 'other bytes' }];
  const version = String(form.get('version'));
  if (wheels.has(version)) return [400, { error: 'File already exists.' }];
  const fields: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === 'string' && !['description', 'sha256_digest'].includes(name)) fields[name] = value;
  wheels.set(version, { filename: content.name, sha256, fields });
  return [200, {}];
}

const state = () => ({
  npm: [...packages].map(([name, { versions, tags }]) => ({ name, versions: [...versions.keys()], tags })),
  python: [...wheels].map(([version, { filename, fields }]) => ({ version, filename, fields })),
});

// What the maintainer does once by hand.
if (!process.argv.includes('--without-package'))
  packages.set('creator-sandbox', { versions: new Map(), tags: {} });
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
