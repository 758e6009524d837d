import type { ProblemReporter } from './errors.ts';
import { isObject, jsonTypeOf, wrongTypeMessage } from './values.ts';

/** A name that a search filters by. Each index has its table of names. */
export interface FilterName {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly sortable: boolean;
}

/** One condition of a search. All conditions must hold, so a repeated name makes a range (observed). */
export type Filter = StringFilter | NumberFilter | BooleanFilter;

/** Holds if any of the texts matches: whole, or as a part (`isFuzzySearch`). */
export interface StringFilter {
  readonly name: string;
  readonly type: 'string';
  readonly anyOf: readonly string[];
  readonly contains: boolean;
}

export interface NumberFilter {
  readonly name: string;
  readonly type: 'number';
  readonly op: '>' | '=' | '<';
  readonly value: number;
}

export interface BooleanFilter {
  readonly name: string;
  readonly type: 'boolean';
  readonly value: boolean;
}

export const filterOperators = ['in', '>', '=', '<'] as const;

/** The operators that a type accepts (observed). */
export const operatorsOf = {
  string: ['=', 'in'],
  number: ['>', '=', '<'],
  boolean: ['='],
} as const satisfies Record<FilterName['type'], readonly (typeof filterOperators)[number][]>;

export const maxFilters = 10;
export const maxFilterValues = 100;

/** Limits on the length of each text of a search and of all together, which bound its cost (assumed: search-size). */
export const maxFilterCharacters = 1_000;
export const maxFilterCharactersInAll = 20_000;

/**
 * Reads `filters` of a generation 3 search. Reports every problem at once, each with its path, such as
 * `filters[0].filterName`.
 * @param fewest the minimum number of filters of the operation
 * @returns the well-formed filters
 */
export function parseFilters(
  names: readonly FilterName[],
  raw: unknown,
  fewest: 0 | 1,
  report: ProblemReporter,
): Filter[] {
  if (!Array.isArray(raw)) {
    reportWrongType('filters', raw, 'array', report);
    return [];
  }
  if (raw.length < fewest) report('filters', 'At least 1 filter object is required.', 'too_small');
  if (raw.length > maxFilters)
    report(
      'filters',
      `Exceeded max filters of ${maxFilters}. Must be between ${fewest} and ${maxFilters}.`,
      'too_big',
    );
  const filters = raw
    .slice(0, maxFilters)
    .flatMap((filter, index) => parseFilter(names, filter, `filters[${index}]`, report) ?? []);
  if (charactersIn(filters) > maxFilterCharactersInAll)
    report(
      'filters',
      `The texts of all filters must have at most ${maxFilterCharactersInAll} characters.`,
      'too_big',
    );
  return filters;
}

function charactersIn(filters: readonly Filter[]): number {
  let characters = 0;
  for (const filter of filters)
    if (filter.type === 'string') for (const { length } of filter.anyOf) characters += length;
  return characters;
}

/** Reports a value that is missing or of another JSON type. */
export function reportWrongType(field: string, value: unknown, kind: string, report: ProblemReporter): void {
  if (value === undefined) report(field, `Missing required field: '${field}'.`, 'required');
  else report(field, wrongTypeMessage(field, kind, value), 'invalid_type');
}

function parseFilter(
  names: readonly FilterName[],
  raw: unknown,
  at: string,
  report: ProblemReporter,
): Filter | undefined {
  if (!isObject(raw)) {
    reportWrongType(at, raw, 'object', report);
    return undefined;
  }
  const { filterName, op, value, isFuzzySearch = false } = raw;
  const known = findName(names, filterName, `${at}.filterName`, report);
  const fits = checkOperator(known, op, `${at}.op`, report);
  if (typeof isFuzzySearch !== 'boolean')
    reportWrongType(`${at}.isFuzzySearch`, isFuzzySearch, 'boolean', report);
  if (value === undefined) reportWrongType(`${at}.value`, value, 'any', report);
  if (!known || !fits || value === undefined) return undefined;
  return filterReaders[known.type](known.name, { op, value, isFuzzySearch }, `${at}.value`, report);
}

