import { type Static, Type } from '@sinclair/typebox';
import { parseDuration } from '../core/durations.ts';
import { Match } from '../core/match.ts';
import type { Operation, OperationId } from '../core/operations.ts';
import { longestWaitMs } from './magic.ts';
import type { AskedOutcome, Outcomes } from './outcomes.ts';

const closed = { additionalProperties: false };

const Span = (description: string) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], minimum: 0, maxLength: 20, description });

const Respond = Type.Object(
  {
    status: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
    errorCode: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'The usual one of the status when absent; on generation 2 the error string.',
      }),
    ),
  },
  { ...closed, minProperties: 1 },
);

/** A fault rule as it is written. */
export const FaultRule = Type.Object(
  {
    match: Match,
    respond: Type.Optional(Respond),
    latency: Type.Optional(
      Type.Unsafe<number | string | { min: number | string; max: number | string }>({
        type: ['integer', 'string', 'object'],
        minimum: 0,
        maxLength: 20,
        properties: { min: Span('At least.'), max: Span('At most.') },
        required: ['min', 'max'],
        additionalProperties: false,
        description: 'Milliseconds or a duration; {min, max} for a new one each time. At most a minute.',
      }),
    ),
    hold: Type.Optional(
      Type.Object(
        {
          until: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 1000, description: 'Opens when so many requests wait.' }),
          ),
        },
        {
          ...closed,
          description: 'Holds requests until the rule is released, or so many wait; a minute at most.',
        },
      ),
    ),
    cut: Type.Optional(
      Type.Object(
        {
          bytes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e9, description: 'Of the body.' })),
          events: Type.Optional(
            Type.Integer({ minimum: 0, maximum: 1000, description: 'Of an event stream.' }),
          ),
          how: Type.Optional(
            Type.Unsafe<'end' | 'close' | 'reset'>({
              type: 'string',
              enum: ['end', 'close', 'reset'],
              description: 'end: in order, only too early; close, reset: the connection goes.',
            }),
          ),
        },
        { ...closed, description: 'Ends the reply after so many bytes or events.' },
      ),
    ),
    torture: Type.Optional(
      Type.String({ minLength: 1, maxLength: 60, description: 'Name of a torture profile.' }),
    ),
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1e9,
        description: 'How many requests it acts on; with a sequence, how often it runs. Then it is spent.',
      }),
    ),
    sequence: Type.Optional(
      Type.Array(
        Type.Unsafe<'fail' | 'succeed' | Static<typeof Respond>>({
          type: ['string', 'object'],
          maxLength: 10,
          properties: Respond.properties,
          additionalProperties: false,
          minProperties: 1,
        }),
        {
          minItems: 1,
          maxItems: 100,
          description: 'One step per request: fail as the rule says, succeed, or an answer of its own.',
        },
      ),
    ),
    probability: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Of acting on a request that matches.' }),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 4294967295,
        description: 'Of probability and latency ranges; 1 when absent.',
      }),
    ),
    ttl: Type.Optional(Span("Milliseconds or a duration on the sandbox's clock; then the rule is over.")),
  },
  closed,
);
export type FaultRule = Static<typeof FaultRule>;

/** The parts of a sandbox that rules act on. */
export interface RuleContext {
  /** The sandbox's clock: rules live by it. */
  now: () => number;
  /** Real time by the clock's scale; rejects when its signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Every operation that the sandbox serves. */
  operations: readonly Operation[];
  outcomes: Outcomes;
  /** Where an operation is served. */
  pathsOf: (operation: OperationId) => readonly string[];
}

/** A step of a rule's sequence: an outcome to force, none, or no outcome at all (it only delays or cuts). */
export type Step = AskedOutcome | 'succeed' | undefined;

/** A rule that cannot be: what is wrong with it, as a sentence. */
export class RuleError extends Error {}

/** @throws RuleError */
export function spanOf(name: string, given: number | string): number {
  const spanMs = typeof given === 'number' ? given : parseDuration(given);
  if (spanMs !== undefined) return spanMs;
  throw new RuleError(
    `'${name}' must be milliseconds or a duration such as 500ms, not ${JSON.stringify(given)}.`,
  );
}

/** @throws RuleError */
export function rangeOf(latency: NonNullable<FaultRule['latency']>): { min: number; max: number } {
  const { min, max } = typeof latency === 'object' ? latency : { min: latency, max: latency };
  const range = { min: spanOf('latency', min), max: spanOf('latency', max) };
  if (range.min > range.max) throw new RuleError("'latency' must not have a 'min' above its 'max'.");
  if (range.max > longestWaitMs) throw new RuleError("'latency' is at most a minute.");
  return range;
}
