import { type Static, Type } from '@sinclair/typebox';
import { compileMatch, type Matchable, type Matcher } from '../core/match.ts';
import type { OperationId } from '../core/operations.ts';
import { choice, closedAs } from '../core/schema.ts';
import { createGate, type Gate } from './gate.ts';
import type { ReplyProfile } from './profiles.ts';
import { withReadyFailure } from './ready.ts';
import { assertRespond, type Failure, failureOf, type Respond } from './respond.ts';
import { FaultRule, parseLatency, parseSpan, type RuleContext, type Step } from './rule.ts';
import { type RuleCounts, ruleCounts } from './rule-counts.ts';
import { RuleError } from './rule-error.ts';
import { profileOf, targetsOf } from './targets.ts';

/** A fault rule that is ready to match requests. It counts what it did. */
export interface CompiledRule {
  readonly id: string;
  /** Its place in the order in which rules were added. */
  readonly number: number;
  readonly keyId: string | undefined;
  readonly gate: Gate | undefined;
  view(): FaultView;
  /** Counts a match. @returns undefined if the rule does not match or does not act */
  effectOn(request: Matchable): Effect | undefined;
}

/** The effect of a rule on one request, in order: delay, gate, forced failure, reply profile. */
export interface Effect {
  /** The id of the rule. */
  readonly by: string;
  readonly waitMs?: number;
  readonly gate?: Pick<Gate, 'enter'>;
  readonly failure?: Failure;
  readonly profile?: ReplyProfile;
}

/** A rule in replies of the admin surface: as it was sent, with the id of its key, its state and counts. */
export const FaultView = Type.Object(
  {
    id: Type.String(),
    ...FaultRule.properties,
    createdAt: Type.Integer({ description: 'Epoch milliseconds on the clock of the sandbox.' }),
    expiresAt: Type.Optional(
      Type.Integer({ description: 'Epoch milliseconds on the clock of the sandbox; only with a ttl.' }),
    ),
    state: choice(['live', 'spent', 'expired']),
    matched: Type.Integer({ description: 'Requests that matched while it was live.' }),
    hits: Type.Integer({ description: 'The matching requests that it acted on.' }),
    waiting: Type.Integer({ description: 'Requests that it holds now.' }),
    warning: Type.Optional(
      Type.String({ description: 'The reason why it never fired, once requests have come since.' }),
    ),
  },
  closedAs('FaultView'),
);
export type FaultView = Static<typeof FaultView>;

const ruleId = (number: number): string => `fault-${number}`;

/** @throws RuleError if the rule is invalid */
export function compileRule(
  number: number,
  given: FaultRule,
  keyId: string | undefined,
  context: RuleContext,
  shared?: { counts: RuleCounts; createdAt: number; gate: Gate },
): CompiledRule {
  const { now, wait, requests } = context;
  const rule = withReadyFailure(given);
  const { hold, probability = 1, seed = 1, ttl } = rule;
  const id = ruleId(number);
  const effect = effectTerms(id, rule, context);
  const targets = targetsOf(rule, effect.steps, effect.profile, context);
  const matcher = matcherOf(rule, keyId);
  const createdAt = shared?.createdAt ?? now();
  const requestsBefore = requests();
  const expiresAt = ttl === undefined ? undefined : createdAt + parseSpan('ttl', ttl);
  const gate = hold && (shared?.gate ?? createGate(hold.until, wait));
  const counts = shared?.counts ?? ruleCounts(seed);
  const maxHits = maxHitsOf(rule);

  const state = () => {
    if (expiresAt !== undefined && now() >= expiresAt) return 'expired';
    return counts.hits >= maxHits ? 'spent' : 'live';
  };
  const isTarget = ({ operation }: Matchable): boolean =>
    targets.has(operation as OperationId) && state() === 'live';

  return {
    id,
    number,
    keyId,
    gate,
    effectOn(request) {
      if (!isTarget(request) || !matcher.matches(request)) return undefined;
      counts.matched += 1;
      if (probability < 1 && counts.draw() >= probability) return undefined;
      return nextEffect(effect, request.operation as OperationId, gate, counts);
    },
    view: () => ({
      id,
      ...given,
      match: { ...given.match, ...(keyId !== undefined && { key: keyId }) },
      createdAt,
      ...(expiresAt !== undefined && { expiresAt }),
      state: state(),
      matched: counts.matched,
      hits: counts.hits,
      waiting: gate?.waiting ?? 0,
      ...(counts.hits === 0 && requests() > requestsBefore && { warning: 'This rule never fired.' }),
    }),
  };
}

/** How often a rule acts. A sequence runs once by default; other rules have no limit. */
export const maxHitsOf = ({ times, sequence }: FaultRule): number =>
  (times ?? (sequence ? 1 : Number.POSITIVE_INFINITY)) * (sequence?.length ?? 1);

/** The terms of a rule that say what it does to a request. */
type EffectTerms = ReturnType<typeof effectTerms>;

/** @throws RuleError */
const effectTerms = (id: string, rule: FaultRule, { outcomes }: Pick<RuleContext, 'outcomes'>) => ({
  id,
  outcomes,
  steps: stepsOf(rule),
  profile: profileOf(rule, outcomes),
  latency: rule.latency === undefined ? undefined : parseLatency(rule.latency),
});

/** The effect of the next step, which it counts. */
function nextEffect(
  { id, steps, latency, profile, outcomes }: EffectTerms,
  operation: OperationId,
  gate: Gate | undefined,
  counts: RuleCounts,
): Effect {
  const step = steps[counts.hits % steps.length];
  counts.hits += 1;
  if (step === 'succeed') return { by: id };
  const failure = step && failureOf(operation, step, outcomes);
  return {
    by: id,
    ...(latency && { waitMs: latency(counts.draw()) }),
    ...(gate && { gate }),
    ...(failure && { failure }),
    ...(profile && { profile }),
  };
}

function stepsOf({ respond, sequence = ['fail'] }: FaultRule): Step[] {
  const fail = checked(respond);
  return sequence.map((step) => {
    if (step === 'fail') return fail;
    if (step === 'succeed') return step;
    if (typeof step === 'object') return checked(step);
    throw new RuleError(
      `A step of 'sequence' is "fail", "succeed" or an answer such as {status, errorCode}, not ${JSON.stringify(step)}.`,
    );
  });
}

/** @throws RuleError */
function checked(respond: Respond | undefined): Respond | undefined {
  if (respond) assertRespond(respond);
  return respond;
}

function matcherOf({ match }: FaultRule, keyId: string | undefined): Matcher {
  try {
    return compileMatch(match, keyId);
  } catch (error) {
    if (error instanceof RangeError) throw new RuleError(error.message);
    throw error;
  }
}
