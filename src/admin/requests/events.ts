import type { Readable } from 'node:stream';
import { type Static, Type } from '@sinclair/typebox';
import { closed } from '../../core/schema.ts';
import type { Events, SandboxEvent } from '../../journal/events.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { eventFrame, eventStreamHeaders, streamsOf } from '../../service/http/stream.ts';
import { findKey } from '../keys/find-key.ts';
import { Problem, problems } from '../problem.ts';
import { criteriaOf, criteriaQuery } from './criteria.ts';
import { StreamedEvent } from './event-schemas.ts';
import { type SelectionDeps, selectRequests } from './select-requests.ts';

const EventsQuery = Type.Object(
  {
    ...criteriaQuery,
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'A key, its id or its label: only its events and those of its account.',
      }),
    ),
  },
  closed,
);

/** Streams that may be open at once. */
const maxStreams = 50;

/** Events that may queue for a slow reader; beyond that the oldest are dropped. */
const maxQueued = 1_000;

/** An empty comment after this silence keeps an idle connection open. */
const keepAliveMs = 15_000;

/** Streams requests, charges, renewals and faults as they happen. */
export function addEventRoute(app: Scope, deps: SelectionDeps & Pick<Deps, 'events'>): void {
  const begin = streamsOf(app, deps);
  let open = 0;

  app.get(
    '/events',
    {
      schema: {
        summary:
          'Server-sent events from now on: request, charge, renewal, fault, lost. With terms other than `key`, only the requests that match.',
        querystring: EventsQuery,
        response: {
          200: {
            description: 'The events; `lost` counts those that a slow reader missed.',
            content: {
              'text/event-stream': {
                schema: Type.Unsafe<Readable | ''>({
                  type: 'string',
                  contentMediaType: 'text/event-stream',
                  contentSchema: Type.Array(StreamedEvent),
                }),
              },
            },
          },
          ...problems(404, 409, 422, 503),
        },
      },
    },
    async ({ query }, reply) => {
      const passes = await filterOf(deps, query);
      if (open >= maxStreams) throw new Problem(503, `${maxStreams} event streams are open already.`);
      const { headers, body } = await begin(reply.raw, {
        headers: eventStreamHeaders,
        pieces: async function* (signal) {
          open += 1;
          try {
            yield* eventFrames(deps.events, passes, signal);
          } finally {
            open -= 1;
          }
        },
      });
      reply.headers(headers);
      return body;
    },
  );
}

type Filter = (event: SandboxEvent) => boolean;

/** @throws Problem as `selectRequests` does */
async function filterOf(deps: SelectionDeps, query: Static<typeof EventsQuery>): Promise<Filter> {
  const { key: name, ...terms } = query;
  if (Object.keys(terms).length > 0) {
    const selection = await selectRequests(deps, criteriaOf(query));
    return ({ name, data }) => {
      const recorded = name === 'request' ? deps.journal.find((data as { id: number }).id) : undefined;
      return recorded !== undefined && selection.matches(recorded);
    };
  }
  const key = name === undefined ? undefined : await findKey(deps, name);
  return ({ keyId, account }) => !key || keyId === key.id || (keyId === null && account === key.account);
}

/** Event frames as they come, until the client leaves. */
async function* eventFrames(
  events: Events,
  passes: Filter,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const queue: SandboxEvent[] = [];
  let lost = 0;
  let wake = () => {};
  const stop = events.listen((event) => {
    if (!passes(event)) return;
    queue.push(event);
    if (queue.length > maxQueued) {
      queue.shift();
      lost += 1;
    }
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    yield ': watching\n\n';
    while (!signal.aborted) {
      const event = queue.shift();
      if (event) {
        if (lost > 0) yield eventFrame('lost', { events: lost });
        lost = 0;
        yield eventFrame(event.name, event.data);
        continue;
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      wake = () => resolve(true);
      const timer = setTimeout(() => resolve(false), keepAliveMs);
      const woken = await promise;
      clearTimeout(timer);
      if (!woken) yield ':\n\n';
    }
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
}
