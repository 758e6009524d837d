import { type Static, Type } from '@sinclair/typebox';
import { parseDuration } from '../core/durations.ts';
import { latencyAt } from '../core/latency.ts';
import { Match } from '../core/match.ts';
import type { Operation, OperationId } from '../core/operations.ts';
import { choice, closed, closedAs } from '../core/schema.ts';
import { maxWaitMs } from './magic.ts';
import type { Outcomes } from './outcomes.ts';
import { Respond } from './respond.ts';
import { RuleError } from './rule-error.ts';

const Span = (description: string) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], minimum: 0, maxLength: 20, description });

type LatencyRange =
  | { min: number | string; max: number | string }
  | { median: number | string; p99: number | string; max: number | string };

/** A fault rule as a test sends it. */
export const FaultRule = Type.Object(
  {
    match: Match,
    respond: Type.Optional(Respond),
    latency: Type.Optional(
      Type.Unsafe<number | string | LatencyRange>({
        type: ['integer', 'string', 'object'],
        minimum: 0,
        maxLength: 20,
        properties: {
          min: Span('At least; beside max alone.'),
          median: Span('Half of the delays are longer; beside p99 and max.'),
          p99: Span('One delay of a hundred is longer.'),
          max: Span('At most.'),
        },
        required: ['max'],
        ...closed,
        description:
          'Milliseconds or a duration; {min, max} or {median, p99, max} for a new one each time. At most a minute.',
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
          bytes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e9, description: 'Bytes of the body.' })),
          events: Type.Optional(
            Type.Integer({ minimum: 0, maximum: 1000, description: 'Events of an event stream.' }),
          ),
          how: Type.Optional(
            choice(
              ['end', 'close', 'reset'],
              'end: in order, only too early; close, reset: the connection goes.',
            ),
          ),
        },
        { ...closed, description: 'Ends the reply after so many bytes or events.' },
      ),
    ),
    profile: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'Name of a reply profile, or of a ready failure.',
      }),
    ),
    errorCode: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description:
          'With the profile failed-result: the code in the result; SERVICE_UNAVAILABLE when absent.',
      }),
    ),
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1e9,
        description:
          'The number of requests that it acts on; of runs of its sequence, if it has one. Then it is spent.',
      }),
    ),
    sequence: Type.Optional(
      Type.Array(
        Type.Unsafe<'fail' | 'succeed' | Respond>({
          type: ['string', 'object'],
          maxLength: 10,
          properties: Respond.properties,
          ...closed,
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
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The probability of acting on a request that matches; 1 when absent.',
      }),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 4294967295,
        description: 'The seed of probability and latency ranges; 1 when absent.',
      }),
    ),
    ttl: Type.Optional(Span("Milliseconds or a duration on the sandbox's clock; then the rule is over.")),
  },
  closedAs('FaultRule'),
);
export type FaultRule = Static<typeof FaultRule>;

/** The parts of a sandbox that rules use. */
export interface RuleContext {
  /** The sandbox's clock, by which rules expire. */
  now: () => number;
  /** Waits on the sandbox's clock. Rejects when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Every operation that the sandbox serves. */
  operations: readonly Operation[];
  outcomes: Outcomes;
  /** The paths of an operation. */
  pathsOf: (operation: OperationId) => readonly string[];
  /** How many requests were compared with the rules. */
  requests: () => number;
}

/** A step of a rule's sequence: forces an outcome, does nothing, or (undefined) only delays, holds or applies a profile. */
export type Step = Respond | 'succeed' | undefined;

/** @throws RuleError */
export function parseSpan(name: string, given: number | string): number {
  const spanMs = typeof given === 'number' ? given : parseDuration(given);
  if (spanMs !== undefined) return spanMs;
  throw new RuleError(
    `'${name}' must be milliseconds or a duration such as 500ms, not ${JSON.stringify(given)}.`,
  );
}

/** @returns the delay at a random share of them, in milliseconds @throws RuleError */
export function parseLatency(latency: NonNullable<FaultRule['latency']>): (share: number) => number {
  if (typeof latency !== 'object') return parseRange({ min: latency, max: latency });
  const names = Object.keys(latency).sort().join(' ');
  if (names === 'max min') return parseRange(latency as Parameters<typeof parseRange>[0]);
  if (names === 'max median p99')
    return parseDistribution(latency as Parameters<typeof parseDistribution>[0]);
  throw new RuleError("'latency' must be a duration, {min, max} or {median, p99, max}.");
}

function parseRange(given: Record<'min' | 'max', number | string>): (share: number) => number {
  const [min, max] = [parseSpan('latency', given.min), parseSpan('latency', given.max)];
  if (min > max) throw new RuleError("'latency.min' must not be greater than 'latency.max'.");
  if (max > maxWaitMs) throw new RuleError("'latency' must be at most one minute.");
  return (share) => min + Math.floor(share * (max - min + 1));
}

function parseDistribution(
  given: Record<'median' | 'p99' | 'max', number | string>,
): (share: number) => number {
  const [medianMs, p99Ms, maxMs] = (['median', 'p99', 'max'] as const).map((name) =>
    parseSpan(`latency.${name}`, given[name]),
  ) as [number, number, number];
  if (medianMs > p99Ms || p99Ms > maxMs || maxMs > maxWaitMs)
    throw new RuleError("'latency' must have median ≤ p99 ≤ max ≤ 60s.");
  return (share) => latencyAt({ medianMs, p99Ms, maxMs }, share);
}
