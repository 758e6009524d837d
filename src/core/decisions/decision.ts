import { parseFields, parseQueryFields } from '../fields.ts';
import { type OperationId, operations } from '../operations.ts';
import { selectedNames } from '../selection.ts';
import { isObject } from '../values.ts';

/**
 * A behaviour that a client can notice and that the specification leaves open, and how certain it is. Each
 * module declares its own.
 */
export interface Decision {
  /** Kebab-case, unique: its name in comments, in the journal and in `/__admin/decisions`. */
  readonly id: string;
  /** The behaviour, in one sentence without its full stop. */
  readonly what: string;
  /** `observed`: public descriptions or real clients of the service agree on it. `assumed`: nothing public shows it. */
  readonly tag: 'observed' | 'assumed';
  /** The code that behaves so: a file below `src`, or a path that begins with `seed/`, and a name in it. */
  readonly at: string;
  /** Changes the behaviour: the name of a setting, or a term of self-describing keys such as `rate=`. */
  readonly setting?: string;
  /** Why the setting `strict` refuses calls that rely on it: how a wrong guess would mislead client code. */
  readonly strict?: string;
  /**
   * The answers that rely on it. `general`: all of them, or none visibly, so single answers do not list it. `noted`:
   * the code notes it with `relyOn`.
   */
  readonly reliedOnBy: 'general' | 'noted' | AnswerFilter | readonly AnswerFilter[];
}

/** A condition on an answer; all its terms must hold. */
export interface AnswerFilter {
  /** Answers of these operations. By default of all, and of requests that reached none. */
  readonly on?: readonly OperationId[];
  readonly method?: 'GET' | 'POST';
  /**
   * `success` by default; with `errorCodes` always a refusal. `read`: a success, or a refusal that came after the
   * parameters were read; so not one for the key, the rate or a permission, and not a forced one.
   */
  readonly answers?: 'success' | 'refusal' | 'read' | 'any';
  /** Refusals with one of these: `errorCode` of generation 3, error string of generation 2. */
  readonly errorCodes?: readonly string[];
  readonly when?: (answer: AnsweredRequest) => boolean;
}

/** The parts of a request and its answer on which decisions depend. */
export interface AnsweredRequest {
  /** null on a request that reached no operation. */
  readonly operation: OperationId | null;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** Whether the service has this path, in whatever method. */
  readonly pathServed: boolean;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The query of a GET, the parsed body of a POST, valid or not. */
  readonly parameters: unknown;
  readonly refused: boolean;
  /** Whether a header or a rule forced the refusal before the request was read. */
  readonly forced: boolean;
  /** null on success and on unknown paths. */
  readonly errorCode: string | null;
  /** null before the key is recognised. */
  readonly caller: CallerTerms | null;
}

/** The terms of a key on which decisions depend. */
interface CallerTerms {
  readonly unlimited: boolean;
  readonly limited: boolean;
  readonly fractional: boolean;
  /** null if its rate is not limited. */
  readonly rate: object | null;
}

/** A table of decisions by id. */
export const decisionTable = <const Id extends string>(
  table: Readonly<Record<Id, Omit<Decision, 'id'>>>,
): Readonly<Record<Id, Decision>> =>
  Object.fromEntries(
    Object.entries<Omit<Decision, 'id'>>(table).map(([id, decision]) => [id, { id, ...decision }]),
  ) as Record<Id, Decision>;

/** A decision as the command line and the admin surface show it. */
export const decisionView = ({ id, what, tag, at, setting, strict, reliedOnBy }: Decision) => ({
  id,
  what,
  tag,
  at,
  setting: setting ?? null,
  strict: strict ?? null,
  general: reliedOnBy === 'general',
});

/** The operations with ids such as `{platform}/profile`, on every platform that has them. */
export const onEveryPlatform = (...ids: readonly `${string}{platform}${string}`[]): readonly OperationId[] =>
  operations.flatMap(({ id, platform }) =>
    platform !== null && ids.some((each) => each.replace('{platform}', platform) === id) ? [id] : [],
  );

/** The codes for too few credits, and for a reached spend limit. */
export const creditShortages = ['INSUFFICIENT_CREDITS', 'KEY_SPEND_THRESHOLD_EXCEEDED'] as const;

/** The value that was sent under a name; own properties only. */
export const sentValue = ({ parameters }: AnsweredRequest, name: string): unknown =>
  isObject(parameters) && Object.hasOwn(parameters, name) ? parameters[name] : undefined;

/** Whether a parameter was sent, whatever its value. */
export const hasParameter =
  (name: string) =>
  (answer: AnsweredRequest): boolean =>
    sentValue(answer, name) !== undefined;

/** Whether `fields` was sent by a key with fractional calls; from other keys it is not read. */
export const selectsFields = (answer: AnsweredRequest): boolean =>
  answer.caller?.fractional === true && hasParameter('fields')(answer);

/** Whether the answer has one of these parts of the record. It has all of them unless `fields` selects some. */
export const returnsParts =
  (parts: RegExp) =>
  (answer: AnsweredRequest): boolean => {
    const fields = sentValue(answer, 'fields');
    if (fields === undefined) return true;
    const operation = answer.operation as OperationId;
    const parsed =
      answer.method === 'GET'
        ? parseQueryFields(operation, stringsIn(fields))
        : parseFields(operation, fields);
    if ('problems' in parsed || parsed.selection === 'whole') return true;
    return [...selectedNames(parsed.selection)].some((name) => parts.test(name));
  };

const stringsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string');

/** Whether a search sorts by one of these names. */
export const sortsBy =
  (names: RegExp) =>
  (answer: AnsweredRequest): boolean => {
    const sortBy = sentValue(answer, 'sortBy');
    return typeof sortBy === 'string' && names.test(sortBy);
  };

/** Whether a search has one of these filters, and `fits` accepts it. */
export const filtersBy =
  (
    names: readonly string[] | RegExp,
    fits: (filter: Readonly<Record<string, unknown>>) => boolean = () => true,
  ) =>
  (answer: AnsweredRequest): boolean => {
    const filters = sentValue(answer, 'filters');
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
