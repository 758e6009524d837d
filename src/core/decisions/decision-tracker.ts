import { operations as contract, type Operation, type OperationId } from '../operations.ts';
import type { AnsweredRequest, AnswerFilter, Decision } from './decision.ts';

/** Tells on which decisions an answer relies, and counts the requests that relied on each. */
export interface DecisionTracker {
  /** Every decision, module by module. */
  readonly all: readonly Decision[];
  /** The ids of the decisions that an answer relies on, without general and noted ones. Answers may share the list. */
  reliedOn(answer: AnsweredRequest): readonly string[];
  /** The first of these that a strict sandbox refuses; undefined if there is none, or if the sandbox is not strict. */
  objection(ids: readonly string[]): Decision | undefined;
  /** Counts a request that relied on these. The list must not change afterwards. */
  count(ids: readonly string[]): void;
  /** By id, how many requests relied on it since the start or the last whole reset. */
  counts(): ReadonlyMap<string, number>;
  clear(): void;
}

export interface DecisionTrackerOptions {
  strict: boolean;
  /** Operations whose prices the user replaced; decisions about prices do not apply to them. */
  prices: Readonly<Record<string, unknown>>;
  operations?: readonly Operation[];
  /** The codes of refusals for the key, the rate or the permission. */
  beforeReading?: readonly string[];
}

/**
 * Sorts the decisions once per operation, method and outcome: those that every such answer relies on, and those that
 * depend on the single answer. A request then only checks the latter.
 */
export function createDecisionTracker(
  all: readonly Decision[],
  { strict, prices, operations = contract, beforeReading = [] }: DecisionTrackerOptions,
): DecisionTracker {
  const byId = new Map(all.map((decision) => [decision.id, decision]));
  const kinds = new Map<OperationId | null, ReadonlyMap<string, AnswerKind>>(
    operations.map(({ id, methods }) => [
      id,
      new Map(methods.map((method) => [method, answerKind(id, method)])),
    ]),
  );
  /** Requests that reached no operation are refused in every method. */
  const unrouted = answerKind(null, null);
  const settings = { prices, beforeReading };
  const counter = createCounter();
  let sharedLists = 0;

  return {
    all,
    reliedOn(answer) {
      const { always, conditional } = candidatesOf(answer);
      let list = always;
      for (const { id, holds } of conditional) if (!holds || holds(answer)) list = longer(list, id);
      return list.ids;
    },
    objection: (ids) =>
      strict ? ids.map((id) => byId.get(id)).find((decision) => decision?.strict) : undefined,
    ...counter,
  };

  function candidatesOf({ operation, method, refused, errorCode }: AnsweredRequest): Candidates {
    const kind = kinds.get(operation)?.get(method) ?? unrouted;
    const outcome = refused || kind === unrouted ? errorCode : success;
    const known = kind.candidates.get(outcome);
    if (known) return known;
    const found = candidatesFor(all, kind, outcome, settings);
    kind.candidates.set(outcome, found);
    return found;
  }

  /** The list with one more id; the same list each time. */
  function longer(list: SharedList, id: string): SharedList {
    const known = list.longer.get(id);
    if (known) return known;
    const made = { ids: [...list.ids, id], longer: new Map() };
    if (sharedLists >= maxSharedLists) return made;
    sharedLists += 1;
    list.longer.set(id, made);
    return made;
  }
}

/** Lists beyond this number are not shared: clients can combine conditions at will. */
const maxSharedLists = 2_000;

/** A tree of lists: each step adds an id. */
interface SharedList {
  readonly ids: readonly string[];
  readonly longer: Map<string, SharedList>;
}

/** Counts lists, of which there are few because answers share them, and adds up their ids when asked. */
function createCounter(): Pick<DecisionTracker, 'count' | 'counts' | 'clear'> {
  const counts = new Map<string, number>();
  const lists = new Map<readonly string[], { requests: number }>();

  return {
    count(ids) {
      const counted = lists.get(ids);
      if (counted) counted.requests += 1;
      else lists.set(ids, { requests: 1 });
      if (lists.size > maxSharedLists) addUp();
    },
    counts() {
      addUp();
      return counts;
    },
    clear() {
      counts.clear();
      lists.clear();
    },
  };

  function addUp(): void {
    for (const [ids, { requests }] of lists)
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + requests);
    lists.clear();
  }
}

/** The answers of one operation in one method. */
interface AnswerKind {
  readonly operation: OperationId | null;
  readonly method: string | null;
  readonly candidates: Map<Outcome, Candidates>;
}

/** The error code of a refusal: null without one. */
type Outcome = string | null | typeof success;

const success = undefined;

interface Candidates {
  /** The decisions that every answer of a kind relies on. */
  readonly always: SharedList;
  /** The other decisions, in their order; some have no condition at this outcome. */
  readonly conditional: readonly { id: string; holds: AnswerCondition | undefined }[];
}

type AnswerCondition = (answer: AnsweredRequest) => boolean;

const answerKind = (operation: OperationId | null, method: string | null): AnswerKind => ({
  operation,
  method,
  candidates: new Map(),
});

function candidatesFor(
  all: readonly Decision[],
  kind: AnswerKind,
  outcome: Outcome,
  { prices, beforeReading }: Pick<Required<DecisionTrackerOptions>, 'prices' | 'beforeReading'>,
): Candidates {
  const always: string[] = [];
  const conditional: Candidates['conditional'][number][] = [];
  for (const { id, reliedOnBy, setting } of all) {
    if (typeof reliedOnBy === 'string') continue;
    if (setting === 'prices' && Object.hasOwn(prices, String(kind.operation))) continue;
    const filters = [reliedOnBy]
      .flat()
      .filter((filter) => applies(filter, kind) && fits(filter, outcome, beforeReading));
    if (filters.length === 0) continue;
    const conditions = filters.map((filter) => conditionOf(filter, outcome));
    // Decisions by error code come after those of every answer.
    if (filters.some(({ errorCodes }, index) => !errorCodes && !conditions[index])) always.push(id);
    else conditional.push({ id, holds: anyCondition(conditions) });
  }
  return { always: { ids: always, longer: new Map() }, conditional };
}

/** Whether the filter can match answers of this kind. */
const applies = ({ on, method }: AnswerFilter, kind: AnswerKind): boolean =>
  (on === undefined || (kind.operation !== null && on.includes(kind.operation))) &&
  (method === undefined || method === kind.method);

/** Whether the filter can match answers with this outcome. */
function fits(
  { answers = 'success', errorCodes }: AnswerFilter,
  outcome: Outcome,
  beforeReading: readonly string[],
): boolean {
  if (outcome === success) return !errorCodes && answers !== 'refusal';
  if (errorCodes) return outcome !== null && errorCodes.includes(outcome);
  if (answers === 'read') return outcome === null || !beforeReading.includes(outcome);
  return answers !== 'success';
}

/** The part of a filter that depends on the single answer; undefined if nothing does. */
function conditionOf(
  { answers, errorCodes, when }: AnswerFilter,
  outcome: Outcome,
): AnswerCondition | undefined {
  if (outcome === success || errorCodes || answers !== 'read') return when;
  // A forced refusal comes before anything is read.
  return (answer) => !answer.forced && (when?.(answer) ?? true);
}

function anyCondition(conditions: readonly (AnswerCondition | undefined)[]): AnswerCondition | undefined {
  if (conditions.includes(undefined)) return undefined;
  if (conditions.length === 1) return conditions[0];
  return (answer) => conditions.some((holds) => holds?.(answer));
}
