import { type Static, Type } from '@sinclair/typebox';
import type { SavedState } from '../../admin/state/saved-state.ts';
import { earliestAt, latestAt } from '../../core/clock.ts';
import { choice, closed, nullable } from '../../core/schema.ts';
import type { FaultView } from '../../faults/compiled-rule.ts';
import { CapsuleFinding } from './finding.ts';

const Text = (description: string) => Type.String({ description });

const Instant = Type.Integer({ minimum: earliestAt, maximum: latestAt });

/** The headers that change an answer; others may hold what nobody wants in a file. */
export const recordedHeaders = [
  'api-key',
  'apiid',
  'content-type',
  'prefer',
  'expect',
  'x-sandbox-test',
] as const;

const headerPattern = '^[\\t\\x20-\\x7e\\x80-\\xff]*$';

export const maxRequests = 10_000;

/** No file that is read has room for more. */
const many = { maxItems: 5_000_000 };

const RecordedRequest = Type.Object(
  {
    method: Type.String({ pattern: '^[A-Z-]{1,40}$' }),
    url: Type.String({ pattern: '^[\\x21-\\xff]+$', description: 'Path and query.' }),
    headers: Type.Unsafe<Record<string, string>>({
      type: 'object',
      properties: Object.fromEntries(
        recordedHeaders.map((name) => [name, { type: 'string', pattern: headerPattern }]),
      ),
      ...closed,
      description: 'The headers that change the answer. Stand-ins replace keys.',
    }),
    body: Type.Optional(Type.String()),
    times: Type.Array(Instant, {
      ...many,
      description: 'The readings of the clock, in order.',
    }),
    reply: Type.Optional(
      Type.Object(
        {
          status: Type.Integer(),
          digest: Text('SHA-256 of the body.'),
          body: Type.Optional(Text('Absent in a capsule with many bytes.')),
        },
        { ...closed, description: 'Absent for requests to the admin surface.' },
      ),
    ),
  },
  closed,
);
export type RecordedRequest = Static<typeof RecordedRequest>;

/** Everything that a run depends on, and what it answered. */
export const Capsule = Type.Object(
  {
    format: Type.Literal('creator-sandbox capsule 1'),
    version: Text('The version of the sandbox.'),
    settings: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The settings that change replies: seed, clock, prices, vocabulary and so on.',
    }),
    ids: Text('The seed of all ids that the sandbox makes.'),
    startedAt: Type.Integer({ ...Instant, description: 'Epoch milliseconds on the clock of the sandbox.' }),
    start: nullable(
      Type.Unsafe<SavedState>({
        type: 'object',
        description: 'The state before the first request; null for that of a new sandbox.',
      }),
    ),
    keys: Type.Record(Type.String(), Type.String({ pattern: '^[0-9a-f]{16}$' }), {
      description:
        'The id of the replaced key, by stand-in; the id is the beginning of the digest of the key.',
    }),
    rules: Type.Array(Type.Unsafe<FaultView>({ type: 'object' }), {
      ...many,
      description: 'The fault rules at the end, with their counters.',
    }),
    requests: Type.Array(RecordedRequest, {
      maxItems: maxRequests,
      description: 'The requests in the order of admission.',
    }),
    events: Type.Array(Type.Tuple([choice(['R', 'S', 'W', 'E', 'L']), Type.Integer({ minimum: 0 })]), {
      ...many,
      description:
        'The events of the run in order, each with the number of its request: R = it arrived, S = a step of its work, W = a wait ended, E = its reply ended, L = its client left.',
    }),
    complete: Type.Boolean({ description: 'false = the run was longer than a capsule.' }),
    finding: Type.Optional(CapsuleFinding),
  },
  { ...closed, title: 'creator-sandbox capsule' },
);
export type Capsule = Static<typeof Capsule>;

/** What happened in a run, and the number of the request. */
export type RunEvent = readonly [kind: 'R' | 'S' | 'W' | 'E' | 'L', request: number];

/** Why the parts of a capsule do not belong together; undefined if they do. */
export function flawInCapsule({ events, requests }: Capsule): string | undefined {
  const arrived = new Set<number>();
  for (const [index, [kind, request]] of events.entries()) {
    if (request >= requests.length) return `/events/${index} is of a request that it does not have`;
    if ((kind === 'R') === arrived.has(request))
      return `/events/${index} ${kind === 'R' ? 'lets a request arrive twice' : 'comes before its request'}`;
    arrived.add(request);
  }
  return undefined;
}
