import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClock } from '../../../src/core/clock.ts';
import { keyIdOf } from '../../../src/core/keys/digest.ts';
import type { Report } from '../../../src/report/model.ts';
import { createWait } from '../../../src/service/http/wait.ts';
import { testApp } from '../../harness.ts';
import { identify, usageOf } from '../../ledger/harness.ts';
import { bytesOverTheWire } from '../../wire.ts';

/** Clients that leave while their call is delayed, over a real socket. */

let waits = 0;
const wait = createWait(createClock({ mode: 'real' }));
const { app, deps, ask, warnings } = await testApp(
  { pace: 50 },
  {
    wait(ms, signal) {
      waits += 1;
      return wait(ms, signal);
    },
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };

let keys = 0;
const newKey = () => `sandbox:plan=100:leaver-${++keys}`;

interface Sent {
  method: 'GET' | 'POST';
  url: string;
  body?: object;
  headers?: Record<string, string>;
  /** Ends the body early by as many bytes. */
  missing?: number;
}

/** Sends a request, and leaves when `isDelayed` says so. */
async function leave({ method, url, body, headers = {}, missing = 0 }: Sent, isDelayed = waitsOrIsHeld()) {
  const text = body ? JSON.stringify(body) : '';
  const head = {
    host: 'x',
    ...(body && { 'content-type': 'application/json', 'content-length': String(text.length) }),
    ...headers,
  };
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `${method} ${url} HTTP/1.1\r\n${Object.entries(head)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${text.slice(0, text.length - missing)}`,
  );
  await expect.poll(isDelayed).toBe(true);
  socket.destroy();
}

/** Whether another call waits from now on, be it for a time or in a gate. */
function waitsOrIsHeld(): () => boolean {
  const before = waits;
  return () => waits > before || deps.faults.list().some(({ waiting }) => waiting > 0);
}

/** Whether another request has begun to arrive. */
function arrives(): () => boolean {
  const arrived = vi.fn();
  app.server.once('request', arrived);
  return () => arrived.mock.calls.length > 0;
}

/** The journal's requests of a key, once all are there. */
async function recordOf(key: string, count = 1) {
  const caller = await identify(deps.ledger, key, deps.clock.now());
  if (!caller) throw new Error('no such key');
  const entries = () => [...deps.journal.all(caller.id)];
  await expect.poll(() => entries().length).toBeGreaterThanOrEqual(count);
  // Another record of the same call would come with the end of its connection.
  await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(0);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  const { held, planUsed } = await deps.ledger.balance(caller, deps.clock.now());
  const usage = await usageOf(deps.ledger, caller, 0, deps.clock.now());
  return {
    requests: entries().map(({ status, errorCode, credits }) => ({ status, errorCode, credits })),
    used: planUsed,
    held,
    counted: usage.flatMap(({ calls }) => calls).reduce((sum, { requests }) => sum + requests, 0),
  };
}

const track = { videoId: 'shanvideo01', vssId: 'a.zh-Hant' };
const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;
const profile = { uniqueId: 'sample.creator' };
const slow = { uniqueId: 'sandbox-slow-60000' };
const calls: Record<string, { call: Sent; slow?: Sent; credits: number }> = {
  'GET of a look-up': {
    call: { method: 'GET', url: `/clip/profile${query(profile)}` },
    slow: { method: 'GET', url: `/clip/profile${query(slow)}` },
    credits: 2000,
  },
  'POST of a look-up': {
    call: { method: 'POST', url: '/clip/profile', body: profile },
    slow: { method: 'POST', url: '/clip/profile', body: slow },
    credits: 2000,
  },
  'GET of a download': {
    call: { method: 'GET', url: `/tube/subtitles/download${query(track)}` },
    slow: {
      method: 'GET',
      url: `/tube/subtitles/download${query({ videoId: 'sbx-slow-9s', vssId: '.en' })}`,
    },
    credits: 3000,
  },
  'POST of a download': {
    call: { method: 'POST', url: '/tube/subtitles/download', body: track },
    credits: 3000,
  },
  'POST of a search in words': {
    call: { method: 'POST', url: '/nls', body: { description: 'cats' } },
    slow: { method: 'POST', url: '/nls', body: { description: 'sandbox-slow-60000' } },
    // A stream is paid with its result, which this client does not wait for.
    credits: 0,
  },
};

