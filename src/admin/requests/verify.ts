import { type Static, Type } from '@sinclair/typebox';
import { formatCount, formatTimes } from '../../core/count.ts';
import { toCredits } from '../../core/credits.ts';
import { Match } from '../../core/match.ts';
import { closedAs } from '../../core/schema.ts';
import { type Yielding, yieldToLoop } from '../../core/yield-to-loop.ts';
import type { JournalView } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { Problem, problems, problemWith } from '../problem.ts';
import { maxMatchBytes } from '../values.ts';
import {
  bounds,
  type CountBounds,
  CreditBounds,
  checkBounds,
  Expected,
  isWithin,
  missedBound,
  Unmet,
  unmetCount,
} from './count-bounds.ts';
import { criteria } from './criteria.ts';
import { journalOf, requireJournal } from './journal-of.ts';
import { type Selection, type SelectionDeps, selectRequests } from './select-requests.ts';

const Check = Type.Object(
  {
    ...criteria,
    ...bounds,
    credits: Type.Optional(CreditBounds),
    order: Type.Optional(
      Type.Array(Match, {
        minItems: 2,
        maxItems: 20,
        description:
          'In place of `match`: matches that are all met in this order, by their first requests. With bounds: the number of times that they come one after the other.',
      }),
    ),
  },
  closedAs('Check'),
);

const Verified = Type.Object(
  {
    expected: Expected,
    actual: Type.Integer(),
    credits: Type.Optional(Type.Number({ description: 'The cost of the matching requests.' })),
    forgotten: Type.Integer(),
  },
  closedAs('Verified'),
);

/** Checks what clients did. */
export function addVerifyRoute(app: Scope, deps: SelectionDeps): void {
  app.post(
    '/verify',
    {
      bodyLimit: maxMatchBytes,
      schema: {
        summary:
          'Checks how many requests match: 200, or 422 with the expected and actual number and the nearest requests.',
        body: Check,
        response: { 200: Verified, ...problems(404, 409), ...problemWith(422, Type.Partial(Unmet)) },
      },
    },
    async ({ body: { exactly, atLeast, atMost, credits, order, match, ...conditions } }) => {
      const given = {
        ...(exactly !== undefined && { exactly }),
        ...(atLeast !== undefined && { atLeast }),
        ...(atMost !== undefined && { atMost }),
      };
      if (order) return checkOrder(deps, order, given, { match, credits, ...conditions });
      if (!match && conditions.filter === undefined)
        throw new Problem(422, "Give 'match', 'filter' or 'order'.");
      const selection = await selectRequests(deps, { ...(match && { match }), ...conditions });
      return credits === undefined
        ? checkCount(selection, checkBounds(given))
        : checkCredits(selection, credits, given);
    },
  );
}

async function checkCount(selection: Selection, expected: CountBounds): Promise<Static<typeof Verified>> {
  const actual = await selection.count();
  if (!isWithin(expected, actual)) throw await unmetCount(422, expected, actual, selection);
  return { expected, actual, forgotten: selection.forgotten() };
}

/** Checks the cost of the requests, and their number if there are bounds for it. */
async function checkCredits(
  selection: Selection,
  credits: Static<typeof CreditBounds>,
  bounds: CountBounds,
): Promise<Static<typeof Verified>> {
  const { exactly, atMost } = credits;
  if ((exactly === undefined) === (atMost === undefined))
    throw new Problem(422, "'credits' takes either 'exactly' or 'atMost'.");
  if (Object.keys(bounds).length > 0) await checkCount(selection, checkBounds(bounds));
  const matching = await selection.first(Number.POSITIVE_INFINITY);
  const found = {
    expected: { ...bounds, credits },
    actual: matching.length,
    credits: toCredits(matching.reduce((sum, { credits }) => sum + credits, 0)),
    forgotten: selection.forgotten(),
  };
  const bound = (exactly ?? atMost) as number;
  if (exactly === undefined ? found.credits <= bound : found.credits === bound) return found;
  const relation = exactly === undefined ? 'at most' : 'exactly';
  throw new Problem(
    422,
    `Credits of matching requests: expected ${relation} ${bound}, found ${found.credits}.`,
    {
      ...found,
      nearest: [],
      lines: [
        `expected  ${relation} ${formatCount(bound, 'credit')} for requests with ${selection.inWords || 'any terms'}`,
        `found     ${formatCount(found.credits, 'credit')} for ${matching.length} of them`,
      ],
    },
  );
}

/** Checks that requests came one after the other. @param rest of the check, none of which goes with an order */
async function checkOrder(
  deps: SelectionDeps,
  order: readonly Match[],
  bounds: CountBounds,
  rest: object,
): Promise<Static<typeof Verified>> {
  const extra = Object.entries(rest).find(([, value]) => value !== undefined);
  if (extra) throw new Problem(422, `'order' cannot be combined with '${extra[0]}'.`);
  const selections = await Promise.all(order.map((match) => selectRequests(deps, { match })));
  requireJournal(deps);
  const journal = await journalOf(deps);
  const { firsts, rounds } = await yieldToLoop(walkOrder(journal, selections), deps);
  const forgotten = journal.forgotten();
  const found = { expected: { ...bounds, order: [...order] }, actual: rounds, forgotten };
  if (Object.keys(bounds).length > 0) {
    if (isWithin(checkBounds(bounds), rounds)) return found;
    const [relation, bound] = missedBound(bounds, rounds);
    throw new Problem(422, `The requests came one after the other ${formatTimes(rounds)}.`, {
      ...found,
      nearest: [],
      lines: [`expected  ${relation} ${formatTimes(bound)}`, `found     ${formatTimes(rounds)}`],
    });
  }
  const missing = firsts.indexOf(-1);
  const early = firsts.findIndex((first, n) => n > 0 && first <= (firsts[n - 1] as number));
  if (missing === -1 && early === -1) return found;
  const why =
    missing === -1
      ? `match ${early + 1} was met before match ${early}`
      : `no request meets match ${missing + 1}`;
  const lines = selections
    .slice(0, maxOrderLines)
    .map(
      ({ inWords }, n) =>
        `${n + 1}. ${inWords}: ${firsts[n] === -1 ? 'no request' : `first as request ${(firsts[n] as number) + 1} of the journal`}`,
    );
  throw new Problem(422, `Expected an order of requests, but ${why}.`, { ...found, nearest: [], lines });
}

/** Ten lines with the sentence before them. */
const maxOrderLines = 9;

/** The place of the first request of each selection, and how often the selections came one after the other. */
function* walkOrder(
  journal: JournalView,
  selections: readonly Selection[],
): Yielding<{ firsts: readonly number[]; rounds: number }> {
  const firsts = selections.map(() => -1);
  let met = 0;
  let place = 0;
  for (const entry of journal.all()) {
    for (const [n, selection] of selections.entries())
      if (firsts[n] === -1 && selection.matches(entry)) firsts[n] = place;
    if (selections[met % selections.length]?.matches(entry)) met += 1;
    place += 1;
    yield;
  }
  return { firsts, rounds: Math.floor(met / selections.length) };
}
