import { Type } from '@sinclair/typebox';
import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { eventFrame, eventStreamHeaders, streamsOf } from '../../http/stream.ts';
import type { Events, SandboxEvent } from '../../journal/events.ts';
import type { KeyState } from '../../ledger/ledger.ts';
import { namedKey } from '../keys/named-key.ts';
import { Problem } from '../problem.ts';
import { closed } from '../route-docs.ts';

const OfKey = Type.Object(
  {
    key: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'A key or its id: only what concerns it.' }),
    ),
  },
  closed,
);

/** How many may watch at once. */
const mostWatchers = 50;

/** What a watcher who does not keep up may have waiting; of more than that the oldest is lost. */
const mostWaiting = 1_000;

/** A line that says nothing keeps connections open that nothing else goes through. */
const quietMs = 15_000;

/** A server-sent tail: requests, charges, renewals and faults as they happen. */
export function events(app: Scope, deps: Deps): void {
  const begin = streamsOf(app);
  let watchers = 0;

  app.get(
    '/events',
    {
      schema: { querystring: OfKey },
      config: {
        summary: 'What happens from now on, as server-sent events: request, charge, renewal, fault, lost.',
        problems: [404, 503],
      },
    },
    async ({ query }, reply) => {
      const of = query.key === undefined ? undefined : await namedKey(deps, query.key);
      if (watchers >= mostWatchers) throw new Problem(503, `${mostWatchers} watch already.`);
      return begin(reply, {
        headers: eventStreamHeaders,
        pieces: async function* (signal) {
          watchers += 1;
          try {
            yield* tail(deps.events, of, signal);
          } finally {
            watchers -= 1;
          }
        },
      });
    },
  );
}

async function* tail(
  events: Events,
  of: KeyState | undefined,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const waiting: SandboxEvent[] = [];
  let lost = 0;
  let wake = () => {};
  const stop = events.listen((event) => {
    if (of && event.keyId !== of.id && (event.keyId !== null || event.account !== of.account)) return;
    waiting.push(event);
    if (waiting.length > mostWaiting) {
      waiting.shift();
      lost += 1;
    }
    wake();
  });
  const stirred = () => wake();
  signal.addEventListener('abort', stirred);
  try {
    yield ': watching\n\n';
    while (!signal.aborted) {
      const event = waiting.shift();
      if (event) {
        if (lost > 0) yield eventFrame('lost', { events: lost });
        lost = 0;
        yield eventFrame(event.name, event.data);
        continue;
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      wake = () => resolve(true);
      const quiet = setTimeout(() => resolve(false), quietMs);
      const woken = await promise;
      clearTimeout(quiet);
      if (!woken) yield ':\n\n';
    }
  } finally {
    stop();
    signal.removeEventListener('abort', stirred);
  }
}
