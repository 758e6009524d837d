import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { isPaged, type OperationId } from '../core/operations.ts';
import { isObject } from '../core/values.ts';
import { type Frame, framesIn, frameText } from './frames.ts';

/** How a reply ends. */
export type Ending =
  /** Completely, as HTTP requires. */
  | 'end'
  /** The connection closes in the middle of the reply. */
  | 'close'
  /** The connection is reset. */
  | 'reset';

/** The pieces of a reply; each is one write to the socket. */
export type Pieces = AsyncGenerator<Buffer, Ending>;

/** The reply of the service. */
export type Source = AsyncIterable<Buffer | string>;

/** Waits a moment, so that clients receive two pieces separately. */
type Pause = () => Promise<void>;

/** A way to send a reply that is difficult for clients to read. */
export interface ReplyProfile {
  /** `events`: event streams only; `json`: all but those; `pages`: searches and lists only; `bytes`: any reply. */
  readonly affects: 'events' | 'json' | 'pages' | 'bytes';
  /** `longer`: Content-Length is greater than the length of the body. */
  readonly length?: 'longer';
  readonly transform: (source: Source, pause: Pause) => Pieces;
  /**
   * Whether it sends an event, given the number of events before it. A stream asks this before its result, because a
   * result that is never sent must not be charged.
   */
  readonly sends?: (event: string, before: number) => boolean;
  /** The stream fails after its start and reports this code in its result. */
  readonly fails?: string;
  /** It remembers replies, so each rule makes one of its own, and a header has none. */
  readonly ofRule?: () => ReplyProfile;
}

/** @returns undefined for an unknown name */
export const findProfile = (name: string): ReplyProfile | undefined =>
  Object.hasOwn(replyProfiles, name) ? replyProfiles[name as ReplyProfileName] : undefined;

/** Whether a profile can change the replies of an operation. */
export function appliesTo({ affects }: ReplyProfile, operation: OperationId): boolean {
  if (affects === 'pages') return isPaged(operation);
  return affects === 'bytes' || (affects === 'events') === (operation === 'nls');
}

export type ReplyProfileName = keyof typeof replyProfiles;

export const replyProfiles = {
  lf: eventProfile((frame) => [frameText(frame)]),
  cr: eventProfile((frame) => [frameText(frame).replaceAll('\n', '\r')]),
  crlf: eventProfile((frame) => [frameText(frame).replaceAll('\n', '\r\n')]),
  // A reader that takes each of the two for a line end finds empty lines in the middle of an event.
  'split-crlf': eventProfile((frame) =>
    frameText(frame)
      .replaceAll('\n', '\r\n')
      .split(/(?<=\r)/),
  ),
  bom: withByteOrderMark(),
  'line-separators': eventProfile((frame) => [frameText(withSeparators(frame))]),
  // Comments are valid at any line.
  comments: eventProfile(({ event, data }) => [
    `: a comment\n\n:\nevent: ${event}\n: data: {"not":"data"}\ndata: ${data}\n:\n\n`,
  ]),
  'no-space': eventProfile(({ event, data }) => [`event:${event}\ndata:${data}\n\n`]),
  'data-lines': eventProfile(({ event, data }) => [
    `event: ${event}\n${inLines(data)
      .map((line) => `data: ${line}\n`)
      .join('')}\n`,
  ]),
  'split-data': eventProfile((frame) =>
    splitAt(frameText(frame), frameText(frame).indexOf('data:') + 'da'.length),
  ),
  'split-utf8': eventProfile((frame) => insideCharacters(frameText(withEllipsis(frame)))),
  'no-progress': eventProfile((frame) => (frame.event === 'progress' ? [] : [frameText(frame)])),
  'doubled-progress': eventProfile((frame) =>
    frame.event === 'progress' ? [frameText(frame), frameText(frame)] : [frameText(frame)],
  ),
  'doubled-result': eventProfile((frame) =>
    frame.event === 'result' ? [frameText(frame), frameText(frame)] : [frameText(frame)],
  ),
  malformed: eventProfile((frame) => [
    'no colon in this line\n\n',
    'data: {"message":\n\n',
    'event: progress\n\n',
    'unknown: field\nid\nretry: soon\n\n',
    frameText(frame),
  ]),
  'no-blank-line': eventProfile((frame) =>
    frame.event === 'result' ? [frameText(frame).replace(/\n$/, '')] : [frameText(frame)],
  ),
  'failed-result': { ...eventProfile((frame) => [frameText(frame)]), fails: 'SERVICE_UNAVAILABLE' },
  'cut-before-result': beforeResult('end'),
  'cut-in-result': inResult('end'),
  'reset-before-result': beforeResult('reset'),
  'reset-in-result': inResult('reset'),

  cut: { affects: 'bytes', transform: (source) => halfOf(source, 'end') },
  reset: { affects: 'bytes', transform: (source) => halfOf(source, 'reset') },
  'wrong-length': {
    affects: 'bytes',
    length: 'longer',
    async *transform(source) {
      for await (const piece of source) yield Buffer.from(piece);
      return 'close';
    },
  },
  dribble: { affects: 'bytes', transform: dribble },
  'not-json': { affects: 'bytes', transform: (source) => pageInstead(source) },
  'large-reply': { affects: 'json', transform: largeReply },
  'page-repeats': { ...repeatedPage(), ofRule: repeatedPage },
} satisfies Record<string, ReplyProfile>;

