import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createClock } from '../../../src/core/clock.ts';
import { appliesTo, type ReplyProfileName, replyProfiles } from '../../../src/faults/profiles.ts';
import { createWait } from '../../../src/service/http/wait.ts';
import { refusals } from '../../../src/service/v3/refusals.ts';
import { noon, testApp } from '../../harness.ts';
import { overTheWire } from '../../wire.ts';

const wait = createWait(createClock({ mode: 'scaled', scale: 10 }));
const { app, ask, available, deps, warnings } = await testApp({}, { wait });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };

let keys = 0;
const newKey = () => `sandbox:plan=100:streams-${String(++keys).padStart(4, '0')}`;

const asking = async (
  { key = newKey(), prefer }: { key?: string; prefer?: string } = {},
  description = 'gaming clip creators',
) => {
  const reply = await overTheWire(port, {
    method: 'POST',
    url: '/nls',
    headers: { 'api-key': key, 'content-type': 'application/json', ...(prefer && { prefer }) },
    body: JSON.stringify({ description }),
  });
  const left = await available(key);
  return { ...reply, text: sameTrace(reply.text), left };
};
/** The trace id is the one thing that differs from key to key. */
const sameTrace = (text: string) =>
  text.replaceAll(/"traceId":"[0-9a-f]{32}"/g, `"traceId":"${'0'.repeat(32)}"`);

/** The stream as it is without any fault. */
const usual = await asking();
const price = 100 - usual.left;
const frames = usual.text
  .split('\n\n')
  .slice(0, -1)
  .map((frame) => frame.replace('event: ', '').split('\ndata: ') as [event: string, data: string]);
const progress = frames.slice(0, -1);
const result = frames.at(-1) as [string, string];
const text = ([event, data]: [string, string]) => `event: ${event}\ndata: ${data}\n\n`;
const withEllipsis = ([event, data]: [string, string]) =>
  text([event, event === 'progress' ? data.replace('...', '…') : data]);
