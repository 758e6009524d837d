import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framesIn } from '../../src/faults/frames.ts';
import { type Ending, type ProfileName, profiles, type Source } from '../../src/faults/torture.ts';

async function* pieces(all: readonly (string | Buffer)[]): Source & AsyncGenerator<string | Buffer, void> {
  yield* all;
}

async function run(name: ProfileName, source: Source) {
  const written: Buffer[] = [];
  const disturbed = profiles[name].disturb(source, async () => {});
  for (;;) {
    const { done, value } = await disturbed.next();
    if (done) return { text: Buffer.concat(written).toString(), ending: value as Ending, written };
    written.push(value as Buffer);
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

/** What a reader of server-sent events makes of them: WHATWG HTML, 9.2.6. */
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

/** Profiles under which a correct reader still finds every event as it was sent. */
const harmless: ProfileName[] = [
  'lf',
  'cr',
  'crlf',
  'comments',
  'no-space',
  'data-lines',
  'split-data',
  'dribble',
];

describe('torture', () => {
  it.each(harmless)('of a correct reader does no harm: %s', async (name) => {
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

  it.each(Object.keys(profiles) as ProfileName[])(
    'writes no empty stream of pieces for ever: %s',
    async (name) => {
      const { written } = await run(name, pieces([stream(['Loading...', 'ready', 'done'])]));
      expect(written.length).toBeLessThan(100);
    },
  );

  it('reads frames however they are cut', async () => {
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

  it('reads frames with the line ends of Unicode in them', async () => {
    const all = ['\u2028', 'a\u2029b', '\u0085'];
    const frames: string[] = [];
    for await (const { data } of framesIn(pieces([stream(all)]))) frames.push(data);
    expect(frames).toEqual(all.map((message) => JSON.stringify({ message })));
  });

  it('splits every character of several bytes', async () => {
    const { written, text } = await run('split-utf8', pieces([stream(['Loading...', 'häuser 日本 🎮'])]));
    expect(text).toBe(stream(['Loading…', 'häuser 日本 🎮']));
    expect(written.map((piece) => piece.at(-1) ?? 0).filter((byte) => byte >= 0xc0)).toHaveLength(5);
  });

  it('lets the stream behind it end when nobody reads on', async () => {
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
