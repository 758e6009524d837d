import type { SearchPages } from './pages.ts';
import type { RequestChain } from './request-chain.ts';
import { emptyTallyRow, type TallyRow } from './tally-rows.ts';

/** One key: its sums, and its calls by operation. */
export interface KeyTally extends TallyRow {
  /** It stands for several keys, so its calls say nothing about each other. */
  readonly isShared: boolean;
  /** The name in the key itself. */
  label: string | null;
  looksReal: boolean;
  /** By the number of the operation. */
  readonly chains: (RequestChain | undefined)[];
  /** How often an admin call changed the key or its account. */
  changes: number;
  /** When its latest reply left, in milliseconds of `performance.now()`. */
  repliedAt: number;
  /** The id of its latest request in the journal. */
  latest: number;
  /** Its latest request, if it was refused: the id in the journal (0 = it was not) and its trace id. */
  failed: number;
  failedTrace: string | null;
  /** The pages of its latest search. */
  pages: SearchPages | undefined;
}

export const newKeyTally = (isShared: boolean): KeyTally => ({
  ...emptyTallyRow(),
  isShared,
  label: null,
  looksReal: false,
  chains: [],
  changes: 0,
  repliedAt: 0,
  latest: 0,
  failed: 0,
  failedTrace: null,
  pages: undefined,
});
