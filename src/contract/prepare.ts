import type { Elsewhere, Exchange, ExchangeRequest } from './exchange.ts';
import { mayCost } from './prices.ts';
import { meetsRateLimit } from './retry.ts';
import type { Run } from './run.ts';
import { neededBy, withSubjects } from './subjects.ts';

/** How an exchange is played at this target. */
export interface Plan {
  elsewhere: Elsewhere;
  /** About what exists there. */
  request: ExchangeRequest;
  key: string | undefined;
  /** The key again where its balance is followed. */
  account: string | undefined;
  /** The most that it may cost, in credits. */
  most: number;
}

/** @returns why an exchange is left out, where it is */
export function planOf(run: Run, exchange: Exchange): Plan | { reason: string } {
  const { elsewhere, account, before = [] } = exchange;
  if (typeof elsewhere === 'string') return { reason: elsewhere };
  const { role } = elsewhere;
  const own = role === undefined || role === (run.fractional ? 'fractional' : 'standard');
  const payer = own ? run.key : run.roleKeys[role];
  if (account !== undefined && payer === undefined)
    return { reason: `no key of an account that is ${role} (--as ${role}=<key>)` };
  if (neededBy(elsewhere).some((subject) => !run.known.has(subject)))
    return { reason: 'nothing was found there that it could ask about (--subject)' };
  const request = withSubjects(exchange.request, elsewhere, run.known);
  if (account === undefined) return { elsewhere, request, key: exchange.key, account: undefined, most: 0 };
  const most = [...before, request].reduce((sum, each) => sum + mayCost(run.book, each), 0);
  if (run.balances.spent + most > run.spend)
    return { reason: 'the spending cap leaves too little (--spend)' };
  return { elsewhere, request, key: payer, account: meetsRateLimit(exchange) ? undefined : payer, most };
}