function findName(
  names: readonly FilterName[],
  given: unknown,
  at: string,
  report: ProblemReporter,
): FilterName | undefined {
  if (typeof given !== 'string') {
    reportWrongType(at, given, 'string', report);
    return undefined;
  }
  const known = names.find(({ name }) => name === given);
  if (!known)
    report(at, `'${at}' must be one of: ${names.map(({ name }) => name).join(', ')}.`, 'invalid_enum');
  return known;
}

/** Whether the operator exists and, if the name is known, its type accepts it. */
function checkOperator(
  known: FilterName | undefined,
  op: unknown,
  at: string,
  report: ProblemReporter,
): boolean {
  if (typeof op !== 'string') {
    reportWrongType(at, op, 'string', report);
    return false;
  }
  const accepted: readonly string[] = known ? operatorsOf[known.type] : filterOperators;
  if (accepted.includes(op)) return true;
  report(
    at,
    known
      ? `'${known.name}' is a ${known.type} filter. Its operator must be one of: ${accepted.join(', ')}.`
      : `'${at}' must be one of: ${accepted.join(', ')}.`,
    'invalid_enum',
  );
  return false;
}

interface FilterInput {
  op: unknown;
  value: unknown;
  isFuzzySearch: unknown;
}

type FilterReader = (
  name: string,
  given: FilterInput,
  at: string,
  report: ProblemReporter,
) => Filter | undefined;

const filterReaders: Record<FilterName['type'], FilterReader> = {
  string: readString,
  number: readNumber,
  boolean: readBoolean,
};

function readString(...[name, { op, value, isFuzzySearch }, at, report]: Parameters<FilterReader>) {
  const anyOf = op === 'in' ? readTexts(name, value, at, report) : readText(name, value, at, report);
  return anyOf && ({ name, type: 'string', anyOf, contains: isFuzzySearch === true } as const);
}

/** A number sent as text is refused (observed), and one that no number can hold (assumed: infinite-filter). */
function readNumber(...[name, { op, value }, at, report]: Parameters<FilterReader>) {
  if (typeof value !== 'number') return wrongValue(name, 'a number', value, at, report);
  if (Number.isFinite(value)) return { name, type: 'number', op: op as NumberFilter['op'], value } as const;
  // `1e999` is valid JSON and Infinity once it is read
  report(at, `'${name}' takes a finite number.`, 'invalid_type');
  return undefined;
}

function readBoolean(...[name, { value }, at, report]: Parameters<FilterReader>) {
  if (typeof value === 'boolean') return { name, type: 'boolean', value } as const;
  return wrongValue(name, 'a boolean', value, at, report);
}

function readText(name: string, value: unknown, at: string, report: ProblemReporter): string[] | undefined {
  if (typeof value !== 'string') return wrongValue(name, 'a string', value, at, report);
  checkLength(value, at, report);
  return [value];
}

function readTexts(name: string, value: unknown, at: string, report: ProblemReporter): string[] | undefined {
  if (!Array.isArray(value)) return wrongValue(name, `with 'in' an array of strings`, value, at, report);
  if (value.length === 0 || value.length > maxFilterValues) {
    report(
      at,
      value.length === 0
        ? 'At least 1 value is required.'
        : `Exceeded max values of ${maxFilterValues}. Must be between 1 and ${maxFilterValues}.`,
      value.length === 0 ? 'too_small' : 'too_big',
    );
    return undefined;
  }
  for (const [index, text] of value.entries())
    if (typeof text !== 'string') wrongValue(name, 'strings', text, `${at}[${index}]`, report);
    else checkLength(text, `${at}[${index}]`, report);
  return value.filter((text) => typeof text === 'string');
}

function checkLength(text: string, at: string, report: ProblemReporter): void {
  if (text.length > maxFilterCharacters)
    report(at, `'${at}' must have at most ${maxFilterCharacters} characters.`, 'too_big');
}

function wrongValue(
  name: string,
  expected: string,
  value: unknown,
  at: string,
  report: ProblemReporter,
): undefined {
  report(at, `'${name}' takes ${expected}, received ${jsonTypeOf(value)}.`, 'invalid_type');
}
