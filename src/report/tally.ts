import type { Millicredits } from '../core/credits.ts';
import type { Call } from './call.ts';
import { type CounterOptions, type Counters, createCounters } from './counters.ts';
import { evidenceOf } from './evidence.ts';
import type { Finding } from './findings.ts';
import { createJudge, type Judge } from './judge.ts';
import type { NextStep } from './model.ts';
import { type OperationSource, operationFacts, unknownPath } from './operation-facts.ts';
import { createOutcomes, type OutcomeSource, type Outcomes } from './outcomes.ts';
import { type WasteRuleName, wasteRuleNames } from './rules.ts';
import type { TallyInput } from './tally-input.ts';

/**
 * Counts what the requests of a run prove, while they pass, and hands them to the rules. Its memory is bounded by keys,
 * operations and tests, not by requests.
 */
export interface Tally {
  /** false = it counts nothing. */
  readonly on: boolean;
  /** Counts a request that was recorded. Call this only while the tally is on. */
  countRequest(input: TallyInput): void;
  /** Counts a request whose reply is a stream that begins. */
  countStream(input: TallyInput): CountedStream;
  /** Adds what a stream cost, once its hold became a charge. */
  addStreamCharge(
    traceId: string,
    keyId: string | null,
    operation: string | null,
    credits: Millicredits,
  ): void;
  /** Counts the failure of a stream that was counted when it began. Call it before the client hears of it. */
  addStreamFailure(traceId: string, errorCode: string): void;
  /** Notes that the next reply to a key of this account comes after a renewal. */
  noteRenewal(account: string): void;
  /** Notes the facts of data that a stream sends after it was counted. */
  noteStreamFacts(operation: string, facts: number, traceId: string): void;
  /** Notes that an admin call changed a key or its account, or all: the same request may now get another answer. */
  noteOutsideChange(keyId?: string): void;
  /** The name of a key that was counted; null without one. */
  labelOf(keyId: string): string | null;
  /** Goes on after a reset of the whole sandbox, with which journal and register begin anew. @param assumed counts so far */
  reset(assumed: ReadonlyMap<string, number>): void;
  /** Forgets everything. @param assumed the present counts of the register, from which the next report counts on */
  clear(assumed: ReadonlyMap<string, number>): void;
  /** The counts and findings so far. */
  counts(): TallyCounts;
  readonly outcomes: Outcomes;
  /** By rule, the credits wasted since the start: neither a reset nor a new report lowers them. */
  wasted(): ReadonlyMap<WasteRuleName, Millicredits>;
}

export interface CountedStream {
  /** @param whole whether the client read it to its end @param isCut whether a test broke it off */
  end(outcome: { whole: boolean; isCut: boolean }): void;
}

export interface TallyCounts extends Pick<Counters, 'met' | 'all' | 'keys' | 'testRows' | 'operations'> {
  /** When the counting began, on the sandbox's clock. */
  readonly since: number;
  readonly outcomes: Outcomes;
  readonly nextStepOf: (outcome: number) => NextStep;
  /** In the order of the report. */
  readonly findings: readonly Finding[];
  readonly operationIds: readonly string[];
  readonly labelOf: Tally['labelOf'];
  /** By decision, what to add to the register's count. */
  readonly carried: ReadonlyMap<string, number>;
}

export interface TallyOptions extends OperationSource, Pick<CounterOptions, 'about' | 'isFrozen'> {
  readonly on: boolean;
  readonly generations: readonly OutcomeSource[];
  /** The name that a key was given; null without one. */
  readonly labelOf: (keyId: string) => string | null;
  /** The instant of the clock. */
  readonly now: () => number;
}

/** Streams that may wait for their charge. */
const maxOpenStreams = 10_000;

/** One report. */
interface Run {
  readonly since: number;
  readonly counters: Counters;
  readonly judge: Judge;
  readonly carried: Map<string, number>;
  /** The streams that began, by their trace ids. */
  readonly streams: Map<string, OpenStream>;
}

/** A stream, whose charge may come later. */
interface OpenStream {
  readonly call: Call;
  /** Its outcome is known, so the rules have it. */
  isTaken: boolean;
}

