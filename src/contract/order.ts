import { usedIn } from './balances.ts';
import type { Exchange } from './exchange.ts';
import { neededBy } from './subjects.ts';

/**
 * The order in which a run plays exchanges, so that a low spending cap still shows most: first what costs nothing,
 * then one of each operation, the cheapest first, then another one of each. What finds a subject, or shows the page
 * that another one is compared with, comes before whoever needs it.
 */
export function inOrder(exchanges: readonly Exchange[]): Exchange[] {
  const waiting = exchanges.map((exchange) => ({
    exchange,
    round: roundOf(exchange, exchanges),
    cost: costOf(exchange),
  }));
  waiting.sort((a, b) => a.round - b.round || a.cost - b.cost || byName(a.exchange, b.exchange));

  const ordered: Exchange[] = [];
  while (waiting.length > 0) {
    const ahead = new Set(waiting.flatMap(({ exchange }) => [exchange.name, ...givenBy(exchange)]));
    const ready = waiting.findIndex(({ exchange }) => awaitedBy(exchange).every((each) => !ahead.has(each)));
    // Two that wait for each other would wait for ever.
    ordered.push(...waiting.splice(Math.max(0, ready), 1).map(({ exchange }) => exchange));
  }
  return ordered;
}

/** What it cost when it was recorded. */
const costOf = ({ reply }: Exchange): number =>
  usedIn(reply.events?.at(-1)?.data ?? reply.body) ?? (Array.isArray(reply.body) ? 1 : 0);

/** 0 of what is free, otherwise its place among those of its operation; what others need comes first. */
function roundOf(exchange: Exchange, exchanges: readonly Exchange[]): number {
  if (costOf(exchange) === 0) return 0;
  const gives = (each: Exchange): number => (givenBy(each).length > 0 ? 0 : 1);
  return exchanges.filter(
    (other) =>
      other.operation === exchange.operation &&
      costOf(other) > 0 &&
      (gives(other) - gives(exchange) || costOf(other) - costOf(exchange) || byName(other, exchange)) <= 0,
  ).length;
}

const byName = (a: Exchange, b: Exchange): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** The subjects that an exchange finds. */
export const givenBy = ({ elsewhere }: Exchange): string[] =>
  typeof elsewhere === 'string' ? [] : Object.keys(elsewhere.gives ?? {});

/** Subjects and exchanges that have to come before it. */
export function awaitedBy({ elsewhere }: Exchange): string[] {
  if (typeof elsewhere === 'string') return [];
  const { sameSearch } = elsewhere;
  return [...neededBy(elsewhere), ...(sameSearch === undefined ? [] : [sameSearch])];
}