const withSeparators = ([event, data]: [string, string]) =>
  text([event, data.replace(event === 'progress' ? /(?=")(?="}$)/ : /(?="[^"]*"uniqueId)/, '\u2028\u0085')]);
const half = (whole: string) =>
  Buffer.from(whole)
    .subarray(0, Math.floor(Buffer.byteLength(whole) / 2))
    .toString();

/** The bytes on the wire under each profile, and how the stream ends; the default is an ordinary stream. */
const expected: Partial<
  Record<ReplyProfileName, { text: string; complete?: boolean; reset?: boolean; free?: boolean }>
> = {
  lf: { text: usual.text },
  cr: { text: usual.text.replaceAll('\n', '\r') },
  crlf: { text: usual.text.replaceAll('\n', '\r\n') },
  'split-crlf': { text: usual.text.replaceAll('\n', '\r\n') },
  bom: { text: `\uFEFF${usual.text}` },
  'line-separators': { text: frames.map(withSeparators).join('') },
  comments: {
    text: frames
      .map(
        ([event, data]) => `: a comment\n\n:\nevent: ${event}\n: data: {"not":"data"}\ndata: ${data}\n:\n\n`,
      )
      .join(''),
  },
  'no-space': { text: frames.map(([event, data]) => `event:${event}\ndata:${data}\n\n`).join('') },
  'data-lines': {
    text: frames
      .map(([event, data]) => `event: ${event}\ndata: {\ndata: ${data.slice(1, -1)}\ndata: }\n\n`)
      .join(''),
  },
  'split-data': { text: usual.text },
  'split-utf8': { text: frames.map(withEllipsis).join('') },
  'no-progress': { text: text(result) },
  'doubled-progress': { text: progress.map((frame) => text(frame) + text(frame)).join('') + text(result) },
  'doubled-result': { text: progress.map(text).join('') + text(result) + text(result) },
  malformed: {
    text: frames
      .map(
        (frame) =>
          `no colon in this line\n\ndata: {"message":\n\nevent: progress\n\nunknown: field\nid\nretry: soon\n\n${text(frame)}`,
      )
      .join(''),
  },
  'no-blank-line': { text: usual.text.slice(0, -1) },
  'failed-result': {
    text:
      progress.map(text).join('') +
      text([
        'result',
        JSON.stringify({
          creditsUsed: 0,
          creditsAvailable: 100,
          planCreditsAvailable: 100,
          purchasedCreditsAvailable: 0,
          traceId: '0'.repeat(32),
          timestamp: noon,
          errorCode: 'SERVICE_UNAVAILABLE',
          errorDescription: refusals.unavailable.message,
          success: false,
        }),
      ]),
    free: true,
  },
  'cut-before-result': { text: progress.map(text).join(''), free: true },
  'cut-in-result': { text: progress.map(text).join('') + half(text(result)) },
  'reset-before-result': {
    text: progress.map(text).join(''),
    complete: false,
    reset: true,
    free: true,
  },
  'reset-in-result': {
    text: progress.map(text).join('') + half(text(result)),
    complete: false,
    reset: true,
  },
  cut: { text: half(text(frames[0] as [string, string])), free: true },
  reset: { text: half(text(frames[0] as [string, string])), complete: false, reset: true, free: true },
  'wrong-length': { text: usual.text, complete: false },
  dribble: { text: usual.text },
  'not-json': { text: '<html><body><h1>Bad Gateway</h1></body></html>\n' },
};

const streamProfiles = (Object.keys(replyProfiles) as ReplyProfileName[]).filter((name) =>
  appliesTo(replyProfiles[name], 'nls'),
);

describe('the event stream', () => {
  it('has a result that a test of bytes can bite on', () => {
    expect(usual).toMatchObject({ status: 200, complete: true, reset: false });
    expect(frames).toHaveLength(12);
    expect(result[0]).toBe('result');
    expect(
      (JSON.parse(result[1]) as { data: { creatorList: object[] } }).data.creatorList.length,
    ).toBeGreaterThan(0);
    expect(price).toBeGreaterThan(1);
  });

  it('has an expectation for every profile', () => {
    expect(Object.keys(expected)).toEqual(streamProfiles);
  });

  it.each(streamProfiles)('is written byte for byte as Prefer wants: %s', async (name) => {
    const { text, complete = true, reset = false, free = false } = expected[name] ?? { text: '' };
    const reply = await asking({ prefer: `profile=${name}` });

    expect(reply.text).toBe(text);
    expect(reply).toMatchObject({
      status: 200,
      complete,
      reset,
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      left: free ? 100 : usual.left,
    });
  });
});

describe('a failed result', () => {
  /** With these a stream that has begun can end. */
  const codes = [
    'INSUFFICIENT_CREDITS',
    'KEY_SPEND_THRESHOLD_EXCEEDED',
    'NOT_FOUND',
    'CONFLICT',
    'INTERNAL_SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
  const failedWith = (errorCode: string) => {
    const refusal = Object.values(refusals).find((each) => each.errorCode === errorCode);
    return expect.stringContaining(
      `"errorCode":"${errorCode}","errorDescription":"${refusal?.message}","success":false}`,
    );
  };

  it.each(codes)('reports %s, by Prefer and by a rule, free of charge', async (errorCode) => {
    const preferred = await asking({ prefer: `profile=failed-result, example=${errorCode}` });
    const key = newKey();
    deps.faults.add({ match: { operation: 'nls' }, profile: 'failed-result', errorCode }, await idOf(key));
    const ruled = await asking({ key });

    for (const reply of [preferred, ruled]) {
      expect(reply).toMatchObject({ status: 200, complete: true, left: 100, text: failedWith(errorCode) });
      expect(reply.text.startsWith(progress.map(text).join(''))).toBe(true);
    }
    const [entry] = [...deps.journal.all(await idOf(key))];
    expect(entry).toMatchObject({ status: 200, errorCode, credits: 0 });
  });

  it('takes a status in place of the code', async () => {
    expect((await asking({ prefer: 'profile=failed-result, code=402' })).text).toEqual(
      failedWith('INSUFFICIENT_CREDITS'),
    );
  });

  it.each(['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMIT_EXCEEDED', 'NO_SUCH_CODE'])(
    'cannot report %s: that comes before the stream',
    (errorCode) => {
      expect(() =>
        deps.faults.add({ match: { operation: 'nls' }, profile: 'failed-result', errorCode }),
      ).toThrow(
        `A result cannot report '${errorCode}'; it can report INSUFFICIENT_CREDITS, KEY_SPEND_THRESHOLD_EXCEEDED, NOT_FOUND, CONFLICT, INTERNAL_SERVER_ERROR, SERVICE_UNAVAILABLE.`,
      );
    },
  );

  it('ignores a code by Prefer that it cannot report, with a note', async () => {
    const key = newKey();
    const reply = await asking({ key, prefer: 'profile=failed-result, example=UNAUTHORIZED' });
    expect(reply.text).toEqual(failedWith('SERVICE_UNAVAILABLE'));
    expect([...deps.journal.all(await idOf(key))][0]?.notes).toContain(
      'Prefer: example=UNAUTHORIZED is ignored',
    );
  });

  it('is the only profile with a code', () => {
    for (const rule of [{ profile: 'cut' }, { respond: { status: 503 } }, { cut: { events: 1 } }])
      expect(() => deps.faults.add({ match: { operation: 'nls' }, ...rule, errorCode: 'CONFLICT' })).toThrow(
        "'errorCode' needs the reply profile failed-result; 'respond' has its own.",
      );
  });
});

const idOf = async (key: string) => (await deps.ledger.keys.find(key, deps.clock.now()))?.id;

describe('the pieces of the event stream', () => {
  it('end inside `data:`', async () => {
    const { chunks } = await asking({ prefer: 'profile=split-data' });
    expect(chunks).toHaveLength(2 * frames.length);
    for (const [index, chunk] of chunks.entries())
      if (index % 2 === 0) expect(chunk.toString()).toMatch(/^event: \w+\nda$/);
      else expect(chunk.toString()).toMatch(/^ta: \{.*\}\n\n$/);
  });

  it('end between the two characters of a line end', async () => {
    const { chunks } = await asking({ prefer: 'profile=split-crlf' });
    const texts = chunks.map((chunk) => chunk.toString());
    for (const [index, chunk] of texts.entries())
      if (chunk.endsWith('\r')) expect(texts[index + 1]).toMatch(/^\n/);
    expect(texts.filter((chunk) => chunk.endsWith('\r'))).toHaveLength(3 * frames.length);
  });

  it('end inside a character', async () => {
    const { chunks } = await asking({ prefer: 'profile=split-utf8' });
    expect(chunks.length).toBeGreaterThanOrEqual(frames.length + progress.length);
    const split = chunks.filter((chunk) => (chunk.at(-1) ?? 0) >= 0xc0);
    expect(split.length).toBeGreaterThanOrEqual(progress.length);
    // a reader that decodes piece by piece gets it wrong, one that decodes the stream does not
    expect(chunks.map((chunk) => chunk.toString()).join('')).toContain('\ufffd');
    expect(Buffer.concat(chunks).toString()).not.toContain('\ufffd');
  });

  it('are eight bytes long at first when it dribbles', async () => {
    const { chunks } = await asking({ prefer: 'profile=dribble' });
    expect(chunks.slice(0, 50).map(({ length }) => length)).toContain(8);
    expect(Math.max(...chunks.slice(0, 100).map(({ length }) => length))).toBe(8);
  });
});

describe('an event stream that is cut', () => {
  const cutting = async (cut: object) => {
    const key = newKey();
    const { status } = await ask({
      method: 'POST',
      url: '/__admin/faults',
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: JSON.stringify({ match: { key, operation: 'nls' }, cut }),
    });
    expect(status).toBe(201);
    return asking({ key });
  };

  it.each([0, 1, 5, 11])('after %i events is free, and ends in order', async (events) => {
    const reply = await cutting({ events });
    expect(reply).toMatchObject({ status: 200, complete: true, reset: false, left: 100 });
    expect(reply.text).toBe(progress.slice(0, events).map(text).join(''));
  });

  it('after its result was paid', async () => {
    const reply = await cutting({ events: 12, how: 'reset' });
    expect(reply).toMatchObject({ complete: false, reset: true, left: usual.left, text: usual.text });
  });

  it.each(['end', 'close', 'reset'])('is no unexpected failure in the log: %s', async (how) => {
    await cutting({ bytes: 100, how });
    await cutting({ events: 1, how });
    await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(0);
    expect(warnings).toEqual([]);
  });

  it.each(['close', 'reset'])('by a %s of the connection after 100 bytes is free', async (how) => {
    const reply = await cutting({ bytes: 100, how });
    expect(reply).toMatchObject({ complete: false, reset: how === 'reset', left: 100 });
    expect(reply.text).toBe(usual.text.slice(0, 100));
  });
});

describe('the description of a search in plain words', () => {
  it('can ask for a stream that begins late, charged as usual', async () => {
    const reply = await asking({}, 'sandbox-slow-100');
    const found = JSON.parse(/^event: result\ndata: (.*)$/m.exec(reply.text)?.[1] ?? '') as {
      data: { creatorList: { uniqueId: string }[] };
      success: boolean;
    };
    expect(found.success).toBe(true);
    expect(found.data.creatorList.map(({ uniqueId }) => uniqueId)).toEqual(['slow']);
    expect(reply.left).toBeLessThan(99);
  });
});
