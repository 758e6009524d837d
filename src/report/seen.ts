import type { Entered } from '../journal/recorded.ts';

/** A request whose reply is complete, or a stream that begins, as the report counts it. */
export interface Seen {
  readonly entered: Entered;
  /** Its id in the journal. */
  readonly id: number;
  /** Milliseconds of `performance.now()`. */
  readonly arrivedAt: number;
  readonly repliedAt: number;
  /** The parameters in the neutral words; undefined if nothing read them. */
  readonly given: unknown;
  /** Bits of `fact`. */
  readonly facts: number;
  /** The items of a page. */
  readonly items: readonly unknown[] | undefined;
  /** The body as text; undefined if it is too large to compare. */
  readonly body: string | null | undefined;
  /** A key was sent in the URL or the body. */
  readonly keyOutside: boolean;
  /** The test that a header names. */
  readonly test: string | undefined;
  /** null before the key is recognised. */
  readonly caller: { readonly account: string; readonly unlimited: boolean } | null;
  /** The label of a key that describes itself. Read at the first request of a key only. */
  readonly label: () => string | null;
  /** Whether an unknown key could be one of the paid service. Read at the first request of a key only. */
  readonly looksReal: () => boolean;
}
