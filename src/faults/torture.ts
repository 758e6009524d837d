import { Buffer } from 'node:buffer';
import type { OperationId } from '../core/operations.ts';
import { type Frame, framesIn } from './frames.ts';

/** What a reply is told to be besides its bytes: how it ends. */
export type Ending =
  /** In order: whatever HTTP writes at the end of a reply is written. */
  | 'end'
  /** The connection is closed in the middle of the reply. */
  | 'close'
  /** The connection is reset. */
  | 'reset';

/** A reply on its way, piece by piece: each is written by itself. */
export type Pieces = AsyncGenerator<Buffer, Ending>;

/** A reply as the service writes it. */
export type Source = AsyncIterable<Buffer | string>;

/** Lets a moment pass, so that two pieces arrive as two. */
export type Pause = () => Promise<void>;

/** A way in which a reply arrives that a client must bear, by name. */
export interface Profile {
  /** `events` are the event streams alone, `bytes` any reply. */
  readonly of: 'events' | 'bytes';
  /** `longer`: the reply states more bytes than it has. */
  readonly length?: 'longer';
  readonly disturb: (source: Source, pause: Pause) => Pieces;
  /**
   * Whether it has a use for an event, of which so many came before. A stream asks before it makes its result:
   * what never leaves must not be charged.
   */
  readonly reads?: (event: string, before: number) => boolean;
  /** Whether the stream is to fail after its start, and tell so in its result. */
  readonly fails?: true;
}

/** @returns undefined for a name that nobody knows */
export const findProfile = (name: string): Profile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name as ProfileName] : undefined;

/** Whether a profile means anything to the replies of an operation. */
export const suits = ({ of }: Profile, operation: OperationId): boolean =>
  of === 'bytes' || operation === 'nls';

export type ProfileName = keyof typeof profiles;

export const profiles = {
  lf: events((frame) => [text(frame)]),
  cr: events((frame) => [text(frame).replaceAll('\n', '\r')]),
  crlf: events((frame) => [text(frame).replaceAll('\n', '\r\n')]),
  // A comment may stand wherever a line may.
  comments: events(({ event, data }) => [
    `: a comment\n\n:\nevent: ${event}\n: data: {"not":"data"}\ndata: ${data}\n:\n\n`,
  ]),
  'no-space': events(({ event, data }) => [`event:${event}\ndata:${data}\n\n`]),
  'data-lines': events(({ event, data }) => [
    `event: ${event}\n${inLines(data)
      .map((line) => `data: ${line}\n`)
      .join('')}\n`,
  ]),
  'split-data': events((frame) => splitAt(text(frame), text(frame).indexOf('data:') + 'da'.length)),
  'split-utf8': events((frame) => insideCharacters(text(withEllipsis(frame)))),
  'no-progress': events((frame) => (frame.event === 'progress' ? [] : [text(frame)])),
  'doubled-progress': events((frame) =>
    frame.event === 'progress' ? [text(frame), text(frame)] : [text(frame)],
  ),
  malformed: events((frame) => [
    'no colon in this line\n\n',
    'data: {"message":\n\n',
    'event: progress\n\n',
    'unknown: field\nid\nretry: soon\n\n',
    text(frame),
  ]),
  'no-blank-line': events((frame) =>
    frame.event === 'result' ? [text(frame).replace(/\n$/, '')] : [text(frame)],
  ),
  'failed-result': { ...events((frame) => [text(frame)]), fails: true },
  'cut-before-result': beforeResult('end'),
  'cut-in-result': inResult('end'),
  'reset-before-result': beforeResult('reset'),
  'reset-in-result': inResult('reset'),

  cut: { of: 'bytes', disturb: (source) => halfOf(source, 'end') },
  reset: { of: 'bytes', disturb: (source) => halfOf(source, 'reset') },
  'wrong-length': {
    of: 'bytes',
    length: 'longer',
    async *disturb(source) {
      for await (const piece of source) yield Buffer.from(piece);
      return 'close';
    },
  },
  dribble: { of: 'bytes', disturb: dribbled },
} satisfies Record<string, Profile>;

/** Frame by frame: what stands for each, every string a piece of its own. */
function events(rewritten: (frame: Frame) => readonly (string | Buffer)[]): Profile {
  return {
    of: 'events',
    async *disturb(source, pause) {
      for await (const frame of framesIn(source)) yield* spaced(rewritten(frame), pause);
      return 'end';
    },
  };
}

function beforeResult(ending: Ending): Profile {
  return { ...untilResult(ending, () => Buffer.alloc(0)), reads: (event) => event !== 'result' };
}

function inResult(ending: Ending): Profile {
  return untilResult(ending, (frame) => halved(Buffer.from(text(frame))));
}

function untilResult(ending: Ending, ofResult: (frame: Frame) => Buffer): Profile {
  return {
    of: 'events',
    async *disturb(source) {
      for await (const frame of framesIn(source))
        yield frame.event === 'result' ? ofResult(frame) : Buffer.from(text(frame));
      return ending;
    },
  };
}

const halved = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));

async function* spaced(pieces: readonly (string | Buffer)[], pause: Pause): AsyncGenerator<Buffer, void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pause();
    yield Buffer.from(piece);
  }
}

const text = ({ event, data }: Frame): string => `event: ${event}\ndata: ${data}\n\n`;

/** Cut where JSON bears a line end: behind the first brace and before the last. */
const inLines = (data: string): string[] => [data.slice(0, 1), data.slice(1, -1), data.slice(-1)];

const splitAt = (whole: string, place: number): string[] => [whole.slice(0, place), whole.slice(place)];

/** The texts of the service are ASCII: without this there might be no character to split. */
const withEllipsis = ({ event, data }: Frame): Frame => ({
  event,
  data: event === 'progress' ? data.replace('...', '…') : data,
});

/** One piece ends behind the first byte of each character that has several. */
function insideCharacters(whole: string): Buffer[] {
  const bytes = Buffer.from(whole);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const [place, byte] of bytes.entries()) {
    if (byte < 0xc0) continue;
    pieces.push(bytes.subarray(from, place + 1));
    from = place + 1;
  }
  return [...pieces, bytes.subarray(from)];
}

/** Half of the first piece: a reply in one piece is cut in its middle, a long one near its beginning. */
async function* halfOf(source: Source, ending: Ending): Pieces {
  for await (const piece of source) {
    const bytes = Buffer.from(piece);
    if (bytes.length === 0) continue;
    yield halved(bytes);
    return ending;
  }
  return ending;
}

/** Eight bytes at a time; the pieces grow, so that a long reply does not take for ever. */
async function* dribbled(source: Source, pause: Pause): Pieces {
  let count = 0;
  for await (const piece of source) {
    const bytes = Buffer.from(piece);
    for (let from = 0; from < bytes.length; ) {
      const size = 8 * 2 ** Math.floor(count / 100);
      if (count > 0) await pause();
      yield bytes.subarray(from, from + size);
      from += size;
      count += 1;
    }
  }
  return 'end';
}
