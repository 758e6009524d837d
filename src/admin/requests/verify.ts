import { type Static, Type } from '@sinclair/typebox';
import { toCredits } from '../../core/credits.ts';
import { Match } from '../../core/match.ts';
import { closed, closedAs } from '../../core/schema.ts';
import { shortenedText } from '../../core/values.ts';
import { inSlices, type Steps } from '../../creators/search/steps.ts';
import type { JournalEntry } from '../../journal/entry.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { Problem, problems, problemWith } from '../problem.ts';
import { maxMatchBytes } from '../values.ts';
import { criteria } from './criteria.ts';
import { NearRequest, RequestView, requestView } from './request-view.ts';
import { requireJournal, type Selection, selectRequests } from './select-requests.ts';

const CountBound = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description }));

const bounds = {
  exactly: CountBound('Not together with the others.'),
  atLeast: CountBound('Alone or together with atMost.'),
  atMost: CountBound('Alone or together with atLeast.'),
};
const CountBounds = Type.Object(bounds, closed);
type CountBounds = Static<typeof CountBounds>;

const CreditBounds = Type.Object(
  {
    exactly: Type.Optional(Type.Number({ minimum: 0, description: 'Credits; not together with atMost.' })),
    atMost: Type.Optional(Type.Number({ minimum: 0, description: 'Credits.' })),
  },
  { ...closedAs('CreditBounds'), description: 'Bounds on the cost of all matching requests together.' },
);

const Check = Type.Object(
  {
    ...criteria,
    match: Type.Optional(Match),
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

const Expected = Type.Object(
  { ...bounds, credits: Type.Optional(CreditBounds), order: Type.Optional(Type.Array(Match)) },
  closedAs('Expected'),
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

const Wait = Type.Object(
  {
    ...criteria,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: '1 when absent.' })),
    timeoutMs: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 60_000, description: 'Real milliseconds; 5,000 when absent.' }),
    ),
  },
  closedAs('Wait'),
);

const Waited = Type.Object(
  {
    actual: Type.Integer(),
    latest: Type.Array(RequestView, { description: 'At most 10 of them, oldest first.' }),
  },
  closed,
);

/** Further members of a problem when the expected requests are not there. */
const Unmet = Type.Object({
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

/** Why a wait is over. */
type Ending = 'found' | 'late' | 'left' | 'closing';

/** Calls that may wait at once. */
const maxWaiting = 200;

/** Checks what clients did, at once or after a wait for it. */
export function addVerifyRoutes(app: Scope, deps: Deps): void {
  const waiting = new Set<(ending: Ending) => void>();
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    for (const end of waiting) end('closing');
  });

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
      if (!match) throw new Problem(422, "Give 'match' or 'order'.");
      const selection = await selectRequests(deps, { match, ...conditions });
      return credits === undefined
        ? checkCount(selection, boundsOf(given))
        : checkCredits(selection, credits, given);
    },
  );

  app.post(
    '/requests/wait',
    {
      bodyLimit: maxMatchBytes,
      schema: {
        summary:
          'Answers as soon as `count` requests match, earlier ones included; 408 if they do not come in time.',
        body: Wait,
        response: { 200: Waited, ...problems(404, 409, 422, 503), ...problemWith(408, Unmet) },
      },
    },
    async ({ body: { count = 1, timeoutMs = 5_000, ...criteria } }, reply) => {
      const selection = await selectRequests(deps, criteria);
      if (waiting.size >= maxWaiting) throw new Problem(503, `${maxWaiting} calls are waiting already.`);
      await untilMatched(selection, count, timeoutMs, reply.raw);
      const matching = await selection.first(Number.POSITIVE_INFINITY);
      return { actual: matching.length, latest: matching.slice(-10).map(requestView) };
    },
  );

  async function untilMatched(
    selection: Selection,
    count: number,
    timeoutMs: number,
    connection: { once(event: 'close', listener: () => void): unknown },
  ): Promise<void> {
    if (closing) throw isClosing();
    const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();
    let actual = 0;
    const stop = deps.journal.watch((recorded) => {
      if (selection.matches(recorded)) actual += 1;
      if (actual >= count) end('found');
    });
    const timer = setTimeout(() => end('late'), timeoutMs);
    waiting.add(end);
    connection.once('close', () => end('left'));
    try {
      actual += await selection.count();
      const ending = actual < count ? await ended : 'found';
      if (ending === 'closing') throw isClosing();
      if (ending === 'late') throw await unmet(408, { atLeast: count }, await selection.count(), selection);
    } finally {
      stop();
      clearTimeout(timer);
      waiting.delete(end);
    }
  }
}

const isClosing = (): Problem => new Problem(503, 'The sandbox is closing.');

function boundsOf(bounds: CountBounds): CountBounds {
  const { exactly, atLeast, atMost } = bounds;
  if (exactly === undefined && atLeast === undefined && atMost === undefined)
    throw new Problem(422, "Give 'exactly', 'atLeast' or 'atMost'.");
  if (exactly !== undefined && (atLeast !== undefined || atMost !== undefined))
    throw new Problem(422, "'exactly' cannot be combined with 'atLeast' or 'atMost'.");
  if ((atLeast ?? 0) > (atMost ?? Number.POSITIVE_INFINITY))
    throw new Problem(422, "'atLeast' is more than 'atMost'.");
  return bounds;
}

