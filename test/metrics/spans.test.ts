import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import generated from '@opentelemetry/otlp-transformer/build/src/generated/root.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RequestView } from '../../src/client/types.ts';
import { otlpJson, type ServedRequest } from '../../src/metrics/span.ts';
import { openSpanTarget, type SpanTarget } from '../../src/metrics/span-target.ts';
import { createSpans, type Spans } from '../../src/metrics/spans.ts';
import { adminOf } from '../admin/admin.ts';
import { commandIn } from '../cli/io.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';

interface Span extends Record<string, unknown> {
  traceId: string;
  parentSpanId?: string;
  attributes: { key: string; value: object }[];
}
interface Traces {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

const spansIn = (lines: readonly string[]): Span[] =>
  lines.flatMap((line) =>
    (JSON.parse(line) as Traces).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );

/** The values of the attributes of a span by their keys. */
const attributesOf = ({ attributes }: Span): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A target that keeps what it gets. */
function memoryTarget(): SpanTarget & { lines: string[]; isClosed: boolean } {
  return {
    name: 'memory',
    lines: [],
    isClosed: false,
    async write(json) {
      this.lines.push(json);
    },
    async close() {
      await setImmediate();
      this.isClosed = true;
    },
  };
}

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
const served: ServedRequest = {
  operation: 'clip/profile',
  method: 'GET',
  status: 200,
  code: null,
  isInjected: false,
  credits: 2000,
  traceId: 'a',
  durationMs: 3,
};

/** Sends requests of every kind to a sandbox, and returns its spans and its journal. */
async function spansOfRun(journal: number) {
  const target = memoryTarget();
  const spans = createSpans({ target, version: '1', onTrouble: () => {} });
  const sandbox = await testApp({ journal, vocabulary: 'neutral' }, { spans });
  const url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    (await fetch(`${url}${path}`, { ...init, headers: { 'api-key': 'demo-full', ...headers } })).text();
  const nls = (headers: Record<string, string>) =>
    ask(
      '/nls',
      { ...headers, 'content-type': 'application/json' },
      { method: 'POST', body: JSON.stringify({ description: 'creators from Spain' }) },
    );
  const profile = '/clip/profile?uniqueId=sample.creator';
  for (let n = 0; n < 3; n++) await ask(profile, { traceparent });
  await ask(profile, { 'x-sandbox-test': 'canary-test' });
  await ask('/clip/profile?uniqueId=canary.creator');
  await ask(profile, { prefer: 'code=503' });
  await ask(profile, { 'api-key': 'sandbox:plan=5:canary-key' });
  await ask(profile, { 'api-key': trace, traceparent });
  await ask('/canary/path', { traceparent: 'canary' });
  await ask('/%');
  await ask('/v2/clipBasic?clipId=sample.creator', { apiId: 'demo-full' });
  await nls({});
  await nls({ prefer: 'profile=failed-result' });
  const { port } = sandbox.app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.end('CANARY / HTTP/1.1\r\nhost: canary.example\r\n\r\n');
  socket.resume();
  await once(socket, 'close');
  await spans.close();
  const requests =
    journal === 0 ? [] : ((await adminOf(sandbox)('GET', '/requests')).body['requests'] as RequestView[]);
  return { lines: target.lines, spans: spansIn(target.lines), requests, counts: spans.counts };
}

/** The same message with the ids as protobufjs wants bytes: OTLP/JSON writes them in hexadecimal digits. */
const withIds = (json: string): Traces =>
  JSON.parse(json, (name, value: unknown) =>
    ['traceId', 'spanId', 'parentSpanId'].includes(name)
      ? Buffer.from(value as string, 'hex').toString('base64')
      : value,
  ) as Traces;

interface MessageType {
  fromObject(value: object): object;
  verify(message: object): string | null;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: object): object;
}

const { ExportTraceServiceRequest } = (
  generated as unknown as {
    opentelemetry: { proto: { collector: { trace: { v1: Record<string, MessageType> } } } };
  }
).opentelemetry.proto.collector.trace.v1;

