import { type Static, Type } from '@sinclair/typebox';
import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { Problem } from '../problem.ts';
import { closed } from '../route-docs.ts';
import { type Chosen, chosen, criteria } from './criteria.ts';
import { NearRequest, RequestView, requestView } from './request-view.ts';

const Times = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description }));

const bounds = {
  exactly: Times('Alone.'),
  atLeast: Times('Alone or beside atMost.'),
  atMost: Times('Alone or beside atLeast.'),
};
const Bounds = Type.Object(bounds, closed);
type Bounds = Static<typeof Bounds>;

const Check = Type.Object({ ...criteria, ...bounds }, closed);

const Verified = Type.Object({ expected: Bounds, actual: Type.Integer(), forgotten: Type.Integer() }, closed);

const Wait = Type.Object(
  {
    ...criteria,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: '1 when absent.' })),
    timeoutMs: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 60_000, description: 'Real milliseconds; 5,000 when absent.' }),
    ),
  },
  closed,
);

const Waited = Type.Object(
  {
    actual: Type.Integer(),
    latest: Type.Array(RequestView, { description: 'At most 10, the newest last.' }),
  },
  closed,
);

/** What a problem tells beside its detail where requests were expected that are not there. */
export const Unmet = Type.Object({
  expected: Bounds,
  actual: Type.Integer(),
  forgotten: Type.Integer(),
  nearest: Type.Array(NearRequest, { description: 'The three that differ least, the newest first.' }),
});

/** How many may wait at once. */
const mostWaiting = 200;

/** Checks of what clients did, now or as soon as they did it. */
export function verify(app: Scope, deps: Deps): void {
  const waiting = new Set<(reason: Problem) => void>();
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    for (const giveUp of waiting) giveUp(isClosing());
  });

  app.post(
    '/verify',
    {
      schema: { body: Check },
      config: {
        summary:
          'Checks how many requests match: 200, or 422 with what was expected, what is there and what is near.',
        answer: Verified,
        problems: [404, 409, 422],
      },
    },
    async ({ body: { exactly, atLeast, atMost, ...meant } }) => {
      const expected = boundsOf({
        ...(exactly !== undefined && { exactly }),
        ...(atLeast !== undefined && { atLeast }),
        ...(atMost !== undefined && { atMost }),
      });
      const found = await chosen(deps, meant);
      const actual = found.count();
      const { least, most } = rangeOf(expected);
      if (actual < least || actual > most) throw unmet(422, expected, actual, found);
      return { expected, actual, forgotten: found.forgotten() };
    },
  );

  app.post(
    '/requests/wait',
    {
      schema: { body: Wait },
      config: {
        summary:
          'Answers as soon as so many requests match, those of the past included; 408 when they do not come.',
        answer: Waited,
        problems: [404, 408, 409, 422, 503],
      },
    },
    async ({ body: { count = 1, timeoutMs = 5_000, ...meant } }, reply) => {
      const found = await chosen(deps, meant);
      if (waiting.size >= mostWaiting) throw new Problem(503, `${mostWaiting} wait already.`);
      await untilThere(found, count, timeoutMs, reply.raw);
      const there = [...found.all()];
      return { actual: there.length, latest: there.slice(-10).map(requestView) };
    },
  );

  async function untilThere(
    found: Chosen,
    count: number,
    timeoutMs: number,
    connection: { once(event: 'close', listener: () => void): unknown },
  ): Promise<void> {
    let actual = found.count();
    if (actual >= count) return;
    if (closing) throw isClosing();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = deps.journal.watch((recorded) => {
      if (found.matches(recorded)) actual += 1;
      if (actual >= count) resolve();
    });
    const late = setTimeout(() => reject(unmet(408, { atLeast: count }, found.count(), found)), timeoutMs);
    waiting.add(reject);
    connection.once('close', resolve);
    try {
      await promise;
    } finally {
      stop();
      clearTimeout(late);
      waiting.delete(reject);
    }
  }
}

const isClosing = (): Problem => new Problem(503, 'The sandbox is closing.');

function boundsOf(bounds: Bounds): Bounds {
  const { exactly, atLeast, atMost } = bounds;
  if (exactly === undefined && atLeast === undefined && atMost === undefined)
    throw new Problem(422, "Say how many: 'exactly', 'atLeast' or 'atMost'.");
  if (exactly !== undefined && (atLeast !== undefined || atMost !== undefined))
    throw new Problem(422, "'exactly' stands alone.");
  if ((atLeast ?? 0) > (atMost ?? Number.POSITIVE_INFINITY))
    throw new Problem(422, "'atLeast' is more than 'atMost'.");
  return bounds;
}

const rangeOf = ({ exactly, atLeast, atMost }: Bounds) => ({
  least: exactly ?? atLeast ?? 0,
  most: exactly ?? atMost ?? Number.POSITIVE_INFINITY,
});

function unmet(status: number, expected: Bounds, actual: number, found: Chosen): Problem {
  const { least, most } = rangeOf(expected);
  const wanted =
    least === most ? `exactly ${least}` : actual < least ? `at least ${least}` : `at most ${most}`;
  return new Problem(status, `Expected ${wanted}, and there ${actual === 1 ? 'is' : 'are'} ${actual}.`, {
    expected,
    actual,
    forgotten: found.forgotten(),
    nearest: found
      .nearest(3)
      .map((recorded) => ({ ...requestView(recorded), differs: found.differences(recorded) })),
  });
}
