import type { Call, ClientRule, Found, SeenCall, Watch } from '../call.ts';
import { evidenceOf } from '../evidence.ts';
import { createLatestEntries } from '../latest-entries.ts';
import { maxSearches } from '../pages.ts';

/** Orders of one search that are watched. */
const maxOrders = 8;

/** A client that reads a search in several orders begins each of them at its start. */
export const pageWithOtherSort: ClientRule = {
  severity: 'error',
  sentence: 'Keep the same sort while paging: another sort between pages repeats and skips records.',
  help: 'Set `sortBy` and `desc` once, before the first page.',
  watch: watchOrders,
};

/** By order, its first page. */
type Orders = Map<string, { offset: number; call: SeenCall }>;

function watchOrders(found: Found): Watch {
  const searches = createLatestEntries<Orders>(maxSearches, (orders) => judgeOrders(orders, found));
  return {
    judge(calls) {
      for (const call of calls) if (call.page) notePage(call, call.page);
    },
    undecided(found) {
      for (const orders of searches.values()) judgeOrders(orders, found);
    },
  };

  function notePage({ input, operation }: Call, { search, order, offset }: NonNullable<Call['page']>): void {
    const orders: Orders = searches.get(search) ?? new Map();
    if (orders.size === 0) searches.set(search, orders);
    const known = orders.get(order);
    if (known ? known.offset <= offset : orders.size >= maxOrders) return;
    orders.set(order, { offset, call: { evidence: evidenceOf(input), operation } });
  }
}

/** Finds the orders in which the client went on where it had left another one. */
function judgeOrders(orders: Orders, found: Found): void {
  const lowest = Math.min(...[...orders.values()].map(({ offset }) => offset));
  for (const { offset, call } of orders.values()) if (offset > lowest) found(call);
}
