import { operations as contract, type Operation, type OperationId } from '../core/operations.ts';
import type { Answer, AnswerFilter, Decision } from './decision.ts';

/** The register of decisions: what the sandbox does that the specification does not say, and who leaned on it. */
export interface Register {
  /** Every decision, room by room. */
  readonly all: readonly Decision[];
  /** The ids of the decisions on which an answer reliedOnBy; general ones and noted ones are not among them. */
  reliedOn(answer: Answer): readonly string[];
  /** Of these the first that a strict sandbox does not answer by; undefined in one that is not strict. */
  objection(ids: readonly string[]): Decision | undefined;
  /** One more request leaned on these. */
  count(ids: readonly string[]): void;
  /** By id, how many requests leaned on it since the start or the last whole reset. */
  counts(): ReadonlyMap<string, number>;
  clear(): void;
}

export interface RegisterOptions {
  strict: boolean;
  /** Operations whose prices are the user's own: they are no assumption any more. */
  prices: Readonly<Record<string, unknown>>;
  operations?: readonly Operation[];
  /** The codes of refusals for the key, the rate or the permission. */
  beforeReading?: readonly string[];
}

/**
 * What can be told of an answer before it comes is told once: of each method of each operation, which
 * decisions every success and every refusal leans on, and which only some, each with its question.
 */
export function createRegister(
  all: readonly Decision[],
  { strict, prices, operations = contract, beforeReading = [] }: RegisterOptions,
): Register {
  const byId = new Map(all.map((decision) => [decision.id, decision]));
  const told = (place: Place) => relianceAt(all, place, prices, beforeReading);
  const answered = byOperation(operations, (operation, method) =>
    told({ operation, method, refused: false }),
  );
  const refused = byOperation(operations, (operation, method) => told({ operation, method, refused: true }));
  /** Requests that reached no operation are refused in whatever method. */
  const elsewhere = told({ operation: null, method: null, refused: true });
  const counts = new Map<string, number>();

  return {
    all,
    reliedOn(answer) {
      const known = (answer.refused ? refused : answered).get(answer.operation)?.get(answer.method)?.();
      const { always, sometimes } = known ?? elsewhere;
      const found = sometimes.filter(({ holds }) => holds(answer));
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

/** Where answers come from that are told together. */
interface Place {
  operation: OperationId | null;
  method: string | null;
  refused: boolean;
}

interface Reliance {
  always: readonly string[];
  sometimes: readonly { id: string; holds: (answer: Answer) => boolean }[];
}

const byOperation = (
  operations: readonly Operation[],
  told: (operation: OperationId, method: string) => Reliance,
): ReadonlyMap<OperationId | null, ReadonlyMap<string, () => Reliance>> =>
  new Map(
    operations.map(({ id, methods }) => [
      id,
      new Map(methods.map((method) => [method, once(() => told(id, method))])),
    ]),
  );

/** Most runs call few operations, so the answer is found when it is asked for. */
function once<T extends object>(find: () => T): () => T {
  let found: T | undefined;
  return () => (found ??= find());
}

function relianceAt(
  all: readonly Decision[],
  place: Place,
  prices: Readonly<Record<string, unknown>>,
  beforeReading: readonly string[],
): Reliance {
  const always: string[] = [];
  const sometimes: Reliance['sometimes'][number][] = [];
  for (const { id, reliedOnBy, knob } of all) {
    if (typeof reliedOnBy === 'string') continue;
    if (knob === 'prices' && Object.hasOwn(prices, String(place.operation))) continue;
    const questions = [reliedOnBy]
      .flat()
      .flatMap((filter) => (applies(filter, place) ? [questionOf(filter, place, beforeReading)] : []));
    if (questions.length === 0) continue;
    if (questions.includes(undefined)) always.push(id);
    else sometimes.push({ id, holds: (answer) => questions.some((holds) => holds?.(answer)) });
  }
  return { always, sometimes };
}

/** Whether answers of this place may lean so. */
function applies({ on, method, answers = 'success', errorCodes }: AnswerFilter, place: Place): boolean {
  const outcome = errorCodes ? 'refusal' : answers;
  return (
    outcome !== (place.refused ? 'success' : 'refusal') &&
    (on === undefined || (place.operation !== null && on.includes(place.operation))) &&
    (method === undefined || method === place.method)
  );
}

/** What is left to ask of a single answer; undefined where nothing is. */
function questionOf(
  { answers, errorCodes, when }: AnswerFilter,
  { refused }: Place,
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
