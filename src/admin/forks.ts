import { type Static, Type } from '@sinclair/typebox';
import { closed, closedAs, nullable } from '../core/schema.ts';
import { FaultView } from '../faults/compiled-rule.ts';
import { FaultRule } from '../faults/rule.ts';
import { signalOf } from '../service/http/abort-signal.ts';
import type { Scope } from '../service/http/scope.ts';
import { changeable, KeyView } from './keys/key-schemas.ts';
import { Problem, problems } from './problem.ts';

const maxForkedRules = 20;

const ForkSettings = Type.Object(
  {
    prices: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
        maxProperties: 200,
        description: 'New prices by operation, as in the setting `prices`; they replace those of the run.',
      }),
    ),
    clearFaults: Type.Optional(
      Type.Boolean({ description: 'Removes the fault rules that are there, before others are added.' }),
    ),
    faults: Type.Optional(
      Type.Array(FaultRule, { maxItems: maxForkedRules, description: 'Fault rules that are added.' }),
    ),
    keys: Type.Optional(
      Type.Array(
        Type.Object(
          {
            key: Type.String({ minLength: 1, maxLength: 200, description: 'A key, its id or its label.' }),
            ...changeable,
          },
          closedAs('ForkedKey'),
        ),
        { maxItems: maxForkedRules, description: 'Keys with another plan, limit or other terms.' },
      ),
    ),
  },
  closedAs('ForkSettings'),
);
export type ForkSettings = Static<typeof ForkSettings>;

const request = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Id of the first request with the other settings.',
});

const ForkBody = Type.Object({ request, settings: Type.Optional(ForkSettings) }, closedAs('ForkedRequest'));

const billSums = {
  credits: Type.Number({ minimum: 0 }),
  calls: Type.Integer({ minimum: 0 }),
  refusals: Type.Integer({ minimum: 0 }),
};

const ForkBill = Type.Object(
  {
    ...billSums,
    byOperation: Type.Array(Type.Object({ operation: nullable(Type.String()), ...billSums }, closed), {
      description: 'null = unknown paths.',
    }),
    byKey: Type.Array(
      Type.Object({ key: nullable(Type.String({ description: 'Id of the key.' })), ...billSums }, closed),
    ),
  },
  closedAs('ForkBill'),
);
export type ForkBill = Static<typeof ForkBill>;

const Answer = Type.Object(
  { status: Type.Integer(), errorCode: nullable(Type.String()), credits: Type.Number() },
  closedAs('ForkAnswer'),
);

const Fork = Type.Object(
  {
    request,
    origin: ForkBill,
    fork: ForkBill,
    calls: Type.Integer({ description: 'Requests whose replies were compared.' }),
    equal: Type.Integer({ description: 'Replies that are equal byte for byte.' }),
    different: Type.Integer({
      description: 'Requests that got another status, another code or another charge.',
    }),
    requests: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ description: 'Id of the request in the journal.' }),
          operation: nullable(Type.String()),
          key: nullable(Type.String()),
          origin: nullable(Answer),
          fork: nullable(Answer),
        },
        closed,
      ),
      { description: 'The first 100 of them; null = it was not answered.' },
    ),
    complete: Type.Boolean({
      description: 'false = the run was longer than what is recorded, which is its beginning.',
    }),
  },
  closedAs('Fork'),
);
export type Fork = Static<typeof Fork>;

const Moment = Type.Object(
  {
    request,
    at: Type.Integer({ description: "The instant on the sandbox's clock, epoch milliseconds." }),
    frozen: Type.Boolean(),
    worldDate: Type.String({ description: 'The day of the world, such as 2026-06-01.' }),
    keys: Type.Array(KeyView, { description: 'The first 1,000.' }),
    faults: Type.Array(FaultView),
  },
  closedAs('Moment'),
);
export type Moment = Static<typeof Moment>;

/** Plays the recorded run again. @throws Problem 404, 409, 422; 503 when the signal aborts */
export interface Forker {
  /** Without settings every reply is equal. */
  fork(request: number, settings: ForkSettings, signal: AbortSignal): Promise<Fork>;
  /** The state just before a request. */
  moment(request: number, signal: AbortSignal): Promise<Moment>;
}

/** Plays the recorded run again with other settings, or up to a moment. Nothing outside changes. */
export const addForkRoutes =
  (forker: Forker | undefined) =>
  (app: Scope): void => {
    const recorded = (): Forker => {
      if (forker) return forker;
      throw new Problem(
        409,
        'Nothing is recorded here, so nothing can be played again: start the sandbox with --record-capsule.',
      );
    };

    app.post(
      '/forks',
      {
        bodyLimit: 256 * 1024,
        schema: {
          summary:
            'Plays the recorded run again in this process, from a request on with other prices, fault rules or plans: both bills. One at a time; only with the setting `recordCapsule`.',
          body: ForkBody,
          response: { 200: Fork, ...problems(404, 409, 422, 503) },
        },
      },
      ({ body }, reply) => recorded().fork(body.request, body.settings ?? {}, signalOf(reply)),
    );

    app.get(
      '/moments/:request',
      {
        schema: {
          summary:
            'Balances, fault rules, clock and day of the world just before a request of the recorded run; only with the setting `recordCapsule`.',
          params: Type.Object(
            { request: Type.String({ pattern: '^[1-9]\\d{0,15}$', description: 'Id of the request.' }) },
            closed,
          ),
          response: { 200: Moment, ...problems(404, 409, 503) },
        },
      },
      ({ params }, reply) => recorded().moment(Number(params.request), signalOf(reply)),
    );
  };
