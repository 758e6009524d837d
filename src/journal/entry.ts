import { Buffer } from 'node:buffer';
import type { CallSite } from '../core/call-site.ts';
import type { Millicredits } from '../core/credits.ts';
import type { Matchable } from '../core/match.ts';

/** One request to the emulated service and its outcome, as the journal shows it. */
export interface JournalEntry {
  /** 1, 2, 3 … since the start or the last full reset; by the clock where counts must tell nothing. */
  readonly id: number;
  /** When it arrived, on the caller's clock. */
  readonly at: number;
  /** When it arrived in real time. */
  readonly realAt: number;
  /** The id of the key that was sent, recognised or not; null without a key. */
  readonly keyId: string | null;
  /** null on an unknown path. */
  readonly operation: string | null;
  readonly method: string;
  /** Path and query, cut at 2,048 characters. */
  readonly url: string;
  /** JSON, cut at 2 kB; null without a readable body. */
  readonly body: { readonly text: string; readonly cut: boolean } | null;
  readonly status: number;
  /** null on an unknown path. */
  readonly traceId: string | null;
  /** The cause of a forced answer; null on an ordinary one. */
  readonly injected: string | null;
  readonly notes: readonly string[];
  /** The client's code that made it; absent if no header names it. */
  readonly callSite?: CallSite | undefined;
  /** Ids of the decisions that the answer relies on; a stream may add more until its end. */
  decisions: readonly string[];
  /**
   * `errorCode` of generation 3 or the error string of generation 2; null on success and on unknown paths. A
   * stream may fail after it began.
   */
  errorCode: string | null;
  /** Charged so far: a stream is charged at its result. */
  credits: Millicredits;
  durationMs: number;
}

/** A request as it is handed to the journal. */
export type JournalInput = Omit<JournalEntry, 'id' | 'body'> & { readonly body: unknown };

/** A request as the journal shows it. */
export const entryOf = ({ body, ...input }: JournalInput, id: number): JournalEntry => ({
  ...input,
  id,
  url: cutUrl(input.url),
  notes: notesWithUrl(input.notes, input.url),
  body: body === undefined ? null : cutBody(body),
});

/** A recorded request for matchers. Its body is parsed only when a match needs it; a cut body counts as absent. */
export const matchableOf = ({ keyId, operation, method, url, body }: JournalEntry): Matchable => ({
  keyId,
  operation,
  method,
  url,
  get body() {
    return body === null || body.cut ? undefined : (JSON.parse(body.text) as unknown);
  },
});

export const maxUrlCharacters = 2_048;

/** A slice would keep the whole original string in memory; a copy does not. */
export const cutUrl = (url: string): string =>
  url.length > maxUrlCharacters ? Buffer.from(url.slice(0, maxUrlCharacters)).toString() : url;

/** The notes of a request; a cut URL adds one. */
export function notesWithUrl(notes: readonly string[], url: string): readonly string[] {
  if (url.length > maxUrlCharacters) return [...notes, `${urlNote}${url.length} characters.`];
  return notes.length === 0 ? noNotes : notes;
}

const urlNote = 'The URL has ';

export const isUrlCut = ({ notes }: Pick<JournalEntry, 'notes'>): boolean =>
  notes.some((note) => note.startsWith(urlNote));

/** Most requests have none: they share one list. */
const noNotes: readonly string[] = [];

/** Replaces a body that is nested too deeply for JSON. */
export const tooDeep = 'nested too deeply to be shown';
/** How much of a body is stored. */
export const maxBodyBytes = 2_048;

export function cutBody(body: unknown): { text: string; cut: boolean } {
  const text = bodyText(body);
  // a UTF-16 unit takes at most 3 bytes, so most bodies need no counting
  if (text.length * 3 <= maxBodyBytes || Buffer.byteLength(text) <= maxBodyBytes) return { text, cut: false };
  const bytes = Buffer.from(text.slice(0, maxBodyBytes));
  let end = maxBodyBytes;
  // do not cut within a character
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.toString('utf8', 0, end), cut: true };
}

/** A body nested deeper than the stack allows must not break the answer to it. */
function bodyText(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    return JSON.stringify(tooDeep);
  }
}
