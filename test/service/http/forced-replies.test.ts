import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { createClock } from '../../../src/core/clock.ts';
import { createWait } from '../../../src/service/http/wait.ts';
import { noon, testApp } from '../../harness.ts';
import { overTheWire } from '../../wire.ts';

// The clock is frozen, so that replies are the same; waits are 20 times shorter than usual.
const wait = createWait(createClock({ mode: 'scaled', scale: 20 }));
const { app, ask, available, deps, world } = await testApp({}, { wait });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };
const profile = `/clip/profile?uniqueId=${world.example.clip}`;
const download = '/tube/subtitles/download?videoId=slowvideo01&vssId=.en';
const longDownload = '/tube/subtitles/download?videoId=longtrack01&vssId=.en';

let keys = 0;
const newKey = () => `sandbox:plan=100:replies-${++keys}`;
/** A reply without its trace id, the one thing that differs from key to key. */
const sameTrace = (text: string) => text.replace(/"traceId":"[0-9a-f]*"/, '"traceId":""');

/** The reply to a request whose key has a rule, and what is left on the key. */
async function brokenReply(faults: object, url = profile) {
  const key = newKey();
  const { status } = await ask({
    method: 'POST',
    url: '/__admin/faults',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    payload: JSON.stringify({ match: { key, path: url.split('?')[0] }, ...faults }),
  });
  expect(status).toBe(201);
  const reply = await overTheWire(port, { url, headers: { 'api-key': key } });
  return { ...reply, left: await available(key) };
}

const profiled = (name: string, url = profile) =>
  overTheWire(port, { url, headers: { 'api-key': newKey(), prefer: `profile=${name}` } });

const whole = async (url: string) =>
  (await overTheWire(port, { url, headers: { 'api-key': newKey() } })).text;
/** The first bytes of a text; a character that is cut is read as it is on the other side. */
const first = (bytes: number, text: string) => Buffer.from(text).subarray(0, bytes).toString();
const halfOf = (text: string) => first(Math.floor(Buffer.byteLength(text) / 2), text);
const body = await whole(profile);
const file = await whole(download);

describe('a reply of the ordinary kind', () => {
  it.each([0, 1, 100, Buffer.byteLength(body) - 1])(
    'is cut after %i bytes, and ends in order',
    async (bytes) => {
      const reply = await brokenReply({ cut: { bytes } });
      expect(reply).toMatchObject({ status: 200, complete: true, reset: false, left: 98 });
      expect(sameTrace(reply.text)).toBe(sameTrace(first(bytes, body)));
    },
  );

  it.each([
    ['close', false],
    ['reset', true],
  ])('is cut after 100 bytes by a %s of the connection', async (how, reset) => {
    const reply = await brokenReply({ cut: { bytes: 100, how } });
    expect(reply).toMatchObject({ status: 200, complete: false, reset, left: 98 });
    expect(reply.text).toBe(first(100, body));
  });

  it('is never begun where the connection is reset before its first byte', async () => {
    const reply = await brokenReply({ cut: { bytes: 0, how: 'reset' } });
    expect(reply).toMatchObject({ status: Number.NaN, text: '', complete: false, reset: true, left: 98 });
  });

  it('stays whole where it is shorter than the cut', async () => {
    const reply = await brokenReply({ cut: { bytes: 1_000_000 } });
    expect(reply).toMatchObject({ status: 200, complete: true });
    expect(sameTrace(reply.text)).toBe(sameTrace(body));
  });

  it('that refuses is cut too, free of charge', async () => {
    const reply = await brokenReply({ respond: { status: 503 }, cut: { bytes: 10, how: 'close' } });
    expect(reply).toMatchObject({ status: 503, text: '{"success"', complete: false, left: 100 });
  });

  it('follows a profile: cut', async () => {
    const reply = await profiled('cut');
    expect(reply).toMatchObject({ status: 200, complete: true, reset: false });
    expect(sameTrace(reply.text)).toBe(sameTrace(halfOf(body)));
  });

  it('follows a profile: reset', async () => {
    const reply = await profiled('reset');
    expect(reply).toMatchObject({ status: 200, complete: false, reset: true });
    expect(reply.text).toBe(halfOf(body));
  });

  it('follows a profile: wrong-length', async () => {
    const reply = await profiled('wrong-length');
    expect(reply).toMatchObject({ status: 200, complete: false, reset: false });
    expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(body) + 1));
    expect(sameTrace(reply.text)).toBe(sameTrace(body));
  });

  it('follows a profile: dribble', async () => {
    const reply = await profiled('dribble');
    expect(reply).toMatchObject({ status: 200, complete: true });
    expect(sameTrace(reply.text)).toBe(sameTrace(body));
    expect(reply.chunks.slice(0, 100).every(({ length }) => length === 8)).toBe(true);
    expect(reply.chunks[100]?.length).toBe(16);
  });

  it('has in the journal the fault that broke it, its cost, and what was sent of it', async () => {
    const { text } = await profiled('cut');
    const tail = [...deps.journal.all()].at(-1);
    expect(deps.journal.replyTo(tail?.id ?? 0)).toBe(text);
    expect(tail).toMatchObject({ at: noon, status: 200, errorCode: null, injected: 'Prefer', credits: 2000 });
  });
});

