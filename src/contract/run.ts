import type { PriceBook } from '../core/prices.ts';
import type { ServedRoute } from '../service/http/served.ts';
import type { Balances } from './balances.ts';
import type { Elsewhere, Exchange, ExchangeRequest } from './exchange.ts';
import type { Probe, Role } from './generations.ts';
import type { SearchPage } from './pages.ts';
import { maxCostOf } from './prices.ts';
import { type Subjects, subjectsNeededBy, withSubjects } from './subjects.ts';
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

/** An exchange that is ready for replay at this target. */
export interface Prepared {
  elsewhere: Elsewhere;
  /** With subjects that exist there. */
  request: ExchangeRequest;
  key: string | undefined;
  /** The key whose balance is checked, and the upper bound of the cost, in credits; undefined where none is. */
  checked: { account: string; maxCost: number } | undefined;
}

/** @returns the reason where the exchange must be skipped */
export function prepare(run: Run, exchange: Exchange): Prepared | { reason: string } {
  const { elsewhere, account, before = [] } = exchange;
  if (typeof elsewhere === 'string') return { reason: elsewhere };
  const { role } = elsewhere;
  const own = role === undefined || role === (run.fractional ? 'fractional' : 'standard');
  const payer = own ? run.key : run.roleKeys[role];
  if (role !== undefined && account !== undefined && payer === undefined)
    return {
      reason: `no key of an account that is ${role} (CREATOR_SANDBOX_TARGET_KEY_${role.toUpperCase()})`,
    };
  if (subjectsNeededBy(elsewhere).some((subject) => !run.known.has(subject)))
    return { reason: 'nothing was found there that it could ask about' };
  const request = withSubjects(exchange.request, elsewhere, run.known);
  if (account === undefined) return { elsewhere, request, key: exchange.key, checked: undefined };
  const maxCost = [...before, request].reduce((sum, each) => sum + maxCostOf(run.book, each), 0);
  if (run.balances.spent + maxCost > run.spend)
    return { reason: 'the spending cap leaves too little (--spend)' };
  const checked = meetsRateLimit(exchange) ? undefined : { account: payer as string, maxCost };
  return { elsewhere, request, key: payer, checked };
}

/** Sends again after 429, with growing pauses, until the time of one call is over (contract 7.1). */
export const withRetry =
  ({ send, wait, retryForMs }: Pick<Verification, 'send' | 'wait' | 'retryForMs'>): Send =>
  async (request) => {
    let waitedMs = 0;
    for (let pauseMs = 500; ; pauseMs *= 2) {
      const reply = await send(request);
      if (waitedMs + pauseMs > retryForMs || !isRateLimit(reply.status, reply.text)) return reply;
      await wait(pauseMs);
      waitedMs += pauseMs;
    }
  };

/** Whether an exchange expects the rate limit: then a retry, or a request for the balance, would spoil it. */
export const meetsRateLimit = ({ reply }: Exchange): boolean =>
  isRateLimit(reply.status, JSON.stringify(reply.body));

const isRateLimit = (status: number, body = ''): boolean => status === 429 || body.includes('"QuotaRate"');
