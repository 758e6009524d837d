import { Buffer } from 'node:buffer';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { readLatencies } from '../../../src/core/latency-table.ts';
import type { Report } from '../../../src/report/model.ts';
import { createLatency } from '../../../src/service/http/latency.ts';
import { testApp } from '../../harness.ts';
import { bytesOverTheWire, overTheWire } from '../../wire.ts';

/** A sandbox behind a socket: there the second GET of a URL skips routing, which never happens to `inject`. */
async function listening(...given: Parameters<typeof testApp>) {
  const test = await testApp(...given);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as AddressInfo;
  let keys = 0;
  /** GETs a URL with a new key each time. */
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const { status, text } = await overTheWire(port, {
      url,
      headers: { 'api-key': `sandbox:plan=100:again-${++keys}`, ...headers },
    });
    return { status, body: JSON.parse(text) as { data: Record<string, unknown>; creditsUsed: number } };
  };
  return { ...test, get, port };
}

const profile = '/clip/profile?uniqueId=sample.creator';

describe('a URL that was answered before', () => {
  it('is as slow again, if its identifier asks for it', async () => {
    const waits: number[] = [];
    const { get } = await listening({}, { wait: async (ms) => void waits.push(ms) });
    for (const _ of [1, 2, 3])
      expect(await get('/clip/profile?uniqueId=sandbox-slow-300')).toMatchObject({ status: 200 });
    expect(waits).toEqual([300, 300, 300]);
  });

  it('is refused again, if its identifier asks for it', async () => {
    const { get } = await listening();
    const answers = [];
    for (const _ of [1, 2, 3]) answers.push((await get('/clip/profile?uniqueId=sandbox-error-503')).status);
    expect(answers).toEqual([503, 503, 503]);
  });

  it('is as late again, with latencies, and is changed again, by a mutation', async () => {
    const waits: number[] = [];
    const minute = { median: '60s', p99: '60s', max: '60s' };
    const latency = createLatency(readLatencies({ 'clip/profile': minute }, 'the test'), 1);
    const late = await listening({ clock: 'real' }, { latency, wait: async (ms) => void waits.push(ms) });
    const changed = await listening({}, {}, undefined, {
      rewrite: async (unsent) => ({ ...unsent, status: 500 }),
    });
    for (const _ of [1, 2, 3]) {
      expect(await late.get(profile)).toMatchObject({ status: 200 });
      expect(await changed.get(profile)).toMatchObject({ status: 500 });
    }
    expect(waits).toEqual([60_000, 60_000, 60_000]);
  });

  it('has the words of its client in each of its records', async () => {
    const { deps, port } = await listening({ vocabulary: 'published' });
    const filters = [{ filterName: 'sponsoredYoutubeCreatorId', op: '=', value: 'nobody' }];
    const asked = {
      ...{
        method: 'POST',
        url: '/sponsor/search',
        body: JSON.stringify({ filters, pageSize: 2, offset: 0 }),
      },
      headers: { 'api-key': 'sandbox:plan=100:again', 'content-type': 'application/json' },
    };
    for (const _ of [1, 2, 3]) expect(await overTheWire(port, asked)).toMatchObject({ status: 200 });
    const bodies = [...deps.journal.all()].map(({ body }) => body);
    expect(bodies).toEqual([1, 2, 3].map(() => expect.objectContaining({ text: asked.body })));
  });

  it('minds the headers that change its answer or its record, in any case', async () => {
    const { get, deps, ask } = await listening();
    for (const _ of [1, 2]) expect(await get(profile)).toMatchObject({ status: 200 });
    const prefer = [];
    for (const name of ['Prefer', 'prefer', 'PREFER'])
      prefer.push((await get(profile, { [name]: 'code=503' })).status);
    expect(prefer).toEqual([503, 503, 503]);
    const site = { file: 'src/client.ts', line: 41, column: 12, function: 'load' };
    await get(profile, { 'X-Sandbox-Call-Site': 'src/client.ts:41:12 load' });
    expect([...deps.journal.all()].at(-1)?.callSite).toEqual(site);
    await get(profile, { 'X-Sandbox-Test': 'the test' });
    const { receipt } = (await ask({ url: '/__admin/report' })).body as unknown as Report;
    expect(receipt.byTest).toContainEqual(expect.objectContaining({ test: 'the test', calls: 1 }));
  });

  it('is judged again by a strict sandbox', async () => {
    const { port } = await listening({ strict: true });
    const ask = async () => {
      const headers = { apiid: 'sandbox:plan=100,rate=1/1h:strict' };
      return (await overTheWire(port, { url: '/v2/clipHistory?clipId=sample.creator', headers })).status;
    };
    expect([await ask(), await ask()]).toEqual([200, 501]);
  });

  it('shows no key in the journal, of two that are sent', async () => {
    const { port, deps } = await listening();
    const headers = { apiid: 'hidden-other-key', 'api-key': 'demo-unlimited' };
    for (const _ of [1, 2, 3]) await overTheWire(port, { url: `${profile}&note=hidden-other-key`, headers });
    expect(deps.journal.count()).toBe(3);
    expect(JSON.stringify([...deps.journal.all()])).not.toContain('hidden');
  });

  it('has the dates of the day to which the clock moved', async () => {
    const { get, deps } = await listening();
    const first = await get(profile);
    expect((await get(profile)).body.data).toEqual(first.body.data);
    deps.clock.advance(dayMs);
    const { data } = first.body;
    const later = (name: string) => Number(data[name]) + dayMs;
    expect((await get(profile)).body.data).toEqual({
      ...data,
      lastPublishTime: later('lastPublishTime'),
      lastDbUpdateTime: later('lastDbUpdateTime'),
    });
  });
});

