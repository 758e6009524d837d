import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../../src/faults/rule.ts';
import { testApp } from '../../harness.ts';
import { newFolder } from '../../new-folder.ts';
import { overTheWire, type WireRequest } from '../../wire.ts';

const waits: number[] = [];
const wait = async (ms: number) => void waits.push(ms);

const page = (title: string, more = '') =>
  `<html>\n<head><title>${title}</title></head>\n<body>\n<center><h1>${title}</h1></center>\n${more}</body>\n</html>\n`;
const maintenance = '<p>We are down for maintenance, and will be back soon.</p>\n';
const html = (status: number, text: string) => ({
  status,
  headers: { 'content-type': 'text/html', 'content-length': String(text.length) },
  text,
  complete: true,
});
const profile = { url: '/clip/profile?uniqueId=sample.creator' };
const post = (url: string, body: object): WireRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const inMemory = await opened({});
const inSqlite = await opened({ data: newFolder() });

async function opened(options: { data?: string }) {
  const test = await testApp(options, { wait });
  const { app, deps } = test;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  let keys = 0;
  const keyIdOf = async (key: string) => (await deps.ledger.keys.find(key, deps.clock.now()))?.id ?? '';
  const send = (key: string, { headers, ...request }: WireRequest) =>
    overTheWire(port, { ...request, headers: { 'api-key': key, apiId: key, ...headers } });
  return {
    ...test,
    send,
    newKey: (terms = 'plan=100,fractional') => `sandbox:${terms}:road-${++keys}`,
    async under(key: string, rule: Omit<FaultRule, 'match'>, request: WireRequest = profile) {
      const added = deps.faults.add({ match: {}, ...rule }, await keyIdOf(key));
      const reply = await send(key, request);
      deps.faults.remove(added.id);
      return reply;
    },
    /** The ledger, its entries and the journal about a key. */
    async moneyOf(key: string) {
      const id = await keyIdOf(key);
      const state = await deps.ledger.keys.find(key, deps.clock.now());
      const entries = await deps.ledger.entries({ id }, 0, 100);
      return {
        spent: state?.spent,
        used: state?.used,
        held: state?.held,
        charges: entries
          .filter(({ kind }) => kind !== 'open')
          .map(({ kind, plan, purchased, rule }) => [kind, 0 - plan - purchased, rule]),
        journal: [...deps.journal.all(id)].at(-1),
      };
    },
  };
}

describe('a ready failure', () => {
  const { under, newKey, send, moneyOf } = inMemory;

  it.each([
    ['gateway-timeout', html(504, page('504 Gateway Time-out')), 1_000],
    ['bad-gateway', html(502, page('502 Bad Gateway')), undefined],
    ['maintenance-page', html(503, page('503 Service Unavailable', maintenance)), undefined],
    ['too-large', html(413, page('413 Request Entity Too Large')), undefined],
  ])('is a whole page, by a rule and by Prefer, and free: %s', async (name, expected, waitMs) => {
    const key = newKey();
    for (const reply of [
      () => under(key, { profile: name }),
      () => send(key, { ...profile, headers: { prefer: `profile=${name}` } }),
    ]) {
      waits.length = 0;
      expect(await reply()).toMatchObject(expected);
      expect(waits).toEqual(waitMs === undefined ? [] : [waitMs]);
      expect(await moneyOf(key)).toMatchObject({
        spent: 0,
        charges: [],
        journal: { status: expected.status, errorCode: null, credits: 0 },
      });
    }
    expect((await moneyOf(key)).journal?.injected).toBe('Prefer');
  });

  it('waits as long as its rule says, and has the headers of no envelope', async () => {
    waits.length = 0;
    const { headers } = await under(newKey(), { profile: 'gateway-timeout', latency: '60s' });
    await send(newKey(), { ...profile, headers: { prefer: 'profile=gateway-timeout, delay=7' } });
    expect(waits).toEqual([60_000, 7]);
    expect(Object.keys(headers).sort()).toEqual(['connection', 'content-length', 'content-type', 'date']);
  });

  it('takes its turn in a sequence', async () => {
    const key = newKey();
    const rule = { profile: 'bad-gateway', sequence: ['succeed', { status: 504 }, 'fail'] } as const;
    const { id } = inMemory.deps.faults.add(
      { match: {}, ...rule, sequence: [...rule.sequence] },
      await keyOf(key),
    );
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await send(key, profile)).status);
    inMemory.deps.faults.remove(id);
    expect(statuses).toEqual([200, 504, 502, 200]);
  });

  it('large-reply has a list of 4 MB, charged as usual', async () => {
    const key = newKey();
    const reply = await send(key, { url: '/clip/niches', headers: { prefer: 'profile=large-reply' } });
    const { data, success } = JSON.parse(reply.text) as { data: { id: string }[]; success: boolean };
    expect(reply).toMatchObject({ status: 200, complete: true });
    expect(success).toBe(true);
    expect(reply.text.length).toBeGreaterThan(3_990_000);
    expect(data[0]?.id).toBe(data.findLast(({ id }) => id === data[0]?.id)?.id);
    expect((await moneyOf(key)).spent).toBe(1_000);
  });
});

