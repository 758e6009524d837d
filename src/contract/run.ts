import type { PriceBook } from '../core/prices.ts';
import type { ServedRoute } from '../service/http/served.ts';
import type { Balances } from './balances.ts';
import type { Probe } from './generations.ts';
import type { SearchPage } from './pages.ts';
import type { Role } from './roles.ts';
import type { Subjects } from './subjects.ts';
import type { Send } from './wire.ts';
import type { TargetWords } from './words.ts';

/** Inputs of a run. */
export interface Verification {
  send: Send;
  wait: (ms: number) => Promise<unknown>;
  /** How long one call is retried while the target answers 429. */
  retryForMs: number;
  /** The key of the run. */
  key: string;
  /** Further keys, for exchanges that need such accounts. */
  roleKeys: Partial<Record<Role, string>>;
  /** Credits that all keys together may spend. */
  spend: number;
  /** Values of subjects that exist at the target; the run finds missing ones itself. */
  subjects: ReadonlyMap<string, string>;
  book: PriceBook;
  served: readonly ServedRoute[];
  words: TargetWords;
  /** Path of the free operation that reports a balance. */
  probe: Probe;
}

/** State of a run. */
export interface Run extends Verification {
  sendWithRetry: Send;
  /** Whether the key of the run may use `fields`. */
  fractional: boolean;
  balances: Balances;
  known: Subjects;
  /** Pages received, by exchange. */
  pages: Map<string, SearchPage>;
  /** Trace ids received. */
  traces: Set<string>;
}