const header = (key: string) => ({ 'api-key': key });
const paidOnce = (credits: number) => ({
  requests: [{ status: 200, errorCode: null, credits }],
  used: credits,
  held: 0,
  counted: credits > 0 ? 1 : 0,
});

describe.each(Object.entries(calls))(
  'a client that leaves during a delayed %s is recorded once',
  (_, { call, slow, credits }) => {
    it('by Prefer', async () => {
      const key = newKey();
      await leave({ ...call, headers: { ...header(key), prefer: 'delay=60000' } });
      expect(await recordOf(key)).toEqual(paidOnce(credits));
    });

    it('by the latency of a rule', async () => {
      const key = newKey();
      await ask({ method: 'POST', url: '/__admin/faults', payload: { match: { key }, latency: '60s' } });
      await leave({ ...call, headers: header(key) });
      expect(await recordOf(key)).toEqual(paidOnce(credits));
    });

    it('by a rule that holds it', async () => {
      const key = newKey();
      const { body } = await ask({
        method: 'POST',
        url: '/__admin/faults',
        payload: { match: { key, ...(call.body && { body: { '/nothing': 1 } }) }, hold: { until: 2 } },
      });
      expect(body).toMatchObject({ state: 'live' });
      await ask({ method: 'POST', url: '/__admin/faults', payload: { match: { key }, hold: { until: 2 } } });
      await leave({ ...call, headers: header(key) });
      expect(await recordOf(key)).toEqual(paidOnce(credits));
    });

    it('with a refusal', async () => {
      const key = newKey();
      await leave({ ...call, headers: { ...header(key), prefer: 'delay=60000, code=503' } });
      expect(await recordOf(key)).toEqual({
        requests: [{ status: 503, errorCode: 'SERVICE_UNAVAILABLE', credits: 0 }],
        used: 0,
        held: 0,
        counted: 1,
      });
    });

    it.runIf(slow)('by a slow identifier', async () => {
      const key = newKey();
      if (slow) await leave({ ...slow, headers: header(key) });
      expect(await recordOf(key)).toEqual(paidOnce(credits));
    });

    it('before a reply profile changes its reply', async () => {
      const key = newKey();
      await leave({ ...call, headers: { ...header(key), prefer: 'delay=60000, profile=longer' } });
      expect((await recordOf(key)).requests).toHaveLength(1);
    });
  },
);

it('a client that leaves while a reply profile collects its reply is recorded once', async () => {
  const key = newKey();
  const { call } = calls['POST of a search in words'] ?? expect.fail();
  await leave({ ...call, headers: { ...header(key), prefer: 'profile=longer' } });
  expect(await recordOf(key)).toEqual(paidOnce(0));
});

it('a client that leaves while its stream is charged finds the charge in the journal and in the report', async () => {
  const key = newKey();
  const { settle } = deps.ledger;
  const isGone = vi.fn(async () => {
    const connections = await promisify(app.server.getConnections.bind(app.server))();
    return connections === 0;
  });
  let begun = false;
  // the charge comes after the end of the connection
  const slow = vi.spyOn(deps.ledger, 'settle').mockImplementation(async (...charge) => {
    begun = true;
    await expect.poll(isGone).toBe(true);
    return settle(...charge);
  });
  onTestFinished(() => slow.mockRestore());
  const { call } = calls['POST of a search in words'] ?? expect.fail();
  await leave({ ...call, headers: header(key) }, () => begun);
  await expect.poll(async () => (await recordOf(key)).used).toBeGreaterThan(0);
  const { requests, used } = await recordOf(key);
  expect(requests).toEqual([{ status: 200, errorCode: null, credits: used }]);
  const { receipt } = (await ask({ url: '/__admin/report' })).body as unknown as Report;
  expect(receipt.byKey).toContainEqual(expect.objectContaining({ key: keyIdOf(key), credits: used / 1000 }));
});