const keyOf = async (key: string) =>
  (await inMemory.deps.ledger.keys.find(key, inMemory.deps.clock.now()))?.id;

describe('an answer of a rule', () => {
  const { under, newKey, send, moneyOf } = inMemory;

  it.each([
    [{ status: 502, body: 'up é\n' }, 'text/plain; charset=utf-8', 'up é\n'],
    [
      { status: 429, body: { error: ['slow', 1] } },
      'application/json; charset=utf-8',
      '{"error":["slow",1]}',
    ],
    [{ status: 503, body: null }, 'application/json; charset=utf-8', 'null'],
    [{ status: 400, body: '' }, 'text/plain; charset=utf-8', ''],
    [{ status: 599, body: '<e/>', contentType: 'application/xml' }, 'application/xml', '<e/>'],
    [{ status: 501 }, 'text/plain', ''],
    [{ status: 504, headers: { 'X-Cache': 'miss' } }, 'text/plain', ''],
  ])('comes as it is, without the envelope: %j', async (respond, type, text) => {
    const key = newKey();
    const reply = await under(key, { respond });
    expect(reply).toMatchObject({ status: respond.status, text, complete: true });
    expect(reply.headers).toMatchObject({
      'content-type': type,
      'content-length': String(Buffer.byteLength(text)),
      ...('headers' in respond && { 'x-cache': 'miss' }),
    });
    expect(await moneyOf(key)).toMatchObject({
      spent: 0,
      journal: { errorCode: null, injected: expect.any(String) },
    });
  });

  it('has the envelope where the operation has the status, and is empty where it has not', async () => {
    const envelope = await under(newKey(), { respond: { status: 503 } });
    expect(JSON.parse(envelope.text)).toMatchObject({ success: false, errorCode: 'SERVICE_UNAVAILABLE' });
    const v2 = await under(newKey(), { respond: { status: 503 } }, { url: '/v2/apiStatus' });
    expect(v2).toMatchObject({ status: 503, headers: { 'content-type': 'text/plain' }, text: '' });
    expect(await send(newKey(), { ...profile, headers: { prefer: 'code=504' } })).toMatchObject({
      status: 504,
      text: '',
    });
  });

  it('counts as a refusal in the usage and in the report, not as a changed reply', async () => {
    const { deps, ask } = inMemory;
    deps.tally.clear(new Map());
    const key = newKey();
    await under(key, { profile: 'gateway-timeout' });
    const { body } = await ask({ url: '/usage', headers: { 'api-key': key } });
    expect(body['data']).toMatchObject({ records: [{ requestCount: 1, totalQuotaUsed: 0 }] });
    const { body: report } = await ask({ url: '/__admin/report', headers: { host: 'localhost' } });
    expect(report['receipt']).toMatchObject({
      calls: 2,
      refusals: 1,
      injected: 1,
      injectedRefusals: 1,
      changed: 0,
      credits: 0,
      billedFailures: 0,
    });
  });
});

