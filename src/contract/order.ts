import { usedIn } from './balances.ts';
import type { Exchange } from './exchange.ts';
import { subjectsNeededBy } from './subjects.ts';

/**
 * Orders exchanges so that a run with a low spending cap still covers most operations: free exchanges first, then one
 * of each operation, the cheapest first, then a second of each, and so on. An exchange comes after those that find its
 * subjects and after the page that it is compared with.
 */
export function orderExchanges(exchanges: readonly Exchange[]): Exchange[] {
  const waiting = exchanges.map((exchange) => ({
    exchange,
    round: roundOf(exchange, exchanges),
    cost: costOf(exchange),
  }));
  waiting.sort((a, b) => a.round - b.round || a.cost - b.cost || compareNames(a.exchange, b.exchange));

  const ordered: Exchange[] = [];
  while (waiting.length > 0) {
    const ahead = new Set(waiting.flatMap(({ exchange }) => [exchange.name, ...subjectsFoundBy(exchange)]));
    const ready = waiting.findIndex(({ exchange }) =>
      prerequisitesOf(exchange).every((each) => !ahead.has(each)),
    );
    // If all wait for each other, the first goes ahead.
    ordered.push(...waiting.splice(Math.max(0, ready), 1).map(({ exchange }) => exchange));
  }
  return ordered;
}

/** The cost in the recorded reply. */
const costOf = ({ reply }: Exchange): number =>
  usedIn(reply.events?.at(-1)?.data ?? reply.body) ?? (Array.isArray(reply.body) ? 1 : 0);

/** 0 where it is free, else its rank within its operation: first those that find subjects, then by cost. */
function roundOf(exchange: Exchange, exchanges: readonly Exchange[]): number {
  if (costOf(exchange) === 0) return 0;
  const rank = (each: Exchange): number => (subjectsFoundBy(each).length > 0 ? 0 : 1);
  return exchanges.filter(
    (other) =>
      other.operation === exchange.operation &&
      costOf(other) > 0 &&
      (rank(other) - rank(exchange) || costOf(other) - costOf(exchange) || compareNames(other, exchange)) <=
        0,
  ).length;
}

const compareNames = (a: Exchange, b: Exchange): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** The subjects that the reply of an exchange gives. */
const subjectsFoundBy = ({ elsewhere }: Exchange): string[] =>
  typeof elsewhere === 'string' ? [] : Object.keys(elsewhere.gives ?? {});

/** Names of the subjects and exchanges that must come before it. */
function prerequisitesOf({ elsewhere }: Exchange): string[] {
  if (typeof elsewhere === 'string') return [];
  const { sameSearch } = elsewhere;
  return [...subjectsNeededBy(elsewhere), ...(sameSearch === undefined ? [] : [sameSearch])];
}

/**
 * Selects exchanges, and those that find their subjects.
 * @param only folders or single exchanges; none selects all
 */
export function selectExchanges(all: readonly Exchange[], only: readonly string[]): Exchange[] {
  const selected = new Set(
    all.filter(({ name }) => only.length === 0 || only.some((group) => isIn(name, group))),
  );
  // Iterating a set also visits elements that are added on the way.
  for (const exchange of selected) {
    const needed = prerequisitesOf(exchange);
    for (const other of all)
      if ([other.name, ...subjectsFoundBy(other)].some((each) => needed.includes(each))) selected.add(other);
  }
  return [...selected];
}

/** Whether an exchange is this group or below it. */
export const isIn = (name: string, group: string): boolean =>
  name === group.replace(/\.json$/, '') || name.startsWith(`${group.replace(/\/$/, '')}/`);
