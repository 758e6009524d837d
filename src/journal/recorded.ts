import { Buffer } from 'node:buffer';
import type { Millicredits } from '../core/credits.ts';
import type { Matchable } from '../core/match.ts';
import type { Owned } from './kept.ts';

/** One request to the emulated service and what became of it. */
export interface Recorded extends Owned {
  /** 1, 2, 3 … since the start or the last whole reset. */
  readonly id: number;
  /** When it arrived, on the caller's clock. */
  readonly at: number;
  /** Of the key that was sent, recognised or not; null where there was none. */
  readonly keyId: string | null;
  /** null on an unknown path. */
  readonly operation: string | null;
  readonly method: string;
  /** Path and query, cut at 2,048 characters. */
  readonly url: string;
  /** JSON, cut at 2 kB; null where there was none that could be read. */
  readonly body: { readonly text: string; readonly cut: boolean } | null;
  readonly status: number;
  /** null on an unknown path. */
  readonly traceId: string | null;
  /** What forced the answer; null on one that was earned. */
  readonly injected: string | null;
  readonly notes: readonly string[];
  /** Ids of the decisions that the answer leans on; of a stream more may come until its end. */
  decisions: readonly string[];
  /**
   * `errorCode` of generation 3 or the error string of generation 2; null on success and on unknown paths. A
   * stream may fail after it began.
   */
  errorCode: string | null;
  /** Charged so far: a stream is paid at its result. */
  credits: Millicredits;
  durationMs: number;
}

/** What is written down of a request; the rest follows from it. */
export type Entered = Omit<Recorded, 'id' | 'owner' | 'body'> & { readonly body: unknown };

export function recordedOf(id: number, { body, url, notes, ...entered }: Entered): Recorded {
  return {
    ...entered,
    id,
    owner: entered.keyId ?? '',
    url: url.length > mostCharacters ? copied(url.slice(0, mostCharacters)) : url,
    notes: url.length > mostCharacters ? [...notes, `The URL has ${url.length} characters.`] : notes,
    body: body === undefined ? null : cutBody(textOf(body)),
  };
}

/** What a matcher sees; a body is parsed only where a match asks for it, and what was cut cannot be. */
export const seen = ({ keyId, operation, method, url, body }: Recorded): Matchable => ({
  keyId,
  operation,
  method,
  url,
  get body() {
    return body === null || body.cut ? undefined : (JSON.parse(body.text) as unknown);
  },
});

const mostCharacters = 2_048;

/** A body may be nested deeper than the stack can follow; what a client sent must never break its answer. */
function textOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    return JSON.stringify(tooDeep);
  }
}

/** Stands in the place of a body that nobody can follow. */
export const tooDeep = 'nested too deeply to be shown';
/** So much is kept of a body. */
export const mostBodyBytes = 2_048;

function cutBody(text: string): Recorded['body'] {
  // a byte is at least what a character takes, so most bodies need no counting
  if (text.length * 3 <= mostBodyBytes || Buffer.byteLength(text) <= mostBodyBytes)
    return { text, cut: false };
  const bytes = Buffer.from(text.slice(0, mostBodyBytes));
  let end = Math.min(mostBodyBytes, bytes.length);
  // not within a character
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.toString('utf8', 0, end), cut: true };
}

/** A slice keeps its whole original alive; this does not. */
const copied = (text: string): string => Buffer.from(text).toString();
