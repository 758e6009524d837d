import { operations as contract, type Operation, type OperationId } from '../core/operations.ts';
import type { Answer, AnswerFilter, Decision } from './decision.ts';

/** The register of decisions: what the sandbox does that the specification does not say, and which answers rely on it. */
export interface Register {
  /** Every decision, room by room. */
  readonly all: readonly Decision[];
  /** The ids of the decisions that an answer relies on, without general and noted ones. Answers may share the list. */
  reliedOn(answer: Answer): readonly string[];
  /** Of these the first that a strict sandbox does not answer by; undefined in one that is not strict. */
  objection(ids: readonly string[]): Decision | undefined;
  /** Counts a request that relied on these. The list must not change afterwards. */
  count(ids: readonly string[]): void;
  /** By id, how many requests relied on it since the start or the last whole reset. */
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
 * Most of what decides whether an answer relies on a decision is the same for all answers of an operation, a method
 * and an outcome: it is found once for each of these places. Only the other questions are asked of every answer.
 */
export function createRegister(
  all: readonly Decision[],
  { strict, prices, operations = contract, beforeReading = [] }: RegisterOptions,
): Register {
  const byId = new Map(all.map((decision) => [decision.id, decision]));
  const places = new Map<OperationId | null, ReadonlyMap<string, Place>>(
    operations.map(({ id, methods }) => [
      id,
      new Map(methods.map((method) => [method, placeAt(id, method)])),
    ]),
  );
  /** Requests that reached no operation are refused in every method. */
  const elsewhere = placeAt(null, null);
  const settings = { prices, beforeReading };
  const counter = createCounter();
  let sharedLists = 0;

  return {
    all,
    reliedOn(answer) {
      const { always, sometimes } = relianceOf(answer);
      let list = always;
      for (const { id, holds } of sometimes) if (!holds || holds(answer)) list = longer(list, id);
      return list.ids;
    },
    objection: (ids) =>
      strict ? ids.map((id) => byId.get(id)).find((decision) => decision?.strict) : undefined,
    ...counter,
  };

  function relianceOf({ operation, method, refused, errorCode }: Answer): Reliance {
    const place = places.get(operation)?.get(method) ?? elsewhere;
    const outcome = refused || place === elsewhere ? errorCode : success;
    const known = place.reliances.get(outcome);
    if (known) return known;
    const reliance = relianceAt(all, place, outcome, settings);
    place.reliances.set(outcome, reliance);
    return reliance;
  }

  /** The list with one more id, the same one each time. */
  function longer(list: SharedList, id: string): SharedList {
    const known = list.longer.get(id);
    if (known) return known;
    const made = { ids: [...list.ids, id], longer: new Map() };
    if (sharedLists >= mostSharedLists) return made;
    sharedLists += 1;
    list.longer.set(id, made);
    return made;
  }
}

/** Clients can combine questions at will; lists beyond this number are made for one answer. */
const mostSharedLists = 2_000;

/** A tree of lists: each step adds an id. */
interface SharedList {
  readonly ids: readonly string[];
  readonly longer: Map<string, SharedList>;
}

/** Answers rely on few different lists, so the lists are counted, and their ids when someone asks. */
function createCounter(): Pick<Register, 'count' | 'counts' | 'clear'> {
  const counts = new Map<string, number>();
  const lists = new Map<readonly string[], { requests: number }>();

  return {
    count(ids) {
      const counted = lists.get(ids);
      if (counted) counted.requests += 1;
      else lists.set(ids, { requests: 1 });
      if (lists.size > mostSharedLists) addUp();
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
interface Place {
  readonly operation: OperationId | null;
  readonly method: string | null;
  readonly reliances: Map<Outcome, Reliance>;
}

/** The error code of a refusal: null without one. */
type Outcome = string | null | typeof success;

const success = undefined;

interface Reliance {
  /** The decisions that every answer of a place relies on. */
  readonly always: SharedList;
  /** The others, in their order; at this outcome some need no question. */
  readonly sometimes: readonly { id: string; holds: Question | undefined }[];
}

type Question = (answer: Answer) => boolean;

const placeAt = (operation: OperationId | null, method: string | null): Place => ({
  operation,
  method,
  reliances: new Map(),
});

function relianceAt(
  all: readonly Decision[],
  place: Place,
  outcome: Outcome,
  { prices, beforeReading }: Pick<Required<RegisterOptions>, 'prices' | 'beforeReading'>,
): Reliance {
  const always: string[] = [];
  const sometimes: Reliance['sometimes'][number][] = [];
  for (const { id, reliedOnBy, knob } of all) {
    if (typeof reliedOnBy === 'string') continue;
    if (knob === 'prices' && Object.hasOwn(prices, String(place.operation))) continue;
    const filters = [reliedOnBy]
      .flat()
      .filter((filter) => applies(filter, place) && fits(filter, outcome, beforeReading));
    if (filters.length === 0) continue;
    const questions = filters.map((filter) => questionOf(filter, outcome));
    // What a code decides is listed behind what the place decides.
    if (filters.some(({ errorCodes }, index) => !errorCodes && !questions[index])) always.push(id);
    else sometimes.push({ id, holds: oneOf(questions) });
  }
  return { always: { ids: always, longer: new Map() }, sometimes };
}

/** Whether answers of this place may rely so. */
const applies = ({ on, method }: AnswerFilter, place: Place): boolean =>
  (on === undefined || (place.operation !== null && on.includes(place.operation))) &&
  (method === undefined || method === place.method);

/** Whether answers with this outcome may rely so. */
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

/** What is left to ask of a single answer; undefined if nothing is. */
function questionOf({ answers, errorCodes, when }: AnswerFilter, outcome: Outcome): Question | undefined {
  if (outcome === success || errorCodes || answers !== 'read') return when;
  // A forced refusal comes before anything is read.
  return (answer) => !answer.forced && (when?.(answer) ?? true);
}

function oneOf(questions: readonly (Question | undefined)[]): Question | undefined {
  if (questions.includes(undefined)) return undefined;
  if (questions.length === 1) return questions[0];
  return (answer) => questions.some((holds) => holds?.(answer));
}
