import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framesIn } from '../../src/faults/frames.ts';
import {
  type Ending,
  type ReplyProfile,
  type ReplyProfileName,
  replyProfiles,
  type Source,
} from '../../src/faults/profiles.ts';

async function* pieces(all: readonly (string | Buffer)[]): Source & AsyncGenerator<string | Buffer, void> {
  yield* all;
}

async function run(profile: ReplyProfileName | ReplyProfile, source: Source) {
  const output: Buffer[] = [];
  let pauses = 0;
  const { transform } = typeof profile === 'string' ? replyProfiles[profile] : profile;
  const transformed = transform(source, async () => {
    pauses += 1;
  });
  for (;;) {
    const { done, value } = await transformed.next();
    if (done) return { text: Buffer.concat(output).toString(), ending: value as Ending, output, pauses };
    output.push(value as Buffer);
  }
}

const stream = (messages: readonly string[]) =>
  messages
    .map((message, index) => [
      index === messages.length - 1 ? 'result' : 'progress',
      JSON.stringify({ message }),
    ])
    .map(([event, data]) => `event: ${event}\ndata: ${data}\n\n`)
    .join('');

/** Parses server-sent events as a correct reader does (WHATWG HTML, 9.2.6). */
function events(text: string): { event: string; data: string }[] {
  const read: { event: string; data: string }[] = [];
  let [event, data]: [string, string[]] = ['', []];
  for (const line of text.split(/\r\n|\r|\n/).slice(0, -1)) {
    if (line === '') {
      if (data.length > 0) read.push({ event: event || 'message', data: data.join('\n') });
      [event, data] = ['', []];
      continue;
    }
    const [, field = '', value = ''] = /^([^:]*)(?::? ?(.*))$/su.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
  return read;
}

const messages = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 });

/** Profiles under which a correct reader still reads every event unchanged. */
const harmless: ReplyProfileName[] = [
  'lf',
  'cr',
  'crlf',
  'comments',
  'no-space',
  'data-lines',
  'split-crlf',
  'split-data',
  'dribble',
];

describe('profile', () => {
  it.each(harmless)('does not change what a correct reader reads: %s', async (name) => {
    await fc.assert(
      fc.asyncProperty(messages, async (all) => {
        const { text, ending } = await run(name, pieces([stream(all)]));
        expect(ending).toBe('end');
        expect(events(text).map(({ data }) => JSON.parse(data) as unknown)).toEqual(
          all.map((message) => ({ message })),
        );
        expect(events(text).at(-1)?.event).toBe('result');
      }),
      { numRuns: 50 },
    );
  });

  it('page-repeats sends the list of the first page again, and other replies as they are', async () => {
    const used = replyProfiles['page-repeats'].ofRule?.() ?? expect.fail('no state');
    const sent = [];
    for (const reply of [
      '{"data":{"n":1,"list":[1]}}',
      '{"data":{"list":[2],"n":2}}',
      '{"data":{}}',
      'no JSON',
      '',
    ])
      sent.push((await run(used, pieces([reply]))).text);
    expect(sent).toEqual([
      '{"data":{"n":1,"list":[1]}}',
      '{"data":{"list":[1],"n":2}}',
      '{"data":{}}',
      'no JSON',
      '',
    ]);
  });

  it.each([
    ['{"data":{"n":1,"list":[{"a":"é"},{"a":2}]},"success":true}', ['data', 'list']],
    ['{"data":["a","b"]}', ['data']],
    ['[{"text":"a"}]', []],
  ])('repeats the records of the first list up to 4 MB: %s', async (reply, path) => {
    const { text } = await run('large-reply', pieces([reply.slice(0, 5), reply.slice(5)]));
    const listIn = (json: string) =>
      path.reduce((value, name) => (value as Record<string, unknown>)[name], JSON.parse(json) as unknown);
    const [records, repeated] = [listIn(reply), listIn(text)] as [unknown[], unknown[]];
    expect(Buffer.byteLength(text)).toBeGreaterThan(4_000_000 - 100);
    expect(Buffer.byteLength(text)).toBeLessThan(4_100_000);
    expect(
      repeated.every((record, n) => JSON.stringify(record) === JSON.stringify(records[n % records.length])),
    ).toBe(true);
    expect(text.slice(0, reply.indexOf(']'))).toBe(reply.slice(0, reply.indexOf(']')));
    expect(text.endsWith(reply.slice(reply.lastIndexOf(']')))).toBe(true);
  });

  it.each(['{"data":{"list":[]}}', '{"data":null,"success":false}', '{"data":{"n":1}}', 'no JSON', ''])(
    'leaves a reply without records as it is: %s',
    async (reply) => expect((await run('large-reply', pieces([reply]))).text).toBe(reply),
  );

  it('reads frames, however the stream is split', async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.array(fc.nat(400), { maxLength: 6 }), async (all, places) => {
        const bytes = Buffer.from(stream(all));
        const cuts = [
          0,
          ...places.filter((place) => place < bytes.length).sort((a, b) => a - b),
          bytes.length,
        ];
        const parts = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
        const frames: string[] = [];
        for await (const { data } of framesIn(pieces(parts))) frames.push(data);
        expect(frames).toEqual(all.map((message) => JSON.stringify({ message })));
      }),
      { numRuns: 100 },
    );
  });

  it('ends its source when it stops early', async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield stream(['x', 'y']);
      } finally {
        ended = true;
      }
    }
    const { ending } = await run('cut', endless());
    expect([ending, ended]).toEqual(['end', true]);
  });
});
