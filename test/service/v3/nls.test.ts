import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';
import { readDescription } from '../../../src/creators/language/read.ts';
import { createSandbox } from '../../../src/library/index.ts';
import type { Wait } from '../../../src/service/http/wait.ts';
import { tokensOf } from '../../../src/service/v3/nls.ts';
import { noon, testApp } from '../../harness.ts';
import { identify, usageOf } from '../../ledger/harness.ts';
import { overTheWire } from '../../wire.ts';
import { byLastData, byLineAfterResult, byStandard, openStream } from './nls-client.ts';

const sandbox = await testApp();
const { app, deps, ledger } = sandbox;
const lexicon = makeLexicon(deps.world);

const send = (payload: object, key: string, on = app) =>
  on.inject({ method: 'POST', url: '/nls', headers: { 'api-key': key }, payload });
const ask = async (description: string, key = 'demo-unlimited') => (await send({ description }, key)).body;
const resultOf = async (description: string, key?: string) => byLastData(await ask(description, key));
const dataOf = async (description: string) =>
  (await resultOf(description))['data'] as Record<string, unknown>;

const stages = [
  'Loading...',
  'Query validated...',
  'Analyzing intent...',
  'Processing request...',
  'Identifying filters...',
  'Working on it...',
  'Getting the right filters...',
  'Analysis complete...',
  'Putting it all together...',
  'Building query...',
  'Query ready...',
];
const before = stages.map((message) => `event: progress\ndata: {"message":"${message}"}\n\n`).join('');

/** The price by the rule: `1 + 0.002 × tokens`, to 2 decimals, at most 10. */
function priceOf(description: string): number {
  const { body } = readDescription(description, lexicon, noon);
  const tokens = Math.ceil((Buffer.byteLength(description) + Buffer.byteLength(JSON.stringify(body))) / 4);
  return Math.min(10, Math.round((1 + 0.002 * tokens) * 100) / 100);
}

async function stateOf(key: string) {
  const caller = (await identify(ledger, key, noon)) ?? expect.fail(`no ${key}`);
  const { held, planUsed } = await ledger.balance(caller, noon);
  const days = await usageOf(ledger, caller, 0, noon * 2);
  return { held, planUsed, calls: days.flatMap(({ calls }) => calls) };
}