describe('a download', () => {
  it('follows a profile: cut, reset, wrong-length', async () => {
    const [cut, reset] = [await profiled('cut', download), await profiled('reset', download)];
    expect(cut).toMatchObject({ status: 200, complete: true, reset: false });
    expect(reset).toMatchObject({ status: 200, text: cut.text, complete: false, reset: true });
    // half of the first piece that the service would have written
    expect(cut.text.length).toBeGreaterThan(8000);
    expect(file.startsWith(cut.text) && file.length > cut.text.length).toBe(true);
    expect(await profiled('wrong-length', download)).toMatchObject({
      headers: {
        'content-length': String(Buffer.byteLength(file) + 1),
        'content-disposition': 'attachment; filename="slowvideo01-.en.json"',
      },
      text: file,
      complete: false,
      reset: false,
    });
  });

  it('is cut in the middle of many pieces, the rest is never made', async () => {
    const reply = await brokenReply({ cut: { bytes: 100_000, how: 'reset' } }, longDownload);
    expect(reply).toMatchObject({ status: 200, complete: false, reset: true, left: 97 });
    expect(Buffer.byteLength(reply.text)).toBe(100_000);
    expect((await brokenReply({ cut: { bytes: 100_000 } }, longDownload)).text).toBe(reply.text);
  });

  it('that dribbles arrives whole', async () => {
    const reply = await profiled('dribble', download);
    expect(reply).toMatchObject({ text: file, complete: true });
    expect(reply.chunks.length).toBeGreaterThan(10);
  });
});

/** Time does not pass. */
const untilAborted = (_ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

it('all requests at a gate go on at once when it opens, not after their minute', async () => {
  const on = await testApp({}, { wait: untilAborted });
  const ask = () => on.get('/clip/profile?uniqueId=sample.creator', 'demo-full');
  on.deps.faults.add({ match: { operation: 'clip/profile' }, hold: { until: 3 } });
  const replies = await Promise.all([ask(), ask(), ask()]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await ask()).status).toBe(200);
});

describe('a sandbox that closes', () => {
  it('releases all waiting requests', async () => {
    const waits: number[] = [];
    const { app, deps } = await testApp(
      {},
      {
        wait: (ms, signal) => {
          waits.push(ms);
          return untilAborted(ms, signal);
        },
      },
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    deps.faults.add({ match: { operation: 'clip/profile' }, hold: {} });
    const held = overTheWire(port, { url: profile, headers: { 'api-key': 'demo-full' } });
    const late = overTheWire(port, {
      url: '/gram/profile?uniqueId=sandbox_slow_60000',
      headers: { 'api-key': 'demo-full' },
    });
    const preferring = overTheWire(port, {
      url: '/gram/profile?uniqueId=slow',
      headers: { 'api-key': 'demo-full', prefer: 'delay=60000, code=500' },
    });
    await expect.poll(() => waits).toEqual([60_000, 60_000, 60_000]);
    expect(deps.faults.list()).toMatchObject([{ waiting: 1 }]);

    const closed = app.close();
    expect((await Promise.all([held, late, preferring])).map(({ status }) => status)).toEqual([
      200, 200, 500,
    ]);
    await closed;
  });
});
