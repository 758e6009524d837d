import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../src/contract/event-stream.ts';
import type { ExchangeFile } from '../../src/contract/exchange.ts';
import { priceBook } from '../../src/core/prices.ts';
import { openRecordings } from '../../src/recording/recordings.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { recordIn, recordingsIn, type SentCall, sampleOf, secret, sending } from './service.ts';

const service = await testApp({ vocabulary: 'neutral' });
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
const routes = service.deps.servedRoutes.filter(
  ({ operation, method }, n, all) =>
    n === all.findIndex((each) => each.operation === operation && each.method === method),
);
const unknownCreator: SentCall = {
  method: 'GET',
  path: '/clip/profile',
  query: { uniqueId: 'no.such.creator' },
};
const unknownOf2: SentCall = { method: 'GET', path: '/v2/clipBasic', query: { clipId: 'no.such.creator' } };
const folder = newFolder();
await recordIn(folder, url, sending([...routes.map(sampleOf), unknownCreator, unknownOf2]));
const recordings = join(folder, 'recordings');
const files = recordingsIn(recordings);

const open = (isOnly: boolean, withSecret: boolean) =>
  openRecordings({
    folder: recordings,
    secret: withSecret ? Buffer.from(secret) : undefined,
    book: priceBook(),
    isOnly,
    maxAge: undefined,
    now: Date.now(),
  });
// Another world: nothing that it answers by itself is what the service answered.
const replaying = await testApp({ seed: 2, vocabulary: 'neutral' }, { recordings: open(true, true) });

const key = 'sandbox:plan=100000,fractional:replay';

async function ask(app: typeof replaying, { method, path, query, body }: SentCall) {
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  const reply = await app.app.inject({
    method: method as 'GET',
    url: path + search,
    headers: {
      [path.startsWith('/v2') ? 'apiid' : 'api-key']: key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const isStream = String(reply.headers['content-type']).startsWith('text/event-stream');
  const whole = isStream ? eventsOf(reply.body).events.at(-1)?.data : (JSON.parse(reply.body) as unknown);
  return { status: reply.statusCode, body: whole as Record<string, unknown> };
}

const ownOperations = ['usage', 'v2/apiStatus'];
const recordedOf = ({ method, path, query, body }: SentCall): ExchangeFile | undefined => {
  const operation = path.slice(1);
  return [...files.values()].find(
    (file) =>
      file.operation === operation &&
      file.request.method === method &&
      file.reply?.status === 200 &&
      (query ?? body) !== undefined,
  );
};
const dataIn = ({ reply }: ExchangeFile): unknown => {
  const body = reply?.events ? reply.events.at(-1)?.data : reply?.body;
  return Array.isArray(body) ? body : (body as { data: unknown }).data;
};

describe('a sandbox with recordings', () => {
  const samples = routes
    .filter(({ operation }) => !ownOperations.includes(operation))
    .map((route): [string, SentCall] => [`${route.method} ${route.operation}`, sampleOf(route)]);

  it.each(samples)(
    'answers %s as the service did, to the real names and to the pseudonyms',
    async (_, sample) => {
      const recorded = recordedOf(sample);
      if (!recorded) throw new Error('it was not recorded');
      const before = await replaying.available(key);
      const byName = await ask(replaying, sample);
      const { method, query, body } = recorded.request;
      const byPseudonym = await ask(replaying, {
        method,
        path: sample.path,
        ...(query && { query }),
        ...(body !== undefined && { body }),
      });
      for (const answer of [byName, byPseudonym]) {
        expect(answer.status).toBe(200);
        expect(Array.isArray(answer.body) ? answer.body : answer.body['data']).toEqual(dataIn(recorded));
      }
      // the ledger is the sandbox's own
      if (Array.isArray(byName.body)) return;
      const used = Number(byName.body['creditsUsed'] ?? byName.body['quotaUsed']);
      expect(await replaying.available(key)).toBeCloseTo(before - 2 * used, 6);
    },
  );

  it('refuses what the service refused', async () => {
    expect(await ask(replaying, unknownCreator)).toMatchObject({
      status: 404,
      body: { errorCode: 'NOT_FOUND' },
    });
    expect((await ask(replaying, unknownOf2)).body).toMatchObject({
      error: 'TikTokIdNotFound',
      success: false,
    });
  });

  it('answers 501 with the nearest recording to anything else, free of charge', async () => {
    const before = await replaying.available(key);
    const { status, body } = await ask(replaying, {
      method: 'GET',
      path: '/clip/profile',
      query: { uniqueId: 'somebody.else' },
    });
    expect(status).toBe(501);
    expect(body).toMatchObject({ title: 'Not Implemented', nearest: { request: { path: '/clip/profile' } } });
    expect(await replaying.available(key)).toBe(before);
  });

  it('matches pseudonyms only, without the secret', async () => {
    const blind = await testApp({ seed: 2, vocabulary: 'neutral' }, { recordings: open(true, false) });
    const sample: SentCall = { method: 'GET', path: '/clip/profile', query: { uniqueId: 'sample.creator' } };
    expect((await ask(blind, sample)).status).toBe(501);
    const { query = {} } = recordedOf(sample)?.request ?? {};
    expect((await ask(blind, { ...sample, query })).status).toBe(200);
  });

  it('answers everything else from its world, unless recordings are all that it answers', async () => {
    const both = await testApp({ seed: 2, vocabulary: 'neutral' }, { recordings: open(false, true) });
    const { body } = await ask(both, {
      method: 'GET',
      path: '/clip/profile',
      query: { uniqueId: both.world.example.clip },
    });
    expect(body).toMatchObject({ data: { uniqueId: both.world.example.clip } });
  });

  it('keeps its own rules: a key without credits is refused as ever', async () => {
    const { status } = await replaying.get('/clip/profile?uniqueId=sample.creator', 'demo-empty');
    expect(status).toBe(402);
    expect((await replaying.get('/clip/profile?uniqueId=sample.creator')).status).toBe(401);
  });
});

describe('recordings of a service', () => {
  it('that are too old end the start with the command that renews them', () => {
    const later = Date.now() + 31 * 86_400_000;
    expect(() =>
      openRecordings({
        folder: recordings,
        secret: undefined,
        book: priceBook(),
        isOnly: false,
        maxAge: '30d',
        now: later,
      }),
    ).toThrow(/are older than 30d.*creator-sandbox record --target/);
  });
});