describe.each([20_000, 0])('the spans of a run with a journal of %i', (journal) => {
  it('hold against the protobuf definitions of OTLP, and lose nothing in its bytes', async () => {
    const { lines, spans } = await spansOfRun(journal);
    expect(spans.length).toBe(14);
    for (const line of lines) {
      const type = ExportTraceServiceRequest as MessageType;
      const message = type.fromObject(withIds(line));
      expect(type.verify(message)).toBeNull();
      const again = type.toObject(type.decode(type.encode(message).finish()), {
        longs: String,
        enums: Number,
        bytes: String,
      });
      // A member that OTLP does not know, or of another type, would not come back.
      expect(again).toEqual(withIds(line));
    }
  });

  it('say of every request what it was, and belong to the trace of the client', async () => {
    const { spans, counts } = await spansOfRun(journal);
    expect(counts).toEqual({ written: 14, dropped: 0 });
    const shown = spans.map((span) => {
      const of = attributesOf(span);
      return [
        span['name'],
        of['http.request.method'],
        of['http.response.status_code'],
        of['creator_sandbox.code'],
        of['creator_sandbox.credits'],
        of['creator_sandbox.injected'],
      ];
    });
    expect(shown).toEqual([
      ...Array.from({ length: 4 }, () => ['clip/profile', 'GET', '200', undefined, 2, false]),
      ['clip/profile', 'GET', '404', 'NOT_FOUND', 0, false],
      ['clip/profile', 'GET', '503', 'SERVICE_UNAVAILABLE', 0, true],
      ['clip/profile', 'GET', '200', undefined, 2, false],
      ['clip/profile', 'GET', '401', 'UNAUTHORIZED', 0, false],
      ['unknown path', 'GET', '404', undefined, 0, false],
      ['unknown path', 'GET', '400', 'VALIDATION_ERROR', 0, false],
      ['v2/clipBasic', 'GET', '200', undefined, expect.any(Number), false],
      ['nls', 'POST', '200', undefined, expect.any(Number), false],
      ['nls', 'POST', '200', 'SERVICE_UNAVAILABLE', 0, true],
      ['unknown path', '_OTHER', '400', expect.any(String), 0, false],
    ]);
    expect(attributesOf(spans[11] as Span)['creator_sandbox.credits']).toBeGreaterThan(0);
    expect(attributesOf(spans[13] as Span)['creator_sandbox.trace_id']).toMatch(/^[0-9a-f]{32}$/);
    expect(spans.slice(0, 3).map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual(
      Array.from({ length: 3 }, () => [trace, '00f067aa0ba902b7']),
    );
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(spans.length - 2);
    expect(new Set(spans.map((span) => span['spanId'])).size).toBe(spans.length);
  });

  it('hold no key, label, query or host', async () => {
    const { lines, spans } = await spansOfRun(journal);
    expect(lines.join().toLowerCase()).not.toMatch(
      /canary|sample\.creator|demo-|127\.0\.0\.1|localhost|sandbox:/,
    );
    // This one has the trace for its key.
    expect(spans[7]?.traceId).not.toBe(trace);
  });
});

it('a span has the credits, the code, the id and the duration of its request in the journal', async () => {
  const { spans, requests } = await spansOfRun(20_000);
  expect(spans.map(attributesOf)).toEqual(
    requests.map(({ credits, errorCode, traceId, injected, status }) =>
      expect.objectContaining({
        'creator_sandbox.credits': credits,
        'creator_sandbox.injected': injected !== null,
        'http.response.status_code': String(status),
        ...(errorCode !== null && { 'creator_sandbox.code': errorCode }),
        ...(traceId !== null && { 'creator_sandbox.trace_id': traceId }),
      }),
    ),
  );
  const tookMs = spans.map(
    (span) =>
      Number(BigInt(span['endTimeUnixNano'] as string) - BigInt(span['startTimeUnixNano'] as string)) / 1e6,
  );
  for (const [n, { durationMs }] of requests.entries()) expect(tookMs[n]).toBeCloseTo(durationMs, 2);
});

/** Spans for a target, with the sentences of the log. */
function spansTo(target: SpanTarget): { spans: Spans; sentences: string[] } {
  const sentences: string[] = [];
  const spans = createSpans({ target, version: '1', onTrouble: (sentence) => sentences.push(sentence) });
  onTestFinished(() => spans.close());
  return { spans, sentences };
}

const fill = (spans: Spans, count: number) => {
  for (let n = 0; n < count; n++) spans.add(served);
};

it('a batch is one message of OTLP, with what each request was and when, to the microsecond', () => {
  const unknown = { operation: null, method: 'BREW', status: 500, code: 'X', isInjected: true };
  const json = otlpJson(
    [
      { ...served, endedAt: 1_700_000_000_000.125, durationMs: 3.5 },
      { ...served, ...unknown, traceId: null, traceparent, endedAt: 1_700_000_000_001 },
    ],
    '1',
  );
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const numbers = (status: string, isInjected: boolean) => [
    { key: 'http.response.status_code', value: { intValue: status } },
    { key: 'creator_sandbox.credits', value: { doubleValue: 2 } },
    { key: 'creator_sandbox.injected', value: { boolValue: isInjected } },
  ];
  const [first, second] = [numbers('200', false), numbers('500', true)];
  const spanId = expect.stringMatching(/^[0-9a-f]{16}$/);
  const spans = [
    {
      ...{ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), spanId, name: 'clip/profile', kind: 2 },
      startTimeUnixNano: '1699999999996625000',
      endTimeUnixNano: '1700000000000125000',
      attributes: [
        text('http.request.method', 'GET'),
        ...first.slice(0, 1),
        text('creator_sandbox.operation', 'clip/profile'),
        ...first.slice(1),
        text('creator_sandbox.trace_id', 'a'),
      ],
      status: {},
    },
    {
      ...{ traceId: trace, parentSpanId: '00f067aa0ba902b7', flags: 0x301, spanId, kind: 2 },
      name: 'unknown path',
      startTimeUnixNano: '1699999999998000000',
      endTimeUnixNano: '1700000000001000000',
      attributes: [
        text('http.request.method', '_OTHER'),
        ...second.slice(0, 1),
        text('creator_sandbox.code', 'X'),
        ...second.slice(1),
      ],
      status: { code: 2 },
    },
  ];
  const name = 'creator-sandbox';
  const resource = { attributes: [text('service.name', name), text('service.version', '1')] };
  expect(JSON.parse(json)).toEqual({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name, version: '1' }, spans }] }],
  });
});

