import type { KeyOrigin } from '../../keys/terms.ts';
import type { Entry } from '../ledger.ts';
import type { Allowance, Funds, Split } from '../rules.ts';

export interface AccountRow extends Funds {
  number: number;
  id: string;
  cycleMs: number;
  /** First use; null before. */
  anchorAt: number | null;
  /** The next renewal; null before the first use. */
  renewsAt: number | null;
  clockOffsetMs: number;
  /** How many entries there are, which is the id of the last one. */
  entries: number;
  /** JSON of the terms it opened with. */
  opening: string;
}

export interface KeyRow extends Allowance {
  number: number;
  id: string;
  secret: string;
  account: number;
  origin: KeyOrigin;
  /** JSON array of operations; null = every one. */
  allow: string | null;
  fractional: 0 | 1;
  testOnly: 0 | 1;
  rateCount: number | null;
  rateWindowMs: number | null;
  /** JSON of the terms it was created with. */
  opening: string;
}

export interface HoldRow extends Split {
  id: number;
  key: number;
  operation: string;
  rule: string | null;
  traceId: string;
  at: number;
}

export interface UsageRow {
  key: number;
  /** Days since 1970, UTC. */
  day: number;
  operation: string;
  requests: number;
  charged: number;
  credits: number;
}

export interface SnapshotRow {
  name: string;
  takenAt: number;
  bytes: number;
  content: string;
}

export type EntryRow = Entry & { account: number };