async function checkCount(selection: Selection, expected: CountBounds): Promise<Static<typeof Verified>> {
  const actual = await selection.count();
  const { least, most } = rangeOf(expected);
  if (actual < least || actual > most) throw await unmet(422, expected, actual, selection);
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
  if (Object.keys(bounds).length > 0) await checkCount(selection, boundsOf(bounds));
  const matching = await selection.first(Number.POSITIVE_INFINITY);
  const found = {
    expected: { ...bounds, credits },
    actual: matching.length,
    credits: toCredits(matching.reduce((sum, { credits }) => sum + credits, 0)),
    forgotten: selection.forgotten(),
  };
  const holds = exactly === undefined ? found.credits <= (atMost ?? 0) : found.credits === exactly;
  if (holds) return found;
  const range = exactly === undefined ? `at most ${atMost}` : `exactly ${exactly}`;
  throw new Problem(422, `Credits of matching requests: expected ${range}, found ${found.credits}.`, {
    ...found,
    nearest: [],
    lines: [
      `expected  ${range} credits for requests with ${selection.inWords || 'any terms'}`,
      `found     ${found.credits} credits for ${matching.length} of them`,
    ],
  });
}

/** Checks that requests came one after the other. @param others of the check, none of which goes with an order */
async function checkOrder(
  deps: Deps,
  order: readonly Match[],
  bounds: CountBounds,
  others: object,
): Promise<Static<typeof Verified>> {
  const foreign = Object.entries(others).find(([, value]) => value !== undefined);
  if (foreign) throw new Problem(422, `'order' cannot be combined with '${foreign[0]}'.`);
  const selections = await Promise.all(order.map((match) => selectRequests(deps, { match })));
  const journal = requireJournal(deps);
  const { firsts, rounds } = await inSlices(walk(journal, selections), deps);
  const forgotten = journal.forgotten();
  const found = { expected: { ...bounds, order: [...order] }, actual: rounds, forgotten };
  if (Object.keys(bounds).length > 0) {
    const { least, most } = rangeOf(boundsOf(bounds));
    if (rounds >= least && rounds <= most) return found;
    throw new Problem(422, `The requests came one after the other ${rounds} times.`, {
      ...found,
      nearest: [],
      lines: [`expected  ${rangeInWords(bounds, rounds)} times`, `found     ${rounds} times`],
    });
  }
  const missing = firsts.indexOf(-1);
  const early = firsts.findIndex((first, n) => n > 0 && first <= (firsts[n - 1] ?? -1));
  if (missing < 0 && early < 0) return found;
  const why =
    missing >= 0
      ? `no request is the ${missing + 1}. of the order`
      : `the ${early + 1}. of the order came before the ${early}.`;
  const lines = selections
    .slice(0, maxOrderLines)
    .map(
      ({ inWords }, n) =>
        `${n + 1}. ${inWords}: ${firsts[n] === -1 ? 'no request' : `first as request ${(firsts[n] ?? 0) + 1} of the journal`}`,
    );
  throw new Problem(422, `Expected an order of requests, but ${why}.`, { ...found, nearest: [], lines });
}

/** With the sentence before them they are ten. */
const maxOrderLines = 9;

/** The first request of each selection, and how often they follow each other, whatever comes between. */
function* walk(
  journal: Journal,
  selections: readonly Selection[],
): Steps<{ firsts: readonly number[]; rounds: number }> {
  const firsts = selections.map(() => -1);
  let met = 0;
  let at = 0;
  for (const request of journal.all()) {
    for (const [n, selection] of selections.entries())
      if (firsts[n] === -1 && selection.matches(request)) firsts[n] = at;
    if (selections[met % selections.length]?.matches(request)) met += 1;
    at += 1;
    yield;
  }
  return { firsts, rounds: Math.floor(met / selections.length) };
}

const rangeOf = ({ exactly, atLeast, atMost }: CountBounds) => ({
  least: exactly ?? atLeast ?? 0,
  most: exactly ?? atMost ?? Number.POSITIVE_INFINITY,
});

/** The bound that a number does not meet. */
function rangeInWords(bounds: CountBounds, actual: number): string {
  const { least, most } = rangeOf(bounds);
  if (least === most) return `exactly ${least}`;
  return actual < least ? `at least ${least}` : `at most ${most}`;
}

async function unmet(
  status: number,
  expected: CountBounds,
  actual: number,
  selection: Selection,
): Promise<Problem> {
  const { most } = rangeOf(expected);
  const range = rangeInWords(expected, actual);
  const nearest = await selection.nearest(3);
  return new Problem(status, `Matching requests: expected ${range}, found ${actual}.`, {
    expected,
    actual,
    forgotten: selection.forgotten(),
    nearest: nearest.map((recorded) => ({
      ...requestView(recorded),
      differs: selection.differences(recorded),
    })),
    lines: [
      `expected  ${range} ${most === 1 ? 'request' : 'requests'} with ${selection.inWords || 'any terms'}`,
      `found     ${actual}`,
      ...nearest.flatMap((recorded) => nearestLines(selection, recorded)),
    ],
  });
}

/** Two lines: the request, and how it differs. */
function nearestLines(selection: Selection, recorded: JournalEntry): string[] {
  const { id, method, url, status, errorCode } = recorded;
  return [
    `nearest   request ${id}: ${method} ${shortenedText(url)}, answered ${status}${errorCode === null ? '' : ` ${errorCode}`}`,
    `          ${selection.differencesInWords(recorded).join('; ') || 'It matches.'}`,
  ];
}