it('a span names the methods that OpenTelemetry names, and only failures of the server are errors', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'];
  const requests = [
    ...[...methods, 'get', 'QUERY'].map((method) => ({ ...served, method })),
    ...[499, 500, 501].map((status) => ({ ...served, status })),
  ].map((request) => ({ ...request, endedAt: 0 }));
  const spans = spansIn([otlpJson(requests, '1')]);
  const shown = spans.map((span) => attributesOf(span)['http.request.method']);
  expect(shown.slice(0, 11)).toEqual([...methods, '_OTHER', '_OTHER']);
  expect(spans.slice(11).map((span) => span['status'])).toEqual([{}, { code: 2 }, { code: 2 }]);
});

it('a single span that is dropped is told at the end', async () => {
  const write = () => Promise.reject(new Error('it is down'));
  const { spans, sentences } = spansTo({ ...memoryTarget(), write });
  fill(spans, 1);
  await spans.close();
  expect(sentences).toEqual([
    'Spans cannot be written to memory: it is down. They are dropped.',
    '1 of 1 spans were dropped.',
  ]);
});

it('spans are written a second after the first of them, and five after a target took none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const target = memoryTarget();
  const { spans } = spansTo({ ...target, write: () => Promise.reject(new Error('it is down')) });
  const { spans: others } = spansTo(target);
  const shownAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return [spans.counts.dropped, others.counts.written];
  };
  for (const each of [spans, others]) fill(each, 1);
  expect(await shownAfter(999)).toEqual([0, 0]);
  for (const each of [spans, others]) fill(each, 1);
  expect(await shownAfter(1)).toEqual([2, 2]);
  fill(spans, 512);
  fill(others, 1);
  expect(await shownAfter(4_999)).toEqual([2, 3]);
  expect(await shownAfter(1)).toEqual([514, 3]);
  expect(target.lines).toHaveLength(2);
  await others.close();
  expect(target.isClosed).toBe(true);
});

