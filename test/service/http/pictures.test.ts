import { hash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { picture } from '../../../src/creators/pictures/draw.ts';
import { testApp } from '../../harness.ts';
import { overTheWire } from '../../wire.ts';

const reserved = await testApp({ vocabulary: 'neutral' });
const sandbox = await testApp({ vocabulary: 'neutral', pictures: 'sandbox' });

for (const { app } of [reserved, sandbox]) await app.listen({ port: 0, host: '127.0.0.1' });

const host = 'box.test:4310';
/** Asks over a socket: a GET that was answered before goes a shorter way there. */
const from = async (
  of: typeof sandbox,
  { method = 'GET', url, payload }: Asked,
  headers: Record<string, string> = { host },
) => {
  const { status, text } = await overTheWire((of.app.server.address() as AddressInfo).port, {
    method,
    url,
    headers: {
      ...headers,
      [url.startsWith('/v2/') ? 'apiid' : 'api-key']: 'demo-unlimited',
      ...(payload && { 'content-type': 'application/json' }),
    },
    ...(payload && { body: JSON.stringify(payload) }),
  });
  return { body: text, statusCode: status };
};

interface Asked {
  method?: string;
  url: string;
  payload?: object;
}

const search = { filters: [{ filterName: 'totalFollowers', op: '>', value: 0 }], pageSize: 5, offset: 0 };
/** Replies with pictures of every kind, of both generations and in a stream. */
const asked: [string, Asked][] = [
  ['a profile', { url: '/clip/profile?uniqueId=sample.creator' }],
  ['content of gram, with carousels', { url: '/gram/content-detail?uniqueId=sample.creator' }],
  ['a look-up by POST', { method: 'POST', url: '/tube/profile', payload: { uniqueId: 'sample.creator' } }],
  ['a search', { method: 'POST', url: '/gram/search', payload: search }],
  ['a brand', { url: '/sponsor/information?brandId=lanternfish-tea.example' }],
  ['generation 2', { url: '/v2/gramBasic?gramId=sample.creator' }],
  ['a stream', { method: 'POST', url: '/nls', payload: { description: 'food creators' } }],
];

const urlsIn = (text: string): string[] =>
  [...text.matchAll(/"(https?:\/\/[^"]*(?:__pictures|img\.example)[^"]*)"/g)].map(([, url = '']) => url);
const withoutTrace = (text: string) => text.replace(/"traceId":"\w+"/g, '');

describe('pictures', () => {
  it.each(asked)('are at a reserved host by default: %s', async (_, request) => {
    const urls = urlsIn((await from(reserved, request)).body);
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.filter((url) => !url.startsWith('https://img.example/'))).toEqual([]);
    expect((await reserved.app.inject('/__pictures/avatar/x.svg')).json()).toMatchObject({
      error: 'Not Found',
    });
  });

  it.each(asked)('are at the host of the request if the sandbox draws them: %s', async (_, request) => {
    const { body, statusCode } = await from(sandbox, request);
    const urls = urlsIn(body);
    expect(statusCode).toBe(200);
    expect(urls.length).toBe(urlsIn((await from(reserved, request)).body).length);
    expect(
      urls.filter(
        (url) => !/^http:\/\/box\.test:4310\/__pictures\/(avatar|cover|logo)\/[\w.-]+\.svg$/.test(url),
      ),
    ).toEqual([]);
    // twice: the second GET of a URL would skip what puts in these URLs
    expect(urlsIn((await from(sandbox, request)).body)).toEqual(urls);
    for (const url of new Set(urls)) {
      const drawn = await sandbox.app.inject(url.replace(`http://${host}`, ''));
      expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'image/svg+xml']);
      expect(drawn.body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [\s\S]*<\/svg>$/);
    }
  });

  it('change nothing else of a reply', async () => {
    for (const [, request] of asked) {
      const neutral = (text: string) =>
        withoutTrace(text).replace(/"https?:[^"]*(?:__pictures|img\.example)[^"]*"/g, '""');
      const [ours, theirs] = [(await from(sandbox, request)).body, (await from(reserved, request)).body];
      expect(neutral(ours).replace(/"(quotaUsedTotal|creditsAvailable)":-?\d+/g, '')).toBe(
        neutral(theirs).replace(/"(quotaUsedTotal|creditsAvailable)":-?\d+/g, ''),
      );
    }
  });

  it('follow from their ids, in each version alike', async () => {
    const digests = (['avatar', 'cover', 'logo'] as const).flatMap((kind) =>
      Array.from(
        { length: 20 },
        (_, n) => `${kind} ${n} ${hash('sha256', picture(kind, `${n}`)).slice(0, 16)}\n`,
      ),
    );
    expect(hash('sha256', digests.join(''))).toBe(
      '2bea7c246c0a4ca168347c9f74a166025f2db913471ce5fab6755a1d60b2d235',
    );
    const faces = new Set(Array.from({ length: 50 }, (_, n) => picture('avatar', `creator${n}`)));
    expect(faces.size).toBeGreaterThan(45);
    expect(Math.max(...[...faces].map((face) => face.length))).toBeLessThan(2000);
  });

  it('need no key and no admin surface, and are neither charged nor recorded', async () => {
    for (const settings of [{ admin: false }, { adminToken: 'secret' }]) {
      const { app, deps } = await testApp({ pictures: 'sandbox', ...settings });
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers } = await app.inject({ method, url: '/__pictures/cover/123.svg' });
        expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      }
      expect([...deps.journal.all()]).toEqual([]);
    }
  });

  it.each(['nobody"><script>', 'evil.example/x', 'a b'])(
    'are at the port of the connection if the Host is not one: %j',
    async (wrong) => {
      const { body } = await from(sandbox, { url: '/clip/profile?uniqueId=sample.creator' }, { host: wrong });
      expect(urlsIn(body).filter((url) => !url.startsWith('http://127.0.0.1:'))).toEqual([]);
    },
  );

  it.each([
    '/__pictures/face/x.svg',
    '/__pictures/avatar/x.png',
    '/__pictures/avatar/%3Cx%3E.svg',
    '/__pictures/avatar',
  ])('of no kind or no id are an unknown path: %s', async (url) => {
    const reply = await sandbox.app.inject(url);
    expect([reply.statusCode, reply.json()]).toEqual([404, expect.objectContaining({ error: 'Not Found' })]);
  });
});
