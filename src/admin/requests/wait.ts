import { Type } from '@sinclair/typebox';
import { closed, closedAs } from '../../core/schema.ts';
import type { Scope } from '../../service/http/scope.ts';
import { Problem, problems, problemWith } from '../problem.ts';
import { maxMatchBytes } from '../values.ts';
import { Unmet, unmetCount } from './count-bounds.ts';
import { criteria } from './criteria.ts';
import { RequestView, requestView } from './request-view.ts';
import { type Selection, type SelectionDeps, selectRequests } from './select-requests.ts';

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

/** Why a wait is over. */
type Ending = 'found' | 'late' | 'left' | 'closing';

/** Calls that wait. */
interface Waiting {
  readonly ends: Set<(ending: Ending) => void>;
  isClosing: boolean;
}

const maxWaiting = 200;

/** Waits for requests of clients. */
export function addWaitRoute(app: Scope, deps: SelectionDeps): void {
  const waiting: Waiting = { ends: new Set(), isClosing: false };
  app.addHook('preClose', async () => {
    waiting.isClosing = true;
    for (const end of waiting.ends) end('closing');
  });

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
      if (!criteria.match && criteria.filter === undefined)
        throw new Problem(422, "Give 'match' or 'filter'.");
      const selection = await selectRequests(deps, criteria);
      if (waiting.ends.size >= maxWaiting) throw new Problem(503, `${maxWaiting} calls are waiting already.`);
      await untilMatched(selection, { count, timeoutMs, connection: reply.raw, waiting, ...deps });
      const matching = await selection.first(Number.POSITIVE_INFINITY);
      return { actual: matching.length, latest: matching.slice(-10).map(requestView) };
    },
  );
}

interface WaitOptions extends Pick<SelectionDeps, 'journal'> {
  readonly count: number;
  readonly timeoutMs: number;
  /** The connection of the client that waits. */
  readonly connection: { once(event: 'close', listener: () => void): unknown };
  readonly waiting: Waiting;
}

async function untilMatched(
  selection: Selection,
  { count, timeoutMs, connection, waiting, journal }: WaitOptions,
): Promise<void> {
  if (waiting.isClosing) throw closingProblem();
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();
  /** The ids of those that match: the walk may meet what comes during it. */
  const met = new Set<number>();
  const stop = journal.watch((entry) => {
    if (!selection.matches(entry)) return;
    met.add(entry.id);
    if (met.size >= count) end('found');
  });
  const timer = setTimeout(() => end('late'), timeoutMs);
  waiting.ends.add(end);
  connection.once('close', () => end('left'));
  try {
    for (const { id } of await selection.first(count)) met.add(id);
    const ending = met.size < count ? await ended : 'found';
    if (ending === 'closing') throw closingProblem();
    // A stream may match only at its end.
    const late = ending === 'late' ? await selection.count() : count;
    if (late < count) throw await unmetCount(408, { atLeast: count }, late, selection);
  } finally {
    stop();
    clearTimeout(timer);
    waiting.ends.delete(end);
  }
}

const closingProblem = (): Problem => new Problem(503, 'The sandbox is closing.');
