import type { CallSite } from '../core/call-site.ts';
import type { Millicredits } from '../core/credits.ts';
import type { JournalInput } from '../journal/entry.ts';

/** A request whose reply is complete, or a stream that begins, as the report counts it. */
export interface TallyInput {
  readonly request: JournalInput;
  /** Its id in the journal; set when it was recorded. */
  id: number;
  /** The body as text; undefined if it or the URL is too large to compare. Set when it was recorded. */
  body: string | null | undefined;
  /** Milliseconds of `performance.now()`. */
  readonly arrivedAt: number;
  readonly repliedAt: number;
  /** The parameters in the neutral words; undefined if nothing read them. */
  readonly given: unknown;
  /** The names of `given`: to list those of a large body costs a third of its parse. */
  readonly givenNames: readonly string[];
  /** Bits of `factBit`. */
  readonly factBits: number;
  /** The items of a page; once they were counted, the ids by which a client can look them up. */
  items: readonly unknown[] | undefined;
  /** A test delayed the reply, or changed one that is no refusal. */
  readonly isChanged: boolean;
  /** A key was sent in the URL or the body. */
  readonly keyOutside: boolean;
  /** The test that a header names, else that of the key. */
  readonly test: string | null;
  /** null before the key is recognised. */
  readonly caller: { readonly account: string; readonly unlimited: boolean } | null;
  /** The value of the key header. */
  readonly secret: unknown;
  /** Once a finding shows the request. */
  evidence?: Evidence;
}

/** A counted request, in what a report needs to show it when the journal is gone. Its texts are redacted. */
export interface Evidence {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  /** JSON; null without a body. */
  readonly body: string | null;
  readonly keyId: string | null;
  readonly test: string | null;
  readonly callSite: CallSite | null;
  readonly status: number;
  /** A stream may fail, and is charged, after it was counted. */
  code: string | null;
  credits: Millicredits;
}
