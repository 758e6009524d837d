import { parseFields, parseQueryFields } from '../core/fields.ts';
import { type OperationId, operations } from '../core/operations.ts';
import { selectedNames } from '../core/selection.ts';
import { isObject } from '../core/values.ts';

/**
 * A behaviour that the specification leaves open, and how sure we are of it. What the specification says is no
 * decision; everything else that a client can notice is one, and stands beside the room that behaves so.
 */
export interface Decision {
  /** Kebab-case, unique: comments, notes and `/__admin/decisions` name it so. */
  readonly id: string;
  /** The behaviour, in one sentence without its end. */
  readonly what: string;
  /** `observed`: public descriptions or real clients of the service agree on it. `assumed`: nobody shows it; we chose. */
  readonly tag: 'observed' | 'assumed';
  /** Where the code that behaves so is: a file under `src`, and a name in it. */
  readonly at: string;
  /** What changes it: a setting by its name, or a term of self-describing keys such as `rate=`. */
  readonly knob?: string;
  /** Why the setting `strict` refuses calls that lean on it: how a wrong guess would mislead client code. */
  readonly strict?: string;
  /**
   * Which answers lean on it. `general`: all of them, or none that shows it by itself; such a decision is told of
   * the sandbox and not of single answers. `noted`: the behaviour itself says so (`lean`).
   */
  readonly reliedOnBy: 'general' | 'noted' | AnswerFilter | readonly AnswerFilter[];
}

/** Answers by what can be told of them; all terms must hold. */
export interface AnswerFilter {
  /** Of these operations; of all when absent, and then on requests that reached none too. */
  readonly on?: readonly OperationId[];
  readonly method?: 'GET' | 'POST';
  /**
   * `success` when absent; with `errorCodes` always a refusal. `read`: a success, or a refusal of what the request
   * asks for: not for its key, rate or permission, nor one that was forced before anyone looked.
   */
  readonly answers?: 'success' | 'refusal' | 'read' | 'any';
  /** Refusals with one of these: `errorCode` of generation 3, error string of generation 2. */
  readonly errorCodes?: readonly string[];
  readonly when?: (answer: Answer) => boolean;
}

/** A request and what is answered, as far as decisions look at it. */
export interface Answer {
  /** null on a request that reached no operation. */
  readonly operation: OperationId | null;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** Whether the service has this path, in whatever method. */
  readonly pathServed: boolean;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The query of a GET, the parsed body of a POST: whatever the client sent. */
  readonly given: unknown;
  readonly refused: boolean;
  /** Whether the refusal was forced before the request was read: by a header or a rule. */
  readonly forced: boolean;
  /** null on success and on unknown paths. */
  readonly errorCode: string | null;
  /** null before the key is recognised. */
  readonly caller: Asking | null;
}

/** The key that asks, as far as decisions look at it. */
export interface Asking {
  readonly unlimited: boolean;
  readonly limited: boolean;
  readonly fractional: boolean;
  /** null where nothing limits its rate. */
  readonly rate: object | null;
}

/** A table of decisions by id. */
export const decisions = <const Id extends string>(
  table: Readonly<Record<Id, Omit<Decision, 'id'>>>,
): Readonly<Record<Id, Decision>> =>
  Object.fromEntries(
    Object.entries<Omit<Decision, 'id'>>(table).map(([id, decision]) => [id, { id, ...decision }]),
  ) as Record<Id, Decision>;

/** A decision as people and programs are told of it. */
export const shown = ({ id, what, tag, at, knob, strict, reliedOnBy }: Decision) => ({
  id,
  what,
  tag,
  at,
  knob: knob ?? null,
  strict: strict ?? null,
  general: reliedOnBy === 'general',
});

/** Operations of generation 3 by their names without a platform, such as `profile`: on every platform that has it. */
export const everyPlatforms = (...names: readonly string[]): readonly OperationId[] =>
  operations.flatMap(({ id, generation, platform }) =>
    generation === 3 && platform !== null && names.includes(id.slice(id.indexOf('/') + 1)) ? [id] : [],
  );

/** The same of generation 2: `Basic` is `v2/gramBasic`, `v2/clipBasic`, `v2/tubeBasic`. */
export const everyPlatforms2 = (...kinds: readonly string[]): readonly OperationId[] =>
  operations.flatMap(({ id, generation, platform }) =>
    generation === 2 && platform !== null && kinds.some((kind) => id === `v2/${platform}${kind}`) ? [id] : [],
  );

/** Refusals of generation 3 for want of credits, or of what the key may spend. */
export const shortages = ['INSUFFICIENT_CREDITS', 'KEY_SPEND_THRESHOLD_EXCEEDED'] as const;

export const ofGeneration = (generation: 2 | 3): readonly OperationId[] =>
  operations.flatMap((operation) => (operation.generation === generation ? [operation.id] : []));

/** What was sent under a name, own properties alone. */
export const sent = ({ given }: Answer, name: string): unknown =>
  isObject(given) && Object.hasOwn(given, name) ? given[name] : undefined;

/** Whether a parameter was sent, whatever its value. */
export const gives =
  (name: string) =>
  (answer: Answer): boolean =>
    sent(answer, name) !== undefined;

/** Whether `fields` was sent by a key that may use it: to any other it is not read. */
export const selects = (answer: Answer): boolean =>
  answer.caller?.fractional === true && gives('fields')(answer);

/** Whether a record is answered with one of these parts: with all of them unless `fields` says which. */
export const returns =
  (parts: RegExp) =>
  (answer: Answer): boolean => {
    const fields = sent(answer, 'fields');
    if (fields === undefined || answer.operation === null) return true;
    const parsed =
      answer.method === 'GET'
        ? parseQueryFields(answer.operation, texts(fields))
        : parseFields(answer.operation, fields);
    if ('problems' in parsed || parsed.selection === 'whole') return true;
    return [...selectedNames(parsed.selection)].some((name) => parts.test(name));
  };

const texts = (value: unknown): readonly string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string');

/** Whether a search was asked for an order by one of these names. */
export const sortsBy =
  (names: RegExp) =>
  (answer: Answer): boolean => {
    const sortBy = sent(answer, 'sortBy');
    return typeof sortBy === 'string' && names.test(sortBy);
  };

/** Whether a search was asked for one of these filters, with a condition that fits. */
export const filtersBy =
  (
    names: readonly string[] | RegExp,
    fits: (filter: Readonly<Record<string, unknown>>) => boolean = () => true,
  ) =>
  (answer: Answer): boolean => {
    const filters = sent(answer, 'filters');
    return (
      Array.isArray(filters) &&
      filters.some((filter: unknown) => {
        if (!isObject(filter)) return false;
        const name = filter['filterName'] ?? filter['filterKey'];
        if (typeof name !== 'string') return false;
        return (Array.isArray(names) ? names.includes(name) : (names as RegExp).test(name)) && fits(filter);
      })
    );
  };
