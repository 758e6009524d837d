import { type Static, Type } from '@sinclair/typebox';
import { formatCount } from '../../core/count.ts';
import { Match } from '../../core/match.ts';
import { closed, closedAs } from '../../core/schema.ts';
import { shortenedText } from '../../core/values.ts';
import type { JournalEntry } from '../../journal/entry.ts';
import { Problem } from '../problem.ts';
import { NearRequest, requestView } from './request-view.ts';
import type { Selection } from './select-requests.ts';

const CountBound = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description }));

export const bounds = {
  exactly: CountBound('Not together with the others.'),
  atLeast: CountBound('Alone or together with atMost.'),
  atMost: CountBound('Alone or together with atLeast.'),
};
const CountBounds = Type.Object(bounds, closed);
export type CountBounds = Static<typeof CountBounds>;

export const CreditBounds = Type.Object(
  {
    exactly: Type.Optional(Type.Number({ minimum: 0, description: 'Credits; not together with atMost.' })),
    atMost: Type.Optional(Type.Number({ minimum: 0, description: 'Credits.' })),
  },
  { ...closedAs('CreditBounds'), description: 'Bounds on the cost of all matching requests together.' },
);

export const Expected = Type.Object(
  { ...bounds, credits: Type.Optional(CreditBounds), order: Type.Optional(Type.Array(Match)) },
  closedAs('Expected'),
);

/** Further members of a problem about the number of requests. */
export const Unmet = Type.Object({
  expected: Expected,
  actual: Type.Integer(),
  credits: Type.Optional(Type.Number()),
  forgotten: Type.Integer(),
  nearest: Type.Array(NearRequest, {
    description: 'The three that differ least; of equal ones the newest first.',
  }),
  lines: Type.Array(Type.String(), {
    description: 'The same in words, at most ten lines: expected, found, the nearest with their differences.',
  }),
});

/** @throws Problem 422 for bounds that no number can meet */
export function checkBounds(bounds: CountBounds): CountBounds {
  const { exactly, atLeast, atMost } = bounds;
  if (exactly === undefined && atLeast === undefined && atMost === undefined)
    throw new Problem(422, "Give 'exactly', 'atLeast' or 'atMost'.");
  if (exactly !== undefined && (atLeast !== undefined || atMost !== undefined))
    throw new Problem(422, "'exactly' cannot be combined with 'atLeast' or 'atMost'.");
  if ((atLeast ?? 0) > (atMost ?? Number.POSITIVE_INFINITY))
    throw new Problem(422, "'atLeast' is more than 'atMost'.");
  return bounds;
}

export const isWithin = (bounds: CountBounds, actual: number): boolean => {
  const { least, most } = rangeOf(bounds);
  return actual >= least && actual <= most;
};

const rangeOf = ({ exactly, atLeast, atMost }: CountBounds) => ({
  least: exactly ?? atLeast ?? 0,
  most: exactly ?? atMost ?? Number.POSITIVE_INFINITY,
});

/** The bound that a number does not meet: `at least`, 2. */
export function missedBound(bounds: CountBounds, actual: number): [relation: string, bound: number] {
  const { least, most } = rangeOf(bounds);
  if (least === most) return ['exactly', least];
  return actual < least ? ['at least', least] : ['at most', most];
}

/** The problem of requests whose number is not within its bounds. */
export async function unmetCount(
  status: number,
  expected: CountBounds,
  actual: number,
  selection: Selection,
): Promise<Problem> {
  const [relation, bound] = missedBound(expected, actual);
  const nearest = await selection.nearest(3);
  return new Problem(status, `Matching requests: expected ${relation} ${bound}, found ${actual}.`, {
    expected,
    actual,
    forgotten: selection.forgotten(),
    nearest: nearest.map((entry) => ({
      ...requestView(entry),
      differs: selection.differences(entry),
    })),
    lines: [
      `expected  ${relation} ${formatCount(bound, 'request')} with ${selection.inWords || 'any terms'}`,
      `found     ${actual}`,
      ...nearest.flatMap((entry) => nearestLines(selection, entry)),
    ],
  });
}

/** Two lines: the request, and how it differs. */
function nearestLines(selection: Selection, entry: JournalEntry): string[] {
  const { id, method, url, status, errorCode } = entry;
  return [
    `nearest   request ${id}: ${method} ${shortenedText(url)}, answered ${status}${errorCode === null ? '' : ` ${errorCode}`}`,
    `          ${selection.differencesInWords(entry).join('; ') || 'It matches.'}`,
  ];
}
