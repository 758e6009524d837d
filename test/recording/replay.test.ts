import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../src/contract/event-stream.ts';
import type { Exchange, ExchangeFile } from '../../src/contract/exchange.ts';
import { invariantDifferences } from '../../src/contract/invariants.ts';
import { replySchemaOf } from '../../src/contract/reply-schema.ts';
import { schemaDifferences } from '../../src/contract/schema-differences.ts';
import { type OperationId, operations } from '../../src/core/operations.ts';
import { priceBook } from '../../src/core/prices.ts';
import { createSandbox } from '../../src/library/index.ts';
import { openRecordings, type RecordingsOptions } from '../../src/recording/recordings.ts';
import { commandIn } from '../cli/io.ts';
import { cpuOf, heaviestBody, timesOf } from '../effort.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { recordIn, recordingsIn, routesOf, type SentCall, sampleOf, secret, sending } from './service.ts';

const service = await testApp({ vocabulary: 'neutral' });
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
const routes = routesOf(service.deps.servedRoutes);
const unknownCreator: SentCall = {
  method: 'GET',
  path: '/clip/profile',
  query: { uniqueId: 'no.such.creator' },
};
const unknownOf2: SentCall = { method: 'GET', path: '/v2/clipBasic', query: { clipId: 'no.such.creator' } };
const folder = newFolder();
const calls = [...routes.map(sampleOf), unknownCreator, unknownOf2];
const { code, err } = await recordIn(folder, url, sending(calls));
const recordings = join(folder, 'recordings');
const files = recordingsIn(recordings);

const open = (isOnly: boolean, withSecret: boolean) =>
  openRecordings({
    folder: recordings,
    secret: withSecret ? Buffer.from(secret) : undefined,
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

describe('record', () => {
  it('writes one file for each call, of every operation of both generations', () => {
    expect(err).toContain(`${calls.length} calls, `);
    expect(err).not.toMatch(/not recorded|no schema knows/);
    expect([code, files.size]).toEqual([0, calls.length]);
    expect(new Set([...files.values()].map(({ operation }) => operation))).toEqual(
      new Set(operations.map(({ id }) => id)),
    );
  });

  it('writes replies that fit their schemas and the invariants of the contract', () => {
    const { prices, servedRoutes } = service.deps;
    const differences = [...files].flatMap(([name, file]) => {
      const { reply, request } = file;
      if (!reply) return [`${name} has no reply`];
      const body = reply.events ? reply.events.at(-1)?.data : reply.body;
      const schema = replySchemaOf({ ...file, name, reply: { ...reply, body } } as Exchange, servedRoutes);
      return [...schemaDifferences(schema, body), ...invariantDifferences(prices, request, body)].map(
        (difference) => `${name} ${JSON.stringify(difference)}`,
      );
    });
    expect(differences).toEqual([]);
  });
});

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

  const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;
  it.each([
    [
      '90,000 members that nobody knows',
      '/clip/profile',
      heaviestBody.replace('{', '{"uniqueId":"sample.creator",'),
      200,
    ],
    ['a deep member that nobody knows', '/clip/profile', `{"uniqueId":"sample.creator","more":${deep}}`, 200],
    ['a deep identifier', '/clip/profile', `{"uniqueId":${deep}}`, 400],
    ['a deep description', '/nls', `{"description":${deep}}`, 400],
    ['a deep filter', '/clip/search', `{"filters":${deep},"pageSize":1,"offset":0}`, 400],
    [
      '120,000 filters',
      '/clip/search',
      `{"filters":[${Array(120_000).fill('{}')}],"pageSize":1,"offset":0}`,
      400,
    ],
  ])('answers a body with %s as it would without recordings', async (_, path, payload, status) => {
    const headers = { 'api-key': key, 'content-type': 'application/json' };
    const send = () => replaying.app.inject({ method: 'POST', url: path, headers, payload });
    expect((await send()).statusCode).toBe(status);
    expect(await timesOf(() => cpuOf(send), 8)).toBeLessThan(8);
  });

  it('keeps its own rules: a key without credits is refused as ever', async () => {
    const { status } = await replaying.get('/clip/profile?uniqueId=sample.creator', 'demo-empty');
    expect(status).toBe(402);
    expect((await replaying.get('/clip/profile?uniqueId=sample.creator')).status).toBe(401);
  });
});

/** A folder with these files, made from the recording of a call. */
const folderOf = (of: SentCall, changes: readonly Partial<ExchangeFile>[]): string => {
  const made = newFolder();
  const recorded = recordedOf(of);
  for (const [n, change] of changes.entries())
    writeFileSync(join(made, `${n}.json`), JSON.stringify({ ...recorded, ...change }));
  return made;
};
const inFolder = (made: string, more: Partial<RecordingsOptions> = {}) =>
  openRecordings({
    ...{ folder: made, secret: Buffer.from(secret), isOnly: true, now: Date.now() },
    maxAge: undefined,
    ...more,
  });