describe('/nls', () => {
  it('sends every event in its order, byte for byte as clients rely on', async () => {
    const reply = await send(
      { description: 'channels about recipes, biggest first' },
      'sandbox:plan=100:bytes',
    );
    const price = priceOf('channels about recipes, biggest first');
    const { creatorList } = byLastData(reply.body)['data'] as { creatorList: { uniqueId: string }[] };

    expect(creatorList.map(({ uniqueId }) => uniqueId)).toContain('@sample.creator');
    expect(reply.body).toBe(
      `${before}event: result\ndata: {"data":${JSON.stringify({ creatorList, platform: 'tube' })},"creditsUsed":${price},"creditsAvailable":${100 - price},"planCreditsAvailable":${100 - price},"purchasedCreditsAvailable":0,"traceId":"${byLastData(reply.body)['traceId']}","timestamp":${noon},"errorCode":"","errorDescription":"","success":true}\n\n`,
    );
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    });
    expect(reply.headers['content-length']).toBeUndefined();
  });

  it('leaves the connection open', async () => {
    const { app: own } = await testApp({ pace: 0 });
    await own.listen({ port: 0, host: '127.0.0.1' });
    const { port } = own.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { 'api-key': 'demo-unlimited', 'content-type': 'application/json' };
    const send = async () => {
      const asked = request({ port, method: 'POST', path: '/nls', agent, headers });
      const [reply] = (await once(asked.end('{"description":"cats"}'), 'response')) as [IncomingMessage];
      expect(await textOf(reply)).toContain('event: result');
      return asked.reusedSocket;
    };
    expect([await send(), await send()]).toEqual([false, true]);
    agent.destroy();
  });

  it('names its charset, unless a setting leaves it out', async () => {
    const { app: bare } = await testApp({ nlsCharset: 'none' });
    const reply = await send({ description: 'cats' }, 'demo-unlimited', bare);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/event-stream']);
  });

  it('sends an event by itself, or together with the next one where no pause is between them', async () => {
    const body = JSON.stringify({ description: 'cats' });
    const headers = { 'api-key': 'demo-unlimited', 'content-type': 'application/json' };
    const chunksAt = async (pace: number) => {
      const { app: paced } = await testApp({ pace });
      await paced.listen({ port: 0, host: '127.0.0.1' });
      const { port } = paced.server.address() as AddressInfo;
      return (await overTheWire(port, { method: 'POST', url: '/nls', headers, body })).chunks.map(String);
    };
    const [together, alone] = await Promise.all([chunksAt(0), chunksAt(1)]);
    expect(together).toEqual([before, expect.stringMatching(/^event: result\n/)]);
    expect(alone).toHaveLength(stages.length + 1);
    expect(alone.slice(0, -1).join('')).toBe(before);
  });

  it('is read alike by three readers', async () => {
    for (const description of ['dance creators in Brazil', 'creators']) {
      const text = await ask(description);
      const events = byStandard(text);

      expect(events.map(({ event }) => event)).toEqual([...stages.map(() => 'progress'), 'result']);
      expect(events.slice(0, -1).map(({ data }) => data)).toEqual(stages.map((message) => ({ message })));
      expect(events.at(-1)?.data).toEqual(byLineAfterResult(text));
      expect(events.at(-1)?.data).toEqual(byLastData(text));
    }
  });

  it('answers a text that is too broad with advice, at the same price', async () => {
    const key = 'sandbox:plan=9:broad';
    for (const text of ['creators', 'hello', 'Who should we work with?', '!!!']) {
      const result = await resultOf(text, 'demo-unlimited');
      expect(result).toMatchObject({ success: true, creditsUsed: priceOf(text) });
      expect(result['data']).toEqual({
        message: expect.stringMatching(/too broad/),
        suggestion: expect.arrayContaining([expect.any(String)]),
      });
    }
    expect(await resultOf('creators', key)).toMatchObject({ creditsUsed: priceOf('creators') });
  });

  it('quotes a part that it does not understand, and searches by nothing', async () => {
    expect(await dataOf('food creators, no astrology')).toEqual({
      message: 'A part of the description is not understood: "no". Say it in other words or leave it out.',
      suggestion: expect.any(Array),
    });
  });

  it('does not read a text that is not English, at the same price', async () => {
    const text = 'creadores de cocina en España con más de 10 mil seguidores';
    expect(await resultOf(text)).toMatchObject({
      success: true,
      creditsUsed: priceOf(text),
      data: {
        message:
          'Most words of the description are not known, such as "creadores". The sandbox by itself reads English only.',
        suggestion: expect.any(Array),
      },
    });
  });

  it('suggests descriptions that find creators', async () => {
    const { suggestion } = (await dataOf('creators')) as { suggestion: string[] };
    const found = await Promise.all(
      suggestion.map(async (text) => (await dataOf(text))['creatorList'] as object[]),
    );

    expect(suggestion.length).toBeGreaterThan(2);
    expect(found.filter((list) => list.length > 0).length).toBeGreaterThan(suggestion.length / 2);
  });

  it('costs by the tokens of description and query, and enters the ledger as a hold and its settlement', async () => {
    const description = `${'日本'.repeat(400)} dance`;
    const key = 'sandbox:plan=100:tokens';
    const query = readDescription(description, lexicon, noon);
    const price = priceOf(description);
    expect(price).toBe(Math.round((1 + 0.002 * tokensOf(description, query)) * 100) / 100);
    expect(price).toBeGreaterThan(2.2);

    expect(await resultOf(description, key)).toMatchObject({ creditsUsed: price });
    const caller = (await identify(ledger, key, noon)) ?? expect.fail();
    expect(
      (await ledger.entries(caller)).map(({ kind, operation, rule, held }) => ({
        kind,
        operation,
        rule,
        held,
      })),
    ).toEqual([
      { kind: 'open', operation: null, rule: null, held: 0 },
      { kind: 'hold', operation: 'nls', rule: 'byTokens', held: price * 1000 },
      { kind: 'settle', operation: 'nls', rule: 'byTokens', held: -price * 1000 },
    ]);
    expect(await stateOf(key)).toMatchObject({
      held: 0,
      calls: [{ operation: 'nls', requests: 1, charged: 1, credits: price * 1000 }],
    });
  });
});

