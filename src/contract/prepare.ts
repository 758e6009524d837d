import type { Elsewhere, Exchange, ExchangeRequest } from './exchange.ts';
import { maxCostOf } from './prices.ts';
import { meetsRateLimit } from './retry.ts';
import type { Run } from './run.ts';
import { subjectsNeededBy, withSubjects } from './subjects.ts';

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
  if (account !== undefined && payer === undefined)
    return { reason: `no key of an account that is ${role} (--as ${role}=<key>)` };
  if (subjectsNeededBy(elsewhere).some((subject) => !run.known.has(subject)))
    return { reason: 'nothing was found there that it could ask about (--subject)' };
  const request = withSubjects(exchange.request, elsewhere, run.known);
  if (account === undefined) return { elsewhere, request, key: exchange.key, checked: undefined };
  const maxCost = [...before, request].reduce((sum, each) => sum + maxCostOf(run.book, each), 0);
  if (run.balances.spent + maxCost > run.spend)
    return { reason: 'the spending cap leaves too little (--spend)' };
  const checked = meetsRateLimit(exchange) ? undefined : { account: payer as string, maxCost };
  return { elsewhere, request, key: payer, checked };
}
