import { operations as contract, type Operation, type OperationId } from '../core/operations.ts';
import type { Answer, AnswerFilter, Decision } from './decision.ts';

/** The behaviours that the specification leaves open, and how many requests relied on each. */
export interface Register {
  /** Every decision, room by room. */
  readonly all: readonly Decision[];
  /** The ids of the decisions that an answer relies on, without general and noted ones. */
  reliedOn(answer: Answer): readonly string[];
  /** The first of these that a strict sandbox refuses; undefined if there is none, or if the sandbox is not strict. */
  objection(ids: readonly string[]): Decision | undefined;
  /** Counts one more request that relied on these. */
  count(ids: readonly string[]): void;
  /** By id, how many requests relied on it since the start or the last whole reset. */
  counts(): ReadonlyMap<string, number>;
  clear(): void;
}

export interface RegisterOptions {
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
export function createRegister(
  all: readonly Decision[],
  { strict, prices, operations = contract, beforeReading = [] }: RegisterOptions,
): Register {
  const byId = new Map(all.map((decision) => [decision.id, decision]));
  const candidates = (kind: AnswerKind) => candidatesFor(all, kind, prices, beforeReading);
  const successes = byOperation(operations, (operation, method) =>
    candidates({ operation, method, refused: false }),
  );
  const refusals = byOperation(operations, (operation, method) =>
    candidates({ operation, method, refused: true }),
  );
  /** Requests that reached no operation are refused, whatever their method. */
  const elsewhere = candidates({ operation: null, method: null, refused: true });
  const counts = new Map<string, number>();

  return {
    all,
    reliedOn(answer) {
      const known = (answer.refused ? refusals : successes).get(answer.operation)?.get(answer.method);
      const { always, conditional } = known ?? elsewhere;
      const found = conditional.filter(({ holds }) => holds(answer));
      return found.length === 0 ? always : [...always, ...found.map(({ id }) => id)];
    },
    objection: (ids) =>
      strict ? ids.map((id) => byId.get(id)).find((decision) => decision?.strict) : undefined,
    count(ids) {
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    },
    counts: () => counts,
    clear: () => counts.clear(),
  };
}

/** Answers that share their candidates. */
interface AnswerKind {
  operation: OperationId | null;
  method: string | null;
  refused: boolean;
}

/** The decisions that answers of one kind can rely on. */
interface Candidates {
  always: readonly string[];
  conditional: readonly { id: string; holds: (answer: Answer) => boolean }[];
}

const byOperation = (
  operations: readonly Operation[],
  candidates: (operation: OperationId, method: string) => Candidates,
): ReadonlyMap<OperationId | null, ReadonlyMap<string, Candidates>> =>
  new Map(
    operations.map(({ id, methods }) => [
      id,
      new Map(methods.map((method) => [method, candidates(id, method)])),
    ]),
  );

function candidatesFor(
  all: readonly Decision[],
  kind: AnswerKind,
  prices: Readonly<Record<string, unknown>>,
  beforeReading: readonly string[],
): Candidates {
  const always: string[] = [];
  const conditional: Candidates['conditional'][number][] = [];
  for (const { id, reliedOnBy, knob } of all) {
    if (typeof reliedOnBy === 'string') continue;
    if (knob === 'prices' && Object.hasOwn(prices, String(kind.operation))) continue;
    const conditions = [reliedOnBy]
      .flat()
      .flatMap((filter) => (applies(filter, kind) ? [conditionOf(filter, kind, beforeReading)] : []));
    if (conditions.length === 0) continue;
    if (conditions.includes(undefined)) always.push(id);
    else conditional.push({ id, holds: (answer) => conditions.some((holds) => holds?.(answer)) });
  }
  return { always, conditional };
}

/** Whether the filter can match answers of this kind. */
function applies({ on, method, answers = 'success', errorCodes }: AnswerFilter, kind: AnswerKind): boolean {
  const outcome = errorCodes ? 'refusal' : answers;
  return (
    outcome !== (kind.refused ? 'success' : 'refusal') &&
    (on === undefined || (kind.operation !== null && on.includes(kind.operation))) &&
    (method === undefined || method === kind.method)
  );
}

/** The part of a filter that depends on the single answer; undefined if nothing does. */
function conditionOf(
  { answers, errorCodes, when }: AnswerFilter,
  { refused }: AnswerKind,
  beforeReading: readonly string[],
): ((answer: Answer) => boolean) | undefined {
  if (errorCodes)
    return (answer) =>
      answer.errorCode !== null && errorCodes.includes(answer.errorCode) && (when?.(answer) ?? true);
  if (answers !== 'read' || !refused) return when;
  return (answer) => wasRead(answer, beforeReading) && (when?.(answer) ?? true);
}

const wasRead = ({ forced, errorCode }: Answer, beforeReading: readonly string[]): boolean =>
  !forced && (errorCode === null || !beforeReading.includes(errorCode));