describe('a POST that was answered before', () => {
  const json = { 'content-type': 'application/json' };
  const search = {
    filters: [{ filterName: 'totalFollowers', op: '>', value: 100 }],
    pageSize: 3,
    offset: 0,
  };
  const posts: [url: string, body: object][] = [
    ['/clip/profile', { uniqueId: 'sample.creator' }],
    ['/clip/profile', { uniqueId: 'nobody.at.all' }],
    ['/clip/search', search],
    ['/clip/search', { ...search, offset: 99_999 }],
    ['/tube/content-search', { ...search, filters: [{ filterName: 'views', op: '>', value: 100 }] }],
  ];

  it.each(posts)('to %s is answered, charged and recorded alike: %j', async (url, body) => {
    const { port, deps } = await listening();
    const replies = [];
    const entries = [];
    for (const n of [1, 2, 3]) {
      const headers = { ...json, 'api-key': `sandbox:plan=100:alike-${n}` };
      const { status, headers: sent, text } = await overTheWire(port, { ...post(url, body), headers });
      const { date: _date, ...others } = sent;
      replies.push({ status, others, text: text.replace(/"traceId":"\w+"/, '') });
      const { id, keyId, traceId, durationMs, realAt, ...entry } = deps.journal.find(n) ?? {};
      entries.push({ ...entry, balance: JSON.parse(text).creditsAvailable });
    }
    expect(entries[0]).toMatchObject({ method: 'POST', url, body: { text: JSON.stringify(body) } });
    expect([replies[1], replies[2]]).toEqual([replies[0], replies[0]]);
    expect([entries[1], entries[2]]).toEqual([entries[0], entries[0]]);
  });

  it('is recorded as at first when its key is refused', async () => {
    const { port, deps } = await listening();
    const [url, body] = ['/clip/search', search];
    for (const key of ['nobody', 'sandbox:plan=100:one', 'sandbox:plan=100:one', 'nobody'])
      await overTheWire(port, { ...post(url, body), headers: { ...json, 'api-key': key } });
    const [first, again] = [1, 4].map((n) => {
      const { id, traceId, durationMs, realAt, ...entry } = deps.journal.find(n) ?? {};
      return entry;
    });
    expect(first).toMatchObject({ status: 401, body: { text: JSON.stringify(search) } });
    expect(again).toEqual(first);
  });

  it('needs its content type again', async () => {
    const { port } = await listening();
    const [[url, body]] = posts as [[string, object]];
    const statusWith = async (headers: Record<string, string>) =>
      (await overTheWire(port, { ...post(url, body), headers: { ...headers, 'api-key': 'demo-unlimited' } }))
        .status;
    const before = [await statusWith({}), await statusWith({ 'content-type': 'text/plain' })];
    expect([await statusWith(json), await statusWith(json)]).toEqual([200, 200]);
    expect([await statusWith({}), await statusWith({ 'content-type': 'text/plain' })]).toEqual(before);
    expect(before).toEqual([400, 400]);
  });

  it('may send its body after its head, and two in one packet', async () => {
    const { app, port, deps } = await listening();
    const [[url, body]] = posts as [[string, object]];
    const text = JSON.stringify(body);
    const head = (connection: string) =>
      `POST ${url} HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\napi-key: demo-unlimited\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`;
    for (const _ of [1, 2, 3]) {
      const reply = await bytesOverTheWire(port, Buffer.from(head('close')), (socket) =>
        app.server.once('request', () => socket.write(text)),
      );
      expect(reply).toMatchObject({ status: 200, complete: true });
    }
    const both = `${head('keep-alive')}${text}${head('close')}${text}`;
    const { text: replies } = await bytesOverTheWire(port, Buffer.from(both));
    expect(replies.match(/"success":true/g)).toHaveLength(2);
    expect(deps.journal.count()).toBe(5);
  });

  it('meets a fault rule that was added while it waited for its batch', async () => {
    const { app, port, deps } = await listening();
    const [[url, body]] = posts as [[string, object]];
    const send = () =>
      overTheWire(port, { ...post(url, body), headers: { ...json, 'api-key': 'demo-unlimited' } });
    for (const _ of [1, 2]) expect(await send()).toMatchObject({ status: 200 });
    // Its batch is the next turn of the event loop.
    app.server.once('request', () =>
      setImmediate(
        () =>
          void deps.faults.add({
            match: { body: { '/uniqueId': 'sample.creator' } },
            respond: { status: 503 },
          }),
      ),
    );
    expect(await send()).toMatchObject({ status: 503 });
  });

  const post = (url: string, body: object) => ({ method: 'POST', url, body: JSON.stringify(body) });
});
