import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutProfile } from '../../src/faults/cut.ts';
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

/** The bytes of a piece, those of no letter of ASCII as numbers. */
const inAscii = (piece: Buffer): string =>
  piece.toString('latin1').replace(/[\x80-\xff]/g, (byte) => `<${byte.charCodeAt(0).toString(16)}>`);

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

  it('sends these pieces of a stream, a page and another reply, and ends so', async () => {
    const replies: Readonly<Record<string, readonly (string | Buffer)[]>> = {
      stream: [stream(['Loading...', 'é 日 🎮'])],
      page: ['', '{"a":1,"data":{"n":1,"list":[1],', '"offset":0}}'],
      'another page': ['{"data":{"list":[2],"n":2}}'],
      'no page': ['{"data":{}}'],
      'no JSON': ['no JSON'],
      nothing: [],
    };
    const lines: string[] = [];
    const cuts = {
      'cut at 0 bytes': { bytes: 0 },
      'cut at 8 bytes': { bytes: 8, how: 'reset' },
      'cut at 32 bytes': { bytes: 32 },
      'cut at 0 events': { events: 0 },
      'cut at 1 event': { events: 1, how: 'close' },
    } as const;
    const all: Record<string, ReplyProfile> = { ...replyProfiles };
    for (const [name, cut] of Object.entries(cuts)) all[name] = cutProfile(cut);
    for (const [name, profile] of Object.entries(all)) {
      const { affects, length, fails, ofRule, sends } = profile;
      const sent = ['progress', 'result'].map((event) => [0, 1].map((before) => sends?.(event, before)));
      lines.push(
        `${name}: ${[affects, length, fails, ofRule && 'of a rule', ...(sends ? sent : [])].filter(Boolean).join(' ')}`,
      );
      const used = ofRule?.() ?? profile;
      for (const [reply, parts] of Object.entries(replies)) {
        const isTelling = affects === 'pages' || ['page', 'nothing'].includes(reply);
        if (affects === 'events' ? reply !== 'stream' : reply === 'stream' || !isTelling) continue;
        const { output, ending, pauses } = await run(used, pieces(parts));
        const texts = output.map((piece) => JSON.stringify(inAscii(piece)));
        lines.push(`  ${reply}: ${texts.join(' ')} ${ending}, ${pauses} pauses`);
      }
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('profiles.txt');
  });

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

  it('reads frames that contain Unicode line ends', async () => {
    const all = ['\u2028', 'a\u2029b', '\u0085'];
    const frames: string[] = [];
    for await (const { data } of framesIn(pieces([stream(all)]))) frames.push(data);
    expect(frames).toEqual(all.map((message) => JSON.stringify({ message })));
  });

  it('dribbles eight bytes at a time, after each hundred pieces twice as many, with a pause between two', async () => {
    const { output, pauses } = await run('dribble', pieces(['x'.repeat(500), 'y'.repeat(508 + 1_600 + 31)]));
    const sizes = [...Array(62).fill(8), 4, ...Array(37).fill(8), ...Array(100).fill(16)];
    expect(output.map(({ length }) => length).slice(0, 200)).toEqual(sizes);
    expect(output.map(({ length }) => length).slice(200)).toEqual([32, 32, 32, 32, 32, 32, 32, 19]);
    expect(pauses).toBe(output.length - 1);
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