describe('a body that ends early', () => {
  it.each([
    ['', {}],
    ['while it is delayed ', { prefer: 'delay=60000' }],
  ])('%sis a 400 of which the log says nothing', async (_, more) => {
    const key = newKey();
    const { call } = calls['POST of a look-up'] ?? expect.fail();
    await leave({ ...call, headers: { ...header(key), ...more }, missing: 5 }, arrives());
    expect(await recordOf(key)).toEqual({
      requests: [{ status: 400, errorCode: 'VALIDATION_ERROR', credits: 0 }],
      used: 0,
      held: 0,
      counted: 1,
    });
  });

  it('is an invalid body in generation 2', async () => {
    const key = newKey();
    await leave(
      {
        method: 'POST',
        url: '/v2/clipAdvancedSearch',
        body: { offset: 1 },
        headers: { apiId: key },
        missing: 3,
      },
      arrives(),
    );
    expect((await recordOf(key)).requests).toEqual([{ status: 403, errorCode: 'BodyInvalid', credits: 0 }]);
  });
});

describe('afterwards', () => {
  it('nothing is logged', () => {
    expect(warnings).toEqual([]);
  });
});

describe('a reply that is cut for a client that sends no more', () => {
  /** Sends a request whose reply a rule cuts, and a later one, which is recorded after all of it. */
  async function cutReply(key: string, extra: string, to = { ask, port }): Promise<void> {
    const rule = { match: { key, operation: 'tube/audience' }, cut: { bytes: 40, how: 'close' } };
    await to.ask({ method: 'POST', url: '/__admin/faults', payload: rule });
    const body = '{"channelId":"UCsample-creator00000000"}';
    const head = `POST /tube/audience HTTP/1.1\r\nHost: x\r\napi-key: ${key}\r\nContent-Type: application/json`;
    const bytes = `${head}\r\nContent-Length: ${body.length - extra.length}\r\nConnection: close\r\n\r\n${body}`;
    await bytesOverTheWire(to.port, Buffer.from(bytes), (socket) => void socket.end());
    await to.ask({ method: 'GET', url: '/usage', headers: { 'api-key': key } });
  }

  it.each([
    ['its whole body', ''],
    ['bytes behind its body', '"}'],
  ])('is in the journal once, with what it cost: %s', async (_, extra) => {
    const key = newKey();
    await cutReply(key, extra);
    const { requests } = (await ask({ method: 'GET', url: `/__admin/requests?key=${key}` })).body as {
      requests: { path: string; status: number; credits: number }[];
    };
    const { used } = (await ask({ method: 'GET', url: `/__admin/keys/${key}` })).body;
    expect(requests.map(({ path }) => path)).toEqual(['/tube/audience', '/usage']);
    expect(requests[0]).toMatchObject(
      extra === '' ? { status: 200, credits: used } : { status: 400, credits: 0 },
    );
  });

  it.each([
    ['its whole body', '', 200],
    ['bytes behind its body', '"}', 400],
  ])('is counted once where no journal is: %s', async (_, extra, status) => {
    const off = await testApp({ journal: 0 });
    await off.app.listen({ port: 0, host: '127.0.0.1' });
    await cutReply(newKey(), extra, { ask: off.ask, port: (off.app.server.address() as AddressInfo).port });
    const counted = [...off.deps.metrics.counts.operations.values()].flatMap(({ cells }) =>
      [...cells.values()].map(({ labels, count }) => `${labels} ${count}`),
    );
    expect(counted).toEqual([
      expect.stringMatching(`"tube/audience",status="${status}".* 1$`),
      expect.stringMatching('"usage",status="200".* 1$'),
    ]);
  });
});
