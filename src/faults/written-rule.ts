import { type Static, Type } from '@sinclair/typebox';
import { compileMatch, type Matchable, type Matcher } from '../core/match.ts';
import type { OperationId } from '../core/operations.ts';
import { createRandom } from '../core/random.ts';
import { createGate, type Gate } from './gate.ts';
import type { AskedOutcome, Outcome } from './outcomes.ts';
import { FaultRule, type RuleContext, RuleError, rangeOf, type Step, spanOf } from './rule.ts';
import { profileOf, targetsOf } from './targets.ts';
import type { Profile } from './torture.ts';

/** A rule that was written, and what became of it. */
export interface WrittenRule {
  readonly id: string;
  /** Orders the rules. */
  readonly number: number;
  readonly keyId: string | undefined;
  readonly gate: Gate | undefined;
  view(): FaultView;
  /** Whether everything but the body says that this request is meant. */
  needsBody(request: Matchable): boolean;
  /** What it does to a request; undefined for one that it leaves to other rules. */
  effectOn(request: Matchable): Effect | undefined;
}

/** What a rule does to one request: waits first, then the outcome or whatever the request earns, written as told. */
export interface Effect {
  /** The id of the rule. */
  readonly by: string;
  readonly waitMs?: number;
  readonly gate?: Gate;
  readonly outcome?: Outcome;
  readonly profile?: Profile;
}

/** A rule as the admin surface shows it: as written, its key by id, and what it did. */
export const FaultView = Type.Object(
  {
    id: Type.String(),
    ...FaultRule.properties,
    createdAt: Type.Integer({ description: 'Epoch milliseconds on the clock of the sandbox.' }),
    expiresAt: Type.Optional(Type.Integer({ description: 'Where it has a ttl.' })),
    state: Type.Unsafe<'live' | 'spent' | 'expired'>({ type: 'string', enum: ['live', 'spent', 'expired'] }),
    matched: Type.Integer({ description: 'Requests that matched while it was live.' }),
    hits: Type.Integer({ description: 'Those among them that it acted on.' }),
    waiting: Type.Integer({ description: 'Requests that it holds now.' }),
    warning: Type.Optional(Type.String({ description: 'Where it never fired.' })),
  },
  { additionalProperties: false },
);
export type FaultView = Static<typeof FaultView>;

/** @throws RuleError for a rule that cannot be */
export function writeRule(
  number: number,
  rule: FaultRule,
  keyId: string | undefined,
  context: RuleContext,
): WrittenRule {
  const { now, wait, outcomes } = context;
  const { latency, hold, times, sequence, probability = 1, seed = 1, ttl } = rule;
  const id = `fault-${number}`;
  const steps = stepsOf(rule);
  const profile = profileOf(rule);
  const targets = targetsOf(rule, steps, profile, context);
  const matcher = matcherOf(rule, keyId);
  const asksBody = Object.keys(rule.match.body ?? {}).length > 0;
  const range = latency === undefined ? undefined : rangeOf(latency);
  const createdAt = now();
  const expiresAt = ttl === undefined ? undefined : createdAt + spanOf('ttl', ttl);
  const gate = hold && createGate(hold.until, wait);
  const random = createRandom(seed);
  // A sequence runs once unless it is told otherwise, everything else for ever.
  const mostHits = (times ?? (sequence ? 1 : Number.POSITIVE_INFINITY)) * steps.length;
  let matched = 0;
  let hits = 0;

  const state = () => {
    if (expiresAt !== undefined && now() >= expiresAt) return 'expired';
    return hits >= mostHits ? 'spent' : 'live';
  };
  const isMeant = ({ operation }: Matchable): boolean =>
    targets.has(operation as OperationId) && state() === 'live';

  return {
    id,
    number,
    keyId,
    gate,
    needsBody: (request) =>
      asksBody &&
      isMeant(request) &&
      matcher.differences({ ...request, body: undefined }).every((term) => term.startsWith('body')),
    effectOn(request) {
      if (!isMeant(request) || !matcher.matches(request)) return undefined;
      matched += 1;
      if (probability < 1 && random() >= probability) return undefined;
      const step = steps[hits % steps.length];
      hits += 1;
      if (step === 'succeed') return { by: id };
      const outcome = step && outcomes.find(request.operation as OperationId, step);
      return {
        by: id,
        ...(range && { waitMs: range.min + Math.floor(random() * (range.max - range.min + 1)) }),
        ...(gate && { gate }),
        ...(outcome && { outcome }),
        ...(profile && { profile }),
      };
    },
    view: () => ({
      id,
      ...rule,
      match: { ...rule.match, ...(keyId !== undefined && { key: keyId }) },
      createdAt,
      ...(expiresAt !== undefined && { expiresAt }),
      state: state(),
      matched,
      hits,
      waiting: gate?.waiting ?? 0,
      ...(hits === 0 && { warning: 'This rule never fired.' }),
    }),
  };
}

function stepsOf({ respond, sequence = ['fail'] }: FaultRule): Step[] {
  return sequence.map((step) => {
    if (step === 'fail') return asked(respond);
    if (step === 'succeed') return step;
    if (typeof step === 'object') return asked(step);
    throw new RuleError(
      `'sequence' has steps "fail", "succeed" or {status, errorCode}, not ${JSON.stringify(step)}.`,
    );
  });
}

const asked = (respond: FaultRule['respond']): AskedOutcome | undefined =>
  respond as AskedOutcome | undefined;

function matcherOf({ match }: FaultRule, keyId: string | undefined): Matcher {
  try {
    return compileMatch(match, keyId);
  } catch (error) {
    if (error instanceof RangeError) throw new RuleError(error.message);
    throw error;
  }
}