/** Rewrites a stream frame by frame. Each string of a frame becomes a piece of its own. */
function eventProfile(rewrite: (frame: Frame) => readonly (string | Buffer)[]): ReplyProfile {
  return {
    affects: 'events',
    async *transform(source, pause) {
      for await (const frame of framesIn(source)) yield* withPauses(rewrite(frame), pause);
      return 'end';
    },
  };
}

/** A correct reader skips a mark that begins a stream. */
function withByteOrderMark(): ReplyProfile {
  return {
    affects: 'events',
    async *transform(source) {
      let mark = '\uFEFF';
      for await (const frame of framesIn(source)) {
        yield Buffer.from(mark + frameText(frame));
        mark = '';
      }
      return 'end';
    },
  };
}

function beforeResult(ending: Ending): ReplyProfile {
  return { ...untilResult(ending, () => Buffer.alloc(0)), sends: (event) => event !== 'result' };
}

function inResult(ending: Ending): ReplyProfile {
  return untilResult(ending, (frame) => halved(Buffer.from(frameText(frame))));
}

function untilResult(ending: Ending, rewriteResult: (frame: Frame) => Buffer): ReplyProfile {
  return {
    affects: 'events',
    async *transform(source) {
      for await (const frame of framesIn(source))
        yield frame.event === 'result' ? rewriteResult(frame) : Buffer.from(frameText(frame));
      return ending;
    },
  };
}

const halved = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));

async function* withPauses(pieces: readonly (string | Buffer)[], pause: Pause): AsyncGenerator<Buffer, void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pause();
    yield Buffer.from(piece);
  }
}

/** Splits where JSON allows a line end: after the first brace and before the last. */
const inLines = (data: string): string[] => [data.slice(0, 1), data.slice(1, -1), data.slice(-1)];

const splitAt = (text: string, index: number): string[] => [text.slice(0, index), text.slice(index)];

/** Adds a multi-byte character, because the texts of the service are ASCII and could not be split inside one. */
const withEllipsis = ({ event, data }: Frame): Frame => ({
  event,
  data: event === 'progress' ? data.replace('...', '…') : data,
});

/** Adds characters to the first message or name of an event that JSON allows and that some readers take for line ends. */
const withSeparators = ({ event, data }: Frame): Frame => ({
  event,
  data: data.replace(/"(?:message|displayName)":"(?:[^"\\]|\\.)+/, (text) => `${text}\u2028\u0085`),
});

/** Ends a piece after the first byte of every multi-byte character. */
function insideCharacters(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte < 0xc0) continue;
    pieces.push(bytes.subarray(from, index + 1));
    from = index + 1;
  }
  return [...pieces, bytes.subarray(from)];
}

/** Half of the first piece: cuts a short reply in the middle and a long one near its start. */
async function* halfOf(source: Source, ending: Ending): Pieces {
  for await (const piece of source) {
    const bytes = Buffer.from(piece);
    if (bytes.length === 0) continue;
    yield halved(bytes);
    return ending;
  }
  return ending;
}

/** Eight bytes at a time. The pieces grow, so that long replies end in reasonable time. */
async function* dribble(source: Source, pause: Pause): Pieces {
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

/** The page of a proxy in place of the body. */
async function* pageInstead(source: Source): Pieces {
  for await (const _ of source);
  yield Buffer.from('<html><body><h1>Bad Gateway</h1></body></html>\n');
  return 'end';
}

const largeReplyBytes = 4_000_000;

/** Repeats the records of the first list until the reply is large. */
async function* largeReply(source: Source): Pieces {
  const whole = await buffer(source);
  const reply = parsed(whole);
  const data = isObject(reply) ? reply['data'] : reply;
  const list = [data, ...Object.values(isObject(data) ? data : {})].find(Array.isArray) as
    | unknown[]
    | undefined;
  const records = [...(list ?? [])];
  // A comma before each takes the place of two brackets.
  const recordBytes = Buffer.byteLength(JSON.stringify(records)) - 1;
  if (list && records.length > 0)
    for (let bytes = whole.length; bytes < largeReplyBytes; bytes += recordBytes) list.push(...records);
  yield list ? Buffer.from(JSON.stringify(reply)) : whole;
  return 'end';
}

/** Replies with the records of the page that it saw before. */
function repeatedPage(): ReplyProfile {
  let before: readonly unknown[] | undefined;
  return {
    affects: 'pages',
    async *transform(source) {
      const whole = await buffer(source);
      const reply = replyWithData(parsed(whole));
      const name = reply && listNameIn(reply.data);
      const last = before;
      if (reply && name !== undefined) before = reply.data[name] as unknown[];
      yield reply && name !== undefined && last
        ? Buffer.from(JSON.stringify({ ...reply, data: { ...reply.data, [name]: last } }))
        : whole;
      return 'end';
    },
  };
}

type ReplyWithData = Readonly<Record<string, unknown>> & { readonly data: Readonly<Record<string, unknown>> };

/** undefined for what is not JSON. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** undefined for a refusal. */
const replyWithData = (reply: unknown): ReplyWithData | undefined =>
  isObject(reply) && isObject(reply['data']) ? (reply as ReplyWithData) : undefined;

/** The records of a page are its only list. */
const listNameIn = (data: ReplyWithData['data']): string | undefined =>
  Object.keys(data).find((name) => Array.isArray(data[name]));