describe('a refusal before the stream', () => {
  const valid = { description: 'cats' };

  it('is not given for 1,000 characters of any kind', async () => {
    for (const sign of ['x', '日', '😀'])
      expect((await send({ description: sign.repeat(1000) }, 'demo-full')).statusCode).toBe(200);
  });

  it('names the exact price against what is available', async () => {
    const reply = await send(valid, 'sandbox:plan=1.005:exact');
    expect(reply.json()).toMatchObject({
      details: [{ field: 'credits', required: priceOf('cats'), available: 1.005 }],
    });
  });

  it('meets exactly those streams that the last credits do not pay for', async () => {
    const price = priceOf('cats');
    const key = `sandbox:plan=${(price * 4.5).toFixed(3)}:last`;
    const replies = await Promise.all(Array.from({ length: 25 }, () => send(valid, key)));
    const started = replies.filter(({ statusCode }) => statusCode === 200);

    expect(started).toHaveLength(4);
    expect(replies.filter(({ statusCode }) => statusCode === 402)).toHaveLength(21);
    for (const { body } of started)
      expect(byLastData(body)).toMatchObject({ success: true, creditsUsed: price });
    expect(await stateOf(key)).toMatchObject({ held: 0, planUsed: price * 4000 });
  });

  it('counts and takes nothing when an identifier forces it after the hold', async () => {
    const key = 'sandbox:plan=9:magic';
    expect((await send({ description: 'sandbox-error-503' }, key)).statusCode).toBe(503);
    expect(await stateOf(key)).toMatchObject({ held: 0, planUsed: 0, calls: [{ requests: 1, charged: 0 }] });
  });
});

describe('what is found', () => {
  it('says in the journal, and only there, how it read a misspelt word and a city', async () => {
    const [misspelt, spelt] = ['fitnes creators in Berlin, no yoga', 'fitness creators in Germany, no yoga'];
    const key = 'sandbox:plan=9:misspelt';
    expect((await resultOf(misspelt, key))['data']).toEqual(await dataOf(spelt));
    expect(await ask(misspelt)).not.toMatch(/fitnes\b|nearest/);

    const { id } = (await identify(ledger, key, noon)) ?? expect.fail();
    const [recorded] = deps.journal.all(id);
    expect(recorded?.notes).toEqual([
      'Searched on clip, because no platform is named.',
      'Read "fitness" as niches = id_fitness_All.',
      'Read "berlin" as country = DEU.',
      'Read "no yoga" as not (niches = id_yoga_All).',
      'Read a word as the nearest known one: fitnes as fitness.',
      'Read a place as its country: berlin as DEU.',
    ]);
    expect(recorded?.decisions).toEqual(
      expect.arrayContaining(['nls-spelling', 'nls-places', 'nls-negation', 'nls-topics']),
    );
  });
});