it('spans that come while others are on their way are written a second after these', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const begun: number[] = [];
  const { spans } = spansTo({
    ...memoryTarget(),
    write(json, signal) {
      begun.push(spansIn([json]).length);
      return new Promise((resolve, reject) => {
        setTimeout(resolve, 3_000);
        signal.addEventListener('abort', () => reject(new Error('it ends')));
      });
    },
  });
  fill(spans, 1);
  // The first is on its way from 1 s to 4 s.
  await vi.advanceTimersByTimeAsync(1_500);
  fill(spans, 2);
  await vi.advanceTimersByTimeAsync(3_499);
  expect(begun).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual([1, 2]);
  // A full batch waits for nothing, and no timer is left over from before.
  await vi.advanceTimersByTimeAsync(3_000);
  fill(spans, 512);
  expect(begun).toEqual([1, 2, 512]);
  await vi.advanceTimersByTimeAsync(3_000);
  fill(spans, 1);
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(3_001);
  expect(begun).toEqual([1, 2, 512, 1]);
});

it('the end of the sandbox waits for a target that takes what is left', async () => {
  const { spans, sentences } = spansTo({
    ...memoryTarget(),
    write: () => new Promise((resolve) => setTimeout(resolve, 20)),
  });
  fill(spans, 1_100);
  await spans.close();
  expect([spans.counts, sentences]).toEqual([{ written: 1_100, dropped: 0 }, []]);
  fill(spans, 1);
  expect(spans.counts.dropped).toBe(1);
});

describe('a target that takes nothing', () => {
  it('makes nobody wait and fills no memory: further spans are dropped and counted', async () => {
    const { spans } = spansTo({
      name: 'a hole',
      write: (_json, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('too late')));
        }),
      close: async () => {},
    });
    fill(spans, 10_000);
    expect(spans.counts.dropped).toBe(10_000 - 512 - 4096);
    await spans.close();
    expect(spans.counts).toEqual({ written: 0, dropped: 10_000 });
  });

  it('is tried again later, and named once, without what may be secret', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    const url = `http://user:secret@127.0.0.1:${port}/token-1/v1/traces?key=token-2`;
    const { spans, sentences } = spansTo(await openSpanTarget(url, String));
    fill(spans, 512);
    await expect.poll(() => spans.counts.dropped).toBe(512);
    fill(spans, 600);
    expect(spans.counts.dropped).toBe(512);
    await spans.close();
    expect(spans.counts).toEqual({ written: 0, dropped: 1112 });
    expect(sentences).toEqual([
      `Spans cannot be written to http://127.0.0.1:${port}: ECONNREFUSED. They are dropped.`,
      '1112 of 1112 spans were dropped.',
    ]);
  });
});

