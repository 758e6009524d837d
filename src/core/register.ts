import type { Answer, Decision, Lean } from './decision.ts';
import { findOperation, operations } from './operations.ts';

/** The register of decisions: what the sandbox does that the specification does not say, and who leaned on it. */
export interface Register {
  /** Every decision, room by room. */
  readonly all: readonly Decision[];
  /** The ids of the decisions on which an answer leans; general ones and noted ones are not among them. */
  leanedOn(answer: Answer): readonly string[];
  /** Of these the first that a strict sandbox does not answer by; undefined in one that is not strict. */
  objection(ids: readonly string[]): Decision | undefined;
  /** One more request leaned on these. */
  count(ids: readonly string[]): void;
  /** By id, how many requests leaned on it since the start or the last whole reset. */
  counts(): ReadonlyMap<string, number>;
  clear(): void;
}

/**
 * What can be told of an answer before it comes is told once, here: of each method of each operation, which
 * decisions every success leans on, and which only some, each with its question.
 * @param prices operations whose prices are the user's own: they are nobody's assumption any more
 */
export function createRegister(
  all: readonly Decision[],
  { strict, prices }: { strict: boolean; prices: Readonly<Record<string, unknown>> },
): Register {
  const byId = new Map(all.map((decision) => [decision.id, decision]));
  const compiled = new Map(places.map((place) => [place, compile(all, place, prices)]));
  const counts = new Map<string, number>();

  return {
    all,
    leanedOn(answer) {
      const place = `${answer.refused ? 'refused' : 'answered'} ${answer.method} ${answer.operation}`;
      const { always, sometimes } = compiled.get(place) ?? (answer.refused ? elsewhere() : nothing);
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

  /** Requests that reached no operation, in whatever method. */
  function elsewhere(): Compiled {
    return compiled.get(noOperation) ?? nothing;
  }
}

interface Compiled {
  always: readonly string[];
  sometimes: readonly { id: string; holds: (answer: Answer) => boolean }[];
}

const nothing: Compiled = { always: [], sometimes: [] };

const noOperation = 'refused * null';
const places: readonly string[] = [
  noOperation,
  ...operations.flatMap(({ id, methods }) =>
    methods.flatMap((method) => [`answered ${method} ${id}`, `refused ${method} ${id}`]),
  ),
];

function compile(
  all: readonly Decision[],
  place: string,
  prices: Readonly<Record<string, unknown>>,
): Compiled {
  const always: string[] = [];
  const sometimes: Compiled['sometimes'][number][] = [];
  for (const { id, leans, knob } of all) {
    if (typeof leans === 'string') continue;
    const [, , operation = ''] = place.split(' ');
    if (knob === 'prices' && Object.hasOwn(prices, operation)) continue;
    const questions = [leans]
      .flat()
      .flatMap((lean) => (applies(lean, place) ? [questionOf(lean, place)] : []));
    if (questions.length === 0) continue;
    if (questions.includes(undefined)) always.push(id);
    else sometimes.push({ id, holds: (answer) => questions.some((holds) => holds?.(answer)) });
  }
  return { always, sometimes };
}

/** Whether answers of this method of this operation may lean so. */
function applies({ on, method, answers = 'success', errorCodes }: Lean, place: string): boolean {
  const [outcome, asked, operation = ''] = place.split(' ');
  const wanted = errorCodes ? 'refused' : (outcomes[answers] ?? outcome);
  const id = findOperation(operation)?.id;
  return (
    outcome === wanted &&
    (on === undefined || (id !== undefined && on.includes(id))) &&
    (method === undefined || method === asked)
  );
}

/** Which outcomes a term means; undefined = both. */
const outcomes = { success: 'answered', refusal: 'refused', read: undefined, any: undefined } as const;

/** What is left to ask of a single answer; undefined where nothing is. */
function questionOf(
  { answers, errorCodes, when }: Lean,
  place: string,
): ((answer: Answer) => boolean) | undefined {
  if (errorCodes)
    return (answer) =>
      answer.errorCode !== null && errorCodes.includes(answer.errorCode) && (when?.(answer) ?? true);
  if (answers !== 'read' || place.startsWith('answered')) return when;
  return (answer) => wasRead(answer) && (when?.(answer) ?? true);
}

const wasRead = ({ forced, errorCode }: Answer): boolean =>
  !forced && (errorCode === null || !unread.includes(errorCode));

/** Refusals for the key, the rate or the permission, of both generations. */
const unread: readonly string[] = [
  'UNAUTHORIZED',
  'RATE_LIMIT_EXCEEDED',
  'FORBIDDEN',
  'AuthFailed',
  'QuotaKey',
  'APIKeyOnlyForTesting',
  'QuotaRate',
  'QuotaNotPaid',
];