describe('an open stream', () => {
  /** Lets this many waits pass; then the stream pauses until it is released. */
  function standstill(passes: number): { wait: Wait; waits: number[] } {
    const waits: number[] = [];
    return {
      waits,
      wait: (ms, signal) => {
        waits.push(ms);
        if (waits.length <= passes) return Promise.resolve();
        return new Promise((_, reject) => {
          if (signal?.aborted) reject(signal.reason);
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      },
    };
  }

  const { wait, waits } = standstill(1);
  let url = '';
  let paced: Awaited<ReturnType<typeof testApp>>;
  beforeAll(async () => {
    paced = await testApp({ pace: 250 }, { wait });
    await paced.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(paced.app.server.address() as AddressInfo).port}`;
  });

  it('sends its events as they come, at the pace of the setting, holds the exact price, and gives it back when the client leaves after the second event', async () => {
    const key = 'sandbox:plan=9:leaver';
    const stream = openStream(url, key, 'cats');
    await stream.events(2);

    expect(stream.text().split('event: progress')).toHaveLength(3);
    await expect.poll(() => waits).toEqual([250, 250]);
    const caller = (await identify(paced.ledger, key, noon)) ?? expect.fail();
    expect((await paced.ledger.balance(caller, noon)).held).toBe(priceOf('cats') * 1000);
    stream.socket.destroy();

    // the clock is frozen: it is all within one tick of it
    await expect.poll(async () => (await paced.ledger.balance(caller, noon)).held).toBe(0);
    expect(await paced.ledger.balance(caller, noon)).toMatchObject({ planUsed: 0 });
    expect(await usageOf(paced.ledger, caller, 0, noon * 2)).toEqual([]);
    expect((await paced.ledger.entries(caller)).map(({ kind, at }) => [kind, at])).toEqual([
      ['open', noon],
      ['hold', noon],
      ['release', noon],
    ]);
  });

  it('releases its hold when the app closes, and reports it', async () => {
    const key = 'sandbox:plan=9:closed';
    const stream = openStream(url, key, 'cats');
    await stream.events(1);
    const caller = (await identify(paced.ledger, key, noon)) ?? expect.fail();
    const closing = paced.app.close();
    await stream.ended;
    await closing;

    const text = stream.text().slice(stream.text().indexOf('event: '));
    expect(text).toContain('event: result\n');
    expect(await paced.ledger.balance(caller, noon)).toMatchObject({ held: 0, planUsed: 0 });
    expect(await usageOf(paced.ledger, caller, 0, noon * 2)).toMatchObject([
      { calls: [{ operation: 'nls', requests: 1, charged: 0, credits: 0 }] },
    ]);
  });

  it('that fails reports it in its result, without detail and free of charge', async () => {
    const { app: failing, warnings } = await testApp(
      { pace: 1 },
      {
        wait: async () => {
          throw new Error('a wire came loose');
        },
      },
    );
    const reply = await send({ description: 'cats' }, 'sandbox:plan=9,limit=5:failed', failing);
    const { traceId, ...result } = byLastData(reply.body);

    expect(byStandard(reply.body).map(({ event }) => event)).toEqual(['progress', 'result']);
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(result).toEqual({
      creditsUsed: 0,
      creditsAvailable: 9,
      planCreditsAvailable: 9,
      purchasedCreditsAvailable: 0,
      keyCreditsAvailable: 5,
      timestamp: noon,
      errorCode: 'INTERNAL_SERVER_ERROR',
      errorDescription: 'Internal server error. Please try again later.',
      success: false,
    });
    expect(warnings.join()).toContain('a wire came loose');
  });

  /** A stream in whose middle something is done to the ledger. */
  async function meanwhile(key: string, act: (on: Awaited<ReturnType<typeof testApp>>) => Promise<unknown>) {
    let done: Promise<unknown> | undefined;
    const on = await testApp(
      {},
      {
        wait: async () => {
          done ??= act(on);
          await done;
        },
      },
    );
    const reply = await send({ description: 'cats' }, key, on.app);
    return { events: byStandard(reply.body), result: byLastData(reply.body), warnings: on.warnings.join() };
  }

  const adminOn = async (
    on: Awaited<ReturnType<typeof testApp>>,
    method: 'DELETE' | 'POST',
    url: string,
    payload?: object,
  ) => {
    const reply = await on.app.inject({ method, url, ...(payload && { payload }) });
    expect(reply.statusCode).toBeLessThan(300);
  };

  it.each([
    ['was deleted', 'demo-standard', 'DELETE', '/__admin/keys/demo-standard', undefined, 0],
    [
      'that described itself was deleted',
      'sandbox:plan=9:gone',
      'DELETE',
      `/__admin/keys/${encodeURIComponent('sandbox:plan=9:gone')}`,
      undefined,
      0,
    ],
    ['was reset', 'demo-standard', 'POST', '/__admin/reset', { key: 'demo-standard' }, 10_000],
    [
      'that described itself was reset',
      'sandbox:plan=9,limit=5:gone',
      'POST',
      '/__admin/reset',
      { key: 'sandbox:plan=9,limit=5:gone' },
      0,
    ],
    ['vanished in a reset of all', 'sandbox:plan=9:gone', 'POST', '/__admin/reset', {}, 0],
    ['was reset with all', 'demo-standard', 'POST', '/__admin/reset', {}, 10_000],
  ] as const)(
    'whose key %s ends with its result and takes nothing',
    async (_, key, method, url, body, left) => {
      const { events, result, warnings } = await meanwhile(key, (on) => adminOn(on, method, url, body));

      expect(events.map(({ event }) => event)).toEqual([...stages.map(() => 'progress'), 'result']);
      expect(result).toMatchObject({
        success: false,
        errorCode: 'INTERNAL_SERVER_ERROR',
        creditsUsed: 0,
        creditsAvailable: left,
        planCreditsAvailable: left,
        purchasedCreditsAvailable: 0,
      });
      expect(warnings).toContain('a stream lost its hold');
      expect(warnings).not.toContain('"level":50');
    },
  );

  it('whose ledger is gone ends with its result, and without credits', async () => {
    const { result } = await meanwhile('sandbox:plan=9,limit=5:left', ({ ledger: on }) => on.close());

    expect(result).toEqual({
      traceId: expect.any(String),
      creditsUsed: 0,
      creditsAvailable: 0,
      planCreditsAvailable: 0,
      purchasedCreditsAvailable: 0,
      timestamp: noon,
      errorCode: 'INTERNAL_SERVER_ERROR',
      errorDescription: 'Internal server error. Please try again later.',
      success: false,
    });
  });

  it('whose hold is not in a restored snapshot ends with its result and takes nothing', async () => {
    const { result, warnings } = await meanwhile('demo-standard', async ({ ledger: on }) => {
      await on.restore(await on.save());
    });

    expect(result).toMatchObject({ success: false, creditsUsed: 0, creditsAvailable: 10_000 });
    expect(warnings).not.toContain('"level":50');
  });
});

describe('closing the sandbox', () => {
  it('ends 100 open streams properly and waits for none of them', async () => {
    const { url, close } = await createSandbox({ size: 60, pace: 60_000, logLevel: 'silent' });
    const streams = Array.from({ length: 100 }, () => openStream(url, 'demo-full', 'cats'));
    await Promise.all(streams.map((stream) => stream.events(1)));
    await Promise.all([close(), ...streams.map(({ ended }) => ended)]);

    for (const { text } of streams) {
      // the whole chunked body, its end included
      expect(text().endsWith('\r\n0\r\n\r\n')).toBe(true);
      const lines = text().split('\n');
      const result = JSON.parse((lines[lines.indexOf('event: result') + 1] ?? '').replace('data: ', ''));
      expect(result).toMatchObject({
        success: false,
        errorCode: 'SERVICE_UNAVAILABLE',
        creditsUsed: 0,
        creditsAvailable: 1_000_000,
      });
    }
  });
});

it('holds nothing in the end', async () => {
  expect(
    (await deps.ledger.keys.list(noon, 0, 100)).map(({ held }) => held).filter((held) => held !== 0),
  ).toEqual([]);
});