describe('a URL', () => {
  /** A receiver that answers with a status, and what it got. */
  async function receiver(status: number, headers: Record<string, string> = {}) {
    const got: { url: string | undefined; authorization: string | undefined; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => {
        body += piece;
      });
      request.on('end', () => {
        got.push({ url: request.url, authorization: request.headers.authorization, body });
        response.writeHead(status, headers).end('{}');
      });
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return { got, port: (server.address() as { port: number }).port };
  }

  it('gets spans under the path of OTLP, with the credentials in it as a header', async () => {
    const { got, port } = await receiver(200);
    const { spans, sentences } = spansTo(
      await openSpanTarget(`http://user:pa%20ss@127.0.0.1:${port}`, String),
    );
    fill(spans, 600);
    await spans.close();
    expect(spans.counts).toEqual({ written: 600, dropped: 0 });
    expect(got.map(({ url, authorization }) => [url, authorization])).toEqual([
      ['/v1/traces', `Basic ${Buffer.from('user:pa ss').toString('base64')}`],
      ['/v1/traces', `Basic ${Buffer.from('user:pa ss').toString('base64')}`],
    ]);
    expect(spansIn(got.map(({ body }) => body))).toHaveLength(600);
    expect(sentences).toEqual([]);
  });

  it('keeps its own path, and sends nobody elsewhere', async () => {
    const other = await receiver(200);
    const { got, port } = await receiver(307, { location: `http://127.0.0.1:${other.port}/` });
    const { spans, sentences } = spansTo(await openSpanTarget(`http://127.0.0.1:${port}/otlp?a=b`, String));
    fill(spans, 1);
    await spans.close();
    expect(got.map(({ url }) => url)).toEqual(['/otlp?a=b']);
    expect(other.got).toEqual([]);
    expect(sentences[0]).toBe(
      `Spans cannot be written to http://127.0.0.1:${port}: it answered 307. They are dropped.`,
    );
  });
});

describe('--otlp', () => {
  it('adds the spans of a run to a file', async () => {
    const folder = newFolder();
    const file = join(folder, 'spans.jsonl');
    writeFileSync(join(folder, 'ask.mjs'), askTwice);
    for (let n = 0; n < 2; n++) {
      const { code, err } = await commandIn(
        folder,
        ['exec', '--size', '60', '--otlp', file, '--', process.execPath, 'ask.mjs'],
        { env: process.env },
      );
      expect([code, err.includes('spans')]).toEqual([0, false]);
    }
    const spans = spansIn(readFileSync(file, 'utf8').trimEnd().split('\n'));
    expect(spans.map(attributesOf).map((of) => of['creator_sandbox.credits'])).toEqual([2, 2, 2, 2]);
  });

  it.each([
    ['ftp://user:secret@127.0.0.1', 'The setting otlp takes a file, or a URL such as http://127.0.0.1:4318.'],
    ['http://user:secret@:x', 'The setting otlp takes a file, or a URL such as http://127.0.0.1:4318.'],
    ['.', 'The spans cannot be written to .: EISDIR.'],
    ['/dev/null', 'The spans cannot be written to /dev/null: it is no regular file.'],
    ['no/such/folder/x', 'The spans cannot be written to no/such/folder/x: ENOENT.'],
  ])('ends the start when it can take nothing: %s', async (given, sentence) => {
    const { code, err } = await commandIn(newFolder(), [
      'start',
      '--size',
      '60',
      '--port',
      '0',
      '--otlp',
      given,
    ]);
    expect([code, err]).toEqual([2, `creator-sandbox: ${sentence}\n`]);
  });

  it('does not wait for a reader of a pipe', async () => {
    const pipe = join(newFolder(), 'pipe');
    spawnSync('mkfifo', [pipe]);
    // What waits in spite of that goes on, and says something else.
    const reader = setTimeout(() => closeSync(openSync(pipe, 'r+')), 5_000);
    onTestFinished(() => clearTimeout(reader));
    await expect(openSpanTarget(pipe, String)).rejects.toThrow('ENXIO');
  });

  it('is not shown with the other settings', async () => {
    const { app } = await testApp({ otlp: 'http://user:secret@127.0.0.1:1' });
    const reply = await app.inject({ url: '/__admin/settings', headers: { host: 'localhost:4310' } });
    expect([reply.statusCode, reply.body.includes('secret')]).toEqual([200, false]);
  });
});

const askTwice = `
for (const n of [1, 2])
  await fetch(process.env.CREATOR_SANDBOX_URL + '/clip/profile?uniqueId=sample.creator', {
    headers: { 'api-key': process.env.CREATOR_SANDBOX_KEY },
  }).then((reply) => reply.text());
`;
