import { shortText } from './call-name.ts';
import type { EvidenceList } from './evidence.ts';
import { noCells } from './met-cells.ts';
import type { Evidence, TallyInput } from './tally-input.ts';

/** The calls of one key to one operation: the latest one, and what the rules need about those before. */
export interface RequestChain {
  /** The cells of the latest reply; none if it was an ordinary success. */
  cells: readonly number[];
  /** The latest request in the journal. */
  id: number;
  /** The latest request as `sentText` has it; undefined if it was too large to compare. */
  sent: string | undefined;
  repliedAt: number;
  /** The calls whose latest reply was a refusal, by name. Clients interleave their calls, so neighbours prove nothing. */
  readonly refused: Map<string, RefusedCall>;
  /** Calls that succeeded, by what makes them the same. */
  readonly calls: KnownCalls;
  /** The creators whose whole records were paid, by which requests, until a call for `fields` of them. */
  readonly wholeRecords: Map<string, EvidenceList>;
}

/** A call that was refused, and was sent again or not. */
export interface RefusedCall {
  /** The cell of the latest refusal. */
  cell: number;
  repliedAt: number;
  /** The first refusal in turn. */
  readonly firstRepliedAt: number;
  /** Requests that were on their way before the first refusal: several workers send the same. */
  lanes: number;
  /** Requests after it. */
  retries: number;
  /** Milliseconds before the latest retry, and waits in turn that did not grow. */
  lastWait: number;
  flatWaits: number;
  isInjected: boolean;
  /** A header forced the refusal. */
  isPreferred: boolean;
  /** `changes` of the key at the refusal. */
  changes: number;
  test: string | null;
  /** A 503 that was not asked again yet. */
  unretried503: Evidence | undefined;
}

export const newRequestChain = (): RequestChain => ({
  cells: noCells,
  id: 0,
  sent: undefined,
  repliedAt: 0,
  refused: new Map(),
  calls: new Map(),
  wholeRecords: new Map(),
});

/** Calls by their body, or by their URL if they have none. */
export type KnownCalls = Map<string, KnownCall>;

export interface KnownCall {
  /** When it succeeded last, on the caller's clock. */
  readonly at: number;
  readonly test: string | null;
  /** `changes` of the key then. */
  readonly changes: number;
  /** Its parameters broke no rule, so they are not checked again. */
  readonly isClean: boolean;
}

/** Whether a request repeats the latest one of a chain, which had been answered when it arrived. */
export const isRepeat = (chain: RequestChain, sent: string | undefined, arrivedAt: number): boolean =>
  sent !== undefined && chain.sent === sent && arrivedAt >= chain.repliedAt;

/** @returns undefined if it is too large to compare */
export const sentText = ({ request: { method, url }, body }: TallyInput): string | undefined =>
  body === undefined ? undefined : shortText(`${method} ${url} ${body ?? ''}`);