describe.each([
  ['memory', inMemory],
  ['SQLite', inSqlite],
])('a failure with a charge, over %s,', (_, { under, newKey, send, moneyOf, ask, deps }) => {
  const requests: [string, WireRequest][] = [
    ['a look-up', profile],
    [
      'a look-up of parts',
      post('/clip/profile', { uniqueId: 'sample.creator', fields: ['country', 'bio', 'languages'] }),
    ],
    [
      'a list of items',
      post('/clip/content-detail', { uniqueId: 'sample.creator', fields: { recentVideos: 3 } }),
    ],
    ['half a credit', { url: '/clip/performance?uniqueId=sample.creator' }],
    [
      'a search',
      post('/clip/search', {
        filters: [{ filterName: 'totalFollowers', op: '>', value: 1 }],
        pageSize: 3,
        offset: 0,
      }),
    ],
    ['a stream', post('/nls', { description: 'gaming clip creators' })],
    ['a download', { url: '/tube/subtitles/download?videoId=slowvideo01&vssId=.en' }],
    ['a submission', post('/sponsor/submit', { brandName: 'New', brandUrl: 'https://new.example' })],
    ['generation 2', { url: '/v2/clipBasic?clipId=sample.creator' }],
    ['a call without a price', post('/clip/submitCreators', { uniqueIds: ['new.creator'] })],
    ['the balance', { url: '/usage' }],
  ];
  it.each(requests)('costs as much as the answer: %s', async (what, request) => {
    const [answered, failed, free] = [newKey(), newKey(), newKey()];
    expect(await send(answered, request)).toMatchObject({ status: 200 });
    expect(await under(failed, { profile: 'billed-timeout' }, request)).toMatchObject(
      html(504, page('504 Gateway Time-out')),
    );
    await under(free, { profile: 'gateway-timeout' }, request);

    const [usual, billed, unbilled] = [await moneyOf(answered), await moneyOf(failed), await moneyOf(free)];
    expect(billed).toMatchObject({ spent: usual.spent, used: usual.used, held: 0 });
    if (!['a call without a price', 'the balance'].includes(what)) expect(billed.spent).toBeGreaterThan(0);
    expect(unbilled).toMatchObject({ spent: 0, held: 0, charges: [] });
    const price = billed.spent ?? 0;
    expect(billed.charges).toEqual(
      what === 'the balance' ? [] : [['charge', price, `injected by ${billed.journal?.injected}`]],
    );
    expect(billed.journal).toMatchObject({
      status: 504,
      errorCode: null,
      credits: price,
      injected: expect.stringMatching(/^fault-/),
      decisions: expect.arrayContaining(['billed-failure']),
    });
    const { body } = await ask({ url: '/usage', headers: { 'api-key': failed } });
    const counted = what === 'the balance' ? [] : [{ requestCount: 1, totalQuotaUsed: price / 1000 }];
    expect(body['data']).toMatchObject({ records: counted });
  });

  it('costs so many credits, to the thousandth, in whatever form it comes', async () => {
    const key = newKey('plan=1,purchased=2');
    const answers = [
      { status: 503, charge: 0.125 },
      { errorCode: 'NOT_FOUND', charge: 0.001 },
      { status: 504, charge: 1.5 },
      { status: 502, body: 'x', charge: 1 },
    ];
    const replies = [];
    for (const respond of answers) replies.push((await under(key, { respond, latency: 1 })).status);
    expect(replies).toEqual([503, 404, 504, 502]);
    expect(await moneyOf(key)).toMatchObject({
      spent: 2_626,
      charges: [125, 1, 1_500, 1_000].map((credits) => [
        'charge',
        credits,
        expect.stringMatching(/^injected by fault-\d+$/),
      ]),
      journal: { credits: 1_000 },
    });
    const { body } = await ask({ url: '/usage', headers: { 'api-key': key } });
    expect(body['creditsAvailable']).toBe(0.374);
  });

  it.each([
    ['more than is left', 'plan=1', profile, 'insufficientCredits'],
    ['more than may be spent', 'plan=100,limit=1', profile, 'keySpendThreshold'],
    ['a record that is not there', 'plan=100', { url: '/clip/profile?uniqueId=nobody.at.all' }, 'notFound'],
    ['parameters that are wrong', 'plan=100', { url: '/clip/profile?uniqueId=%20' }, 'invalid'],
    ['a body that is unreadable', 'plan=100', { ...post('/clip/profile', {}), body: '{' }, 'unreadableBody'],
    ['what its key may not', 'plan=100,forbidden', profile, 'forbidden'],
    [
      'an identifier that fails',
      'plan=100',
      { url: '/clip/profile?uniqueId=sandbox-error-503' },
      'unavailable',
    ],
  ])('costs nothing where the call would be refused: %s', async (_what, terms, request, kind) => {
    const key = newKey(terms);
    expect((await under(key, { profile: 'billed-timeout' }, request)).status).toBe(504);
    const { journal, ...money } = await moneyOf(key);
    expect(money).toMatchObject({ spent: 0, charges: [] });
    expect(journal?.credits).toBe(0);
    expect(journal?.notes.join()).toContain(`not charged, because the call would be refused (${kind}`);
    const { body } = await ask({ url: '/usage', headers: { 'api-key': key } });
    if (terms !== 'plan=100,forbidden')
      expect(body['data']).toMatchObject({ records: [{ requestCount: 1, totalQuotaUsed: 0 }] });
  });

  it('costs nothing where its credits are more than there are', async () => {
    const key = newKey('plan=1');
    expect((await under(key, { respond: { status: 504, charge: 1.001 } })).status).toBe(504);
    expect(await moneyOf(key)).toMatchObject({ spent: 0, charges: [], journal: { credits: 0 } });
  });

  it('takes part in the race for the last credits like any other call', async () => {
    const key = newKey('plan=9');
    const { id } = deps.faults.add(
      { match: {}, profile: 'billed-timeout' },
      (await deps.ledger.keys.find(key, deps.clock.now()))?.id,
    );
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(key, profile)));
    deps.faults.remove(id);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([504]));
    expect(await moneyOf(key)).toMatchObject({ spent: 8_000, used: 8_000, held: 0 });
  });

  it('is on an unlimited account spent, and marked, all the same', async () => {
    const key = newKey('unlimited');
    await under(key, { profile: 'billed-timeout' });
    expect(await moneyOf(key)).toMatchObject({
      spent: 2_000,
      charges: [['charge', 2_000, expect.stringMatching(/^injected by fault-/)]],
    });
  });
});
