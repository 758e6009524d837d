import type { PriceBook } from '../core/prices.ts';
import type { Served } from '../http/served.ts';
import type { Balances } from './balances.ts';
import type { Role } from './exchange.ts';
import type { Page } from './pages.ts';
import type { Subjects } from './subjects.ts';
import type { Send } from './wire.ts';
import type { TargetWords } from './words.ts';

/** What a run is given. */
export interface Verification {
  send: Send;
  wait: (ms: number) => Promise<unknown>;
  /** How long one call is asked again where the target answers 429. */
  patienceMs: number;
  /** The key of the run. */
  key: string;
  /** Further keys, for what only their accounts can meet. */
  roleKeys: Partial<Record<Role, string>>;
  /** Credits that the run may spend, of all keys together. */
  spend: number;
  /** What is known to exist at the target; what is missing is found on the way. */
  subjects: ReadonlyMap<string, string>;
  book: PriceBook;
  served: readonly Served[];
  words: TargetWords;
  /** The free operation that tells a balance. */
  probe: '/usage' | '/v2/apiStatus';
}

/** What a run knows so far. */
export interface Run extends Verification {
  /** Sends, and asks again where the target wants to be asked later. */
  patiently: Send;
  /** Whether the key of the run may use `fields`. */
  fractional: boolean;
  balances: Balances;
  known: Subjects;
  /** By exchange. */
  pages: Map<string, Page>;
  /** Every trace id that came. */
  traces: Set<string>;
}