const profile: SentCall = { method: 'GET', path: '/clip/profile', query: { uniqueId: 'sample.creator' } };

describe('recordings of a service', () => {
  it('of one request answer with the newest', async () => {
    const named = (displayName: string, recordedAt: string) => {
      const { reply } = recordedOf(profile) ?? {};
      const body = reply?.body as { data: object };
      return { recordedAt, reply: { ...reply, body: { ...body, data: { ...body.data, displayName } } } };
    };
    const days = [
      named('First', '2026-01-01T00:00:00.000Z'),
      named('Last', '2026-03-01T00:00:00.000Z'),
      named('Second', '2026-02-01T00:00:00.000Z'),
    ];
    for (const order of [days, days.toReversed()]) {
      const recordingsOfDays = inFolder(folderOf(profile, order as Partial<ExchangeFile>[]));
      const sandbox = await testApp({ seed: 2, vocabulary: 'neutral' }, { recordings: recordingsOfDays });
      expect((await ask(sandbox, profile)).body).toMatchObject({ data: { displayName: 'Last' } });
    }
  });

  const get = (path: string, query: Record<string, string>): SentCall => ({ method: 'GET', path, query });
  const post = (path: string, body: object): SentCall => ({ method: 'POST', path, body });
  const atName = { uniqueId: '@sample.creator' };
  const name = { uniqueId: 'sample.creator' };
  it.each<[what: string, same: SentCall[], other: SentCall[]]>([
    [
      'a handle with and without @, by GET and by POST',
      ['/clip/profile', '/gram/contact'].flatMap((path) => [
        ...[get(path, name), get(path, atName)],
        ...[post(path, name), post(path, atName)],
      ]),
      [
        get('/clip/profile', { uniqueId: 'Sample.creator' }),
        post('/gram/contact', { uniqueId: '@Sample.creator' }),
        get('/clip/performance', name),
      ],
    ],
    [
      'a handle of tube in any case',
      [get('/tube/profile', name), post('/tube/profile', { uniqueId: '@Sample.CREATOR' })],
      [get('/tube/profile', { uniqueId: 'sample.creatos' })],
    ],
    [
      'parts in any order, and none as all',
      [
        get('/clip/profile', { ...name, fields: '["bio","country"]' }),
        post('/clip/profile', { ...atName, fields: ['country', 'bio'] }),
        get('/clip/content-detail', { ...name, fields: '{"recentVideos":2}' }),
        post('/clip/content-detail', { ...name, fields: { recentVideos: 2 } }),
        get('/gram/profile', name),
        post('/gram/profile', { ...name, fields: [] }),
      ],
      [
        get('/clip/profile', { ...name, fields: 'bio' }),
        post('/clip/content-detail', { ...name, fields: { recentVideos: 3 } }),
      ],
    ],
    [
      'a handle of generation 2 as it is',
      [get('/v2/clipBasic', { clipId: 'sample.creator' })],
      [get('/v2/clipBasic', { clipId: '@sample.creator' })],
    ],
  ])('answer the same call in every form: %s', async (_, same, other) => {
    const all = newFolder();
    await recordIn(all, url, sending(same));
    const made = [...recordingsIn(join(all, 'recordings')).values()];
    expect(made).toHaveLength(same.length);
    for (const file of made) {
      const alone = newFolder();
      writeFileSync(join(alone, 'alone.json'), JSON.stringify(file));
      const sandbox = await testApp({ seed: 2, vocabulary: 'neutral' }, { recordings: inFolder(alone) });
      const answers = await Promise.all(same.map((call) => ask(sandbox, call)));
      const isSame = same.map(({ path }) => path === `/${file.operation}`);
      expect(answers.map(({ status }) => status)).toEqual(isSame.map((each) => (each ? 200 : 501)));
      for (const [n, { body }] of answers.entries())
        if (isSame[n]) expect(body['data']).toEqual(dataIn(file));
      for (const call of other) expect((await ask(sandbox, call)).status).toBe(501);
      await sandbox.app.close();
    }
  });

  it('of a form that a service withdrew answer no other form', async () => {
    const body = { success: false, error: 'Not Found', message: '', availableEndpoints: ['GET /usage'] };
    const request = { method: 'POST', path: '/clip/profile', body: recordedOf(profile)?.request.query };
    const withdrawn = {
      request,
      recordedAt: new Date().toISOString(),
      reply: { status: 404, headers: {}, body },
    };
    const sandbox = await testApp(
      { seed: 2, vocabulary: 'neutral' },
      { recordings: inFolder(folderOf(profile, [{}, withdrawn])) },
    );
    expect((await ask(sandbox, profile)).status).toBe(200);
  });

  it.each([
    [400, 'VALIDATION_ERROR', true],
    [401, 'UNAUTHORIZED', false],
    [402, 'INSUFFICIENT_CREDITS', false],
    [403, 'FORBIDDEN', false],
    [404, 'NOT_FOUND', true],
    [429, 'RATE_LIMIT_EXCEEDED', false],
    [500, 'INTERNAL_ERROR', false],
    [503, 'SERVICE_UNAVAILABLE', false],
  ])('with the status %i (%s) are replayed: %s', async (status, errorCode, isReplayed) => {
    const body = { success: false, error: 'X', errorCode, message: '', traceId: '0', timestamp: 0 };
    const refused = { reply: { status, headers: {}, body } };
    // beside another one, since a folder without any is refused
    const other: Partial<ExchangeFile> = {
      request: { method: 'GET', path: '/clip/profile', query: { uniqueId: 'x' } },
    };
    const sandbox = await testApp(
      { seed: 2, vocabulary: 'neutral' },
      { recordings: inFolder(folderOf(profile, [refused, other])) },
    );
    const answer = await ask(sandbox, profile);
    if (isReplayed) expect(answer).toMatchObject({ status, body: { errorCode } });
    else expect(answer.status).toBe(501);
  });

  it.each([
    ['TikTokIdNotFound', true],
    ['ValueEmpty', true],
    ['AuthFailed', false],
    ['QuotaKey', false],
    ['APIKeyOnlyForTesting', false],
    ['QuotaRate', false],
    ['QuotaNotPaid', false],
    ['QuotaNotEnough', false],
    ['ServerError', false],
  ])('of generation 2 with the error %s are replayed: %s', async (error, isReplayed) => {
    const look: SentCall = { method: 'GET', path: '/v2/clipBasic', query: { clipId: 'sample.creator' } };
    const refused = { reply: { status: 403, headers: {}, body: { success: false, error, data: null } } };
    const open2 = () => inFolder(folderOf(look, [refused]));
    const asked = { operation: 'v2/clipBasic', method: 'GET', parameters: undefined } as const;
    const given = recordedOf(look)?.request.query;
    if (isReplayed) expect(open2().find({ ...asked, given })).toHaveProperty('refusal');
    else expect(open2).toThrow('has no recordings');
  });

  it('refuse a download as the service did', () => {
    const operation = 'tube/subtitles/download';
    const reply = { status: 404, headers: {}, body: { success: false, errorCode: 'NOT_FOUND' } };
    const asked = {
      operation,
      method: 'GET',
      parameters: undefined,
      given: recordedOf(profile)?.request.query,
    } as const;
    expect(inFolder(folderOf(profile, [{ operation, reply }])).find(asked)).toHaveProperty('refusal');
  });

  it('are not needed for what only the ledger of the sandbox knows', async () => {
    const sandbox = await testApp(
      { seed: 2, vocabulary: 'neutral' },
      { recordings: inFolder(folderOf(profile, [{}])) },
    );
    for (const path of ['/usage', '/v2/apiStatus'])
      expect(await ask(sandbox, { method: 'GET', path })).toMatchObject({ status: 200 });
  });

  it('are named as missing where a folder has none, with the command that makes them', () => {
    const empty = newFolder();
    writeFileSync(join(empty, 'agreement.json'), '{}');
    const reply = { status: 400, headers: {}, body: { success: false } };
    const none: Partial<ExchangeFile>[] = [
      ...[{ recordedAt: undefined as never }, { operation: null }, { reply: undefined as never }],
      ...[{ reply }, { reply: { ...reply, status: 200, body: null } }],
    ];
    for (const made of [newFolder(), empty, ...none.map((each) => folderOf(profile, [each]))])
      expect(() => inFolder(made)).toThrow(
        `${made} has no recordings. Make them: npm start -s -- record --target <url> --spend <credits> --out ${made} -- <command>`,
      );
    expect(() => inFolder(join(empty, 'nowhere'))).toThrow('does not exist');
  });

  it('are read beside the table of agreement and what a killed run left unfinished, which are none', async () => {
    const made = folderOf(profile, [{}]);
    writeFileSync(join(made, 'agreement.json'), JSON.stringify({ operations: {} }));
    writeFileSync(join(made, `0.json.${randomUUID()}.new`), '{"title":');
    const sandbox = await testApp({ seed: 2, vocabulary: 'neutral' }, { recordings: inFolder(made) });
    expect((await ask(sandbox, profile)).body).toMatchObject({
      data: dataIn(recordedOf(profile) as ExchangeFile),
    });
    // any other file of the folder has to be an exchange
    mkdirSync(join(made, 'v3'));
    writeFileSync(join(made, 'v3', 'agreement.json'), '{}');
    expect(() => inFolder(made)).toThrow(/v3\/agreement\.json/);
  });

  it('name as the nearest one that of the same operation with the most equal parameters', () => {
    const queries = [{ uniqueId: 'a' }, { uniqueId: 'b', fields: 'bio' }, { uniqueId: 'a', fields: 'bio' }];
    const made = folderOf(
      profile,
      queries.map((query) => ({ request: { method: 'GET', path: '/clip/profile', query } })),
    );
    const nearest = (operation: 'clip/profile' | 'gram/profile', given: unknown) =>
      inFolder(made, { secret: undefined }).nearest({
        operation,
        method: 'GET',
        parameters: undefined,
        given,
      })?.file;
    expect([
      nearest('clip/profile', { uniqueId: 'a', fields: 'bio', more: 1 }),
      nearest('clip/profile', { fields: 'bio' }),
      nearest('clip/profile', 'bio'),
      nearest('gram/profile', { uniqueId: 'a' }),
    ]).toEqual(['2.json', '1.json', '0.json', undefined]);
  });

  it.each<[OperationId, object, number]>([
    ['clip/profile', { creditsUsed: 99 }, 2_000],
    ['nls', { creditsUsed: 1.2 }, 1_200],
    ['nls', { creditsUsed: 'unknown' }, 10_000],
  ])(
    'of %s cost by the price book, unless the service alone knows the price: %j',
    (operation, reply, price) => {
      const request = { method: 'POST', path: `/${operation}`, body: {} };
      const body = { success: true, data: {}, ...reply };
      const made = folderOf(profile, [{ operation, request, reply: { status: 200, headers: {}, body } }]);
      const found = inFolder(made).find({ operation, method: 'POST', parameters: undefined, given: {} });
      expect(found && 'priceIn' in found && found.priceIn(priceBook({}))).toBe(price);
    },
  );

  it('answer in the library by the secret that it is given', async () => {
    const options = { recordings, recordingsOnly: true, vocabulary: 'neutral', size: 60 } as const;
    await expect(createSandbox(options, { secret: 'short' })).rejects.toThrow(
      'The option secret holds no secret: it takes 32 characters',
    );
    const sandbox = await createSandbox(options, { secret });
    const reply = await fetch(`${sandbox.url}/clip/profile?uniqueId=sample.creator`, {
      headers: { 'api-key': 'demo-full' },
    });
    await sandbox.close();
    expect([reply.status, await reply.json()]).toMatchObject([
      200,
      { data: dataIn(recordedOf(profile) as ExchangeFile) },
    ]);
  });

  it.each([
    ['exec', '--quiet'],
    ['mutate', '--only', 'status-wrong'],
  ])('answer the command of %s by the secret of the variable that is named', async (...verb) => {
    const script = `fetch(process.env.CREATOR_SANDBOX_URL + '/clip/profile?uniqueId=sample.creator', { headers: { 'api-key': 'demo-full' } })
      .then((reply) => process.exit(reply.status === 200 ? 0 : 1))`;
    const flags = [
      '--recordings',
      recordings,
      '--recordings-only',
      '--secret-env',
      'PROJECT',
      '--vocabulary',
      'neutral',
      '--size',
      '60',
    ];
    const line = [...verb, ...flags, '--', process.execPath, '-e', script];
    const { code, err } = await commandIn(newFolder(), line, {
      env: { PATH: process.env['PATH'] ?? '', PROJECT: secret },
    });
    expect(code, err).toBe(0);
  });

  it('that are too old are counted, and the oldest is named', () => {
    const day = (recordedAt: string) => ({ recordedAt: `${recordedAt}T00:00:00.000Z` });
    const made = folderOf(profile, ['2026-02-01', '2026-01-01', '2026-03-01'].map(day));
    const more = { maxAge: '20d', now: Date.parse('2026-03-02') };
    expect(() => inFolder(made, more)).toThrow(
      `2 of 3 recordings in ${made} are older than 20d, 1.json of 2026-01-01 is the oldest.`,
    );
    expect(() => inFolder(made, { ...more, now: Date.parse('2026-01-21') })).not.toThrow();
  });

  it('that are too old end the start with the command that renews them', async () => {
    const old = newFolder();
    for (const [name, file] of files) {
      const recordedAt = new Date(Date.now() - 31 * 86_400_000).toISOString();
      mkdirSync(dirname(join(old, name)), { recursive: true });
      writeFileSync(join(old, name), JSON.stringify({ ...file, recordedAt }));
    }
    const starting = (recordingsMaxAge: string) =>
      createSandbox({ recordings: old, recordingsMaxAge, size: 60, vocabulary: 'neutral' });
    await expect(starting('30d')).rejects.toThrow(/are older than 30d.*npm start -s -- record --target/);
    await (await starting('32d')).close();
  });
});