export function createTally(options: TallyOptions): Tally {
  const { isFrozen, now } = options;
  const outcomes = createOutcomes(options.generations);
  const facts = operationFacts(options, outcomes);
  const operationIds = [...facts.keys()];
  const wasted = new Map<WasteRuleName, Millicredits>(wasteRuleNames.map((rule) => [rule, 0]));
  let run = begin();

  function begin(): Run {
    const counters = createCounters({
      ...options,
      ...{ outcomes, facts, unknownPath: unknownPath(facts.size) },
    });
    const judge = createJudge({
      onPaidAgain: counters.addPaidTwice,
      onRefreshed: ({ input, operation }) => counters.met.countRefreshed(input, operation),
      onWaste: (rule, credits) => void wasted.set(rule, (wasted.get(rule) as number) + credits),
    });
    return { since: now(), counters, judge, carried: new Map(), streams: new Map() };
  }

  function labelOf(keyId: string): string | null {
    return options.labelOf(keyId) ?? run.counters.keys.find(keyId)?.label ?? null;
  }

  return {
    on: options.on,
    ...{ outcomes, labelOf },
    countRequest: (input) => run.judge.take(run.counters.count(input)),
    countStream: (input) => countStream(() => run, input),
    addStreamCharge(traceId, keyId, operation, credits) {
      const stream = run.streams.get(traceId);
      const { request, test } = stream?.call.input ?? { request: { keyId, operation }, test: null };
      run.counters.addCredits(request, test, credits);
      if (!stream) return;
      stream.call.credits += credits;
      evidenceOf(stream.call.input).credits += credits;
      takeStream(run, stream);
    },
    addStreamFailure(traceId, errorCode) {
      const stream = run.streams.get(traceId);
      if (!stream) return;
      run.counters.addFailure(stream.call, errorCode);
      takeStream(run, stream);
    },
    noteRenewal: (account) => run.counters.met.noteRenewal(account),
    noteStreamFacts(id, factBits, traceId) {
      const operation = facts.get(id);
      if (!operation) return;
      const call = run.streams.get(traceId)?.call;
      const added = run.counters.met.countResult(operation, factBits, call?.input);
      if (call) call.outcomes = [...call.outcomes, ...added];
    },
    noteOutsideChange: (keyId) => run.counters.noteChange(keyId),
    reset(assumed) {
      for (const [id, requests] of assumed) run.carried.set(id, (run.carried.get(id) ?? 0) + requests);
      // Ids of requests begin anew, so what waits for a later request is decided now.
      run.judge.decide();
      run.counters.noteChange();
    },
    clear(assumed) {
      run.judge.judgeAll();
      run = begin();
      for (const [id, requests] of assumed) run.carried.set(id, -requests);
    },
    counts() {
      run.judge.judgeAll();
      return {
        ...run.counters,
        ...{ outcomes, operationIds, labelOf },
        since: run.since,
        carried: run.carried,
        nextStepOf: run.judge.nextSteps.summary(!isFrozen()),
        findings: run.judge.findings().all(),
      };
    },
    wasted() {
      run.judge.judgeAll();
      return wasted;
    },
  };
}

/** @param runNow the report at present: a stream may end in a later one than it began */
function countStream(runNow: () => Run, input: TallyInput): CountedStream {
  // What becomes of the stream changes its evidence.
  evidenceOf(input);
  const { counters, streams } = runNow();
  const stream: OpenStream = { call: counters.count(input, input.request.credits === 0), isTaken: false };
  if (input.request.credits > 0) takeStream(runNow(), stream);
  const { traceId } = input.request;
  if (traceId !== null) streams.set(traceId, stream);
  if (streams.size > maxOpenStreams) streams.delete(streams.keys().next().value ?? '');
  return {
    end({ whole, isCut }) {
      const run = runNow();
      if (traceId !== null) run.streams.delete(traceId);
      takeStream(run, stream);
      if (!whole && !isCut) run.judge.takeLeft(stream.call);
    },
  };
}

function takeStream({ judge }: Run, stream: OpenStream): void {
  if (!stream.isTaken) judge.take(stream.call);
  stream.isTaken = true;
}
