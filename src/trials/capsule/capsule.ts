import { type Static, Type } from '@sinclair/typebox';
import type { SavedState } from '../../admin/state/saved-state.ts';
import { closed, nullable } from '../../core/schema.ts';
import type { FaultView } from '../../faults/compiled-rule.ts';

const Text = (description: string) => Type.String({ description });

const RecordedRequest = Type.Object(
  {
    method: Type.String(),
    url: Text('Path and query.'),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'The headers that change the answer. Stand-ins replace keys.',
    }),
    body: Type.Optional(Type.String()),
    times: Type.Array(Type.Integer(), {
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
    startedAt: Type.Integer({ description: 'Epoch milliseconds on the clock of the sandbox.' }),
    start: nullable(
      Type.Unsafe<SavedState>({
        type: 'object',
        description: 'The state before the first request; null for that of a new sandbox.',
      }),
    ),
    keys: Type.Record(Type.String(), Type.String(), {
      description:
        'The id of the replaced key, by stand-in; the id is the beginning of the digest of the key.',
    }),
    rules: Type.Array(Type.Unsafe<FaultView>({ type: 'object' }), {
      description: 'The fault rules at the end, with their counters.',
    }),
    requests: Type.Array(RecordedRequest, { description: 'The requests in the order of admission.' }),
    events: Type.Array(Type.Tuple([Type.String(), Type.Integer()]), {
      description:
        'The events of the run in order, each with the number of its request: R = it arrived, S = a step of its work, W = a wait ended, E = its reply ended, L = its client left.',
    }),
    complete: Type.Boolean({ description: 'false = the run was longer than a capsule.' }),
  },
  { ...closed, title: 'creator-sandbox capsule' },
);
export type Capsule = Static<typeof Capsule>;

/** What happened in a run, and the number of the request. */
export type RunEvent = readonly [kind: 'R' | 'S' | 'W' | 'E' | 'L', request: number];
