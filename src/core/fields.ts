import { type FieldProblem, type ProblemReporter, problemList } from './errors.ts';
import { findOperation, isFractional, type OperationId, operations } from './operations.ts';
import { partsToCome } from './price-list.ts';
import { partNames } from './prices.ts';
import type { SearchBlock, Selection } from './selection.ts';
import { isObject, jsonTypeOf, shortenedText } from './values.ts';

/**
 * Reads the `fields` of a body (contract 4.3) for every operation except searches. The caller has
 * already checked that the key may use it. `undefined` means that the request has no `fields`; null is a
 * wrong value.
 * @returns what to return, or every problem at once
 */
export function parseFields(operation: OperationId, raw: unknown): ParsedFields {
  if (raw === undefined) return { selection: 'whole' };
  const found = findOperation(operation);
  const read = isFractional(found) ? fieldsReaders[found.fields] : readNothing;
  return reported((report) => ({ selection: read(operation, raw, 'fields', report) }));
}

export type ParsedFields = { selection: Selection } | { problems: FieldProblem[] };

/**
 * Reads `fields` of a query (assumed: fields-get). Text that begins like JSON is parsed as JSON; any other
 * text is one name. Names may be repeated.
 */
export function parseQueryFields(
  operation: OperationId,
  raw: string | readonly string[] | undefined,
): ParsedFields {
  const texts = typeof raw === 'string' ? [raw] : raw;
  if (texts === undefined) return { selection: 'whole' };
  if (texts.includes('')) return oneProblem("'fields' must not be empty.", 'too_small');
  if (!texts.some(beginsLikeJson)) return parseFields(operation, texts);
  if (texts.length > 1) return oneProblem("'fields' as JSON must be given once and alone.", 'invalid_type');
  try {
    return parseFields(operation, JSON.parse(String(texts)));
  } catch {
    return oneProblem("'fields' is not valid JSON.", 'invalid_json');
  }
}

/**
 * Reads the `fields` of a search (contract 4.3(5)): operations of the same platform by their bare names,
 * each with its own `fields`. Empty inner `fields` select the whole record (assumed: search-fields).
 * @returns one block per named operation; none if `fields` is absent or an empty object
 */
export function parseSearchFields(
  search: OperationId,
  raw: unknown,
): { blocks: readonly SearchBlock[] } | { problems: FieldProblem[] } {
  if (raw === undefined) return { blocks: [] };
  return reported((report) => ({ blocks: readBlocks(search, raw, 'fields', report) }));
}

type FieldsReader = (operation: OperationId, raw: unknown, at: string, report: ProblemReporter) => Selection;

const fieldsReaders: Record<'array' | 'object', FieldsReader> = { array: readNames, object: readCounts };

function reported<Result>(read: (report: ProblemReporter) => Result): Result | { problems: FieldProblem[] } {
  const { problems, report } = problemList();
  const result = read(report);
  return problems.length > 0 ? { problems } : result;
}

/** contract 4.3(4): some operations do not accept `fields`. */
function readNothing(...[, , at, report]: Parameters<FieldsReader>): Selection {
  report(at, "'fields' is not accepted by this operation.", 'unrecognized_key');
  return 'whole';
}

/** contract 4.3(2): whole fields, by name. */
function readNames(...[operation, raw, at, report]: Parameters<FieldsReader>): Selection {
  if (!Array.isArray(raw)) {
    report(at, `Expected an array of field names, received ${jsonTypeOf(raw)}.`, 'invalid_type');
    return 'whole';
  }
  const names = new Set<string>();
  for (const [index, name] of raw.entries()) {
    if (report.full) break;
    const where = `${at}[${index}]`;
    if (typeof name !== 'string')
      report(where, `Expected a field name, received ${jsonTypeOf(name)}.`, 'invalid_type');
    // a name given twice counts once (assumed: fields-twice)
    else if (!names.has(name)) checkName(operation, name, where, report);
    names.add(name);
  }
  // contract 4.3(7): an empty list is the same as no `fields`
  return raw.length === 0 ? 'whole' : { form: 'array', names };
}

/** contract 4.3(3): a number of items per array. */
function readCounts(...[operation, raw, at, report]: Parameters<FieldsReader>): Selection {
  if (!isObject(raw)) {
    report(
      at,
      `Expected an object from array names to item counts, received ${jsonTypeOf(raw)}.`,
      'invalid_type',
    );
    for (const [index, name] of (Array.isArray(raw) ? raw : []).entries())
      if (report.full) break;
      else if (typeof name === 'string' && legacyForm.test(name))
        checkName(operation, name, `${at}[${index}]`, report);
    return 'whole';
  }
  const counts = new Map<string, number>();
  // entries of 100,000 names would take longer than to parse them
  for (const name of Object.keys(raw)) {
    if (report.full) break;
    const where = `${at}.${shortenedText(name)}`;
    if (!checkName(operation, name, where, report)) continue;
    const items = readCount(raw[name], where, report);
    if (items !== undefined) counts.set(name, items);
  }
  return counts.size === 0 ? 'whole' : { form: 'object', counts };
}

function readBlocks(...[operation, raw, at, report]: Parameters<FieldsReader>): readonly SearchBlock[] {
  if (!isObject(raw)) {
    report(
      at,
      `Expected an object from operation names to their fields, received ${jsonTypeOf(raw)}.`,
      'invalid_type',
    );
    return [];
  }
  const known = blockOperations(operation);
  const blocks: SearchBlock[] = [];
  for (const name of Object.keys(raw)) {
    if (report.full) break;
    const where = `${at}.${shortenedText(name)}`;
    const of = known.get(name);
    if (of === undefined) report(where, unknownBlock(name, [...known.keys()]), 'unrecognized_key');
    else blocks.push({ name, operation: of.id, selection: of.read(of.id, raw[name], where, report) });
  }
  return blocks;
}

/** The look-ups of the search's platform that accept `fields`. */
export function blockOperations(search: OperationId) {
  const platform = findOperation(search)?.platform;
  return new Map(
    operations
      .filter(isFractional)
      .filter((operation) => operation.platform === platform)
      .map(({ id, fields }) => [id.slice(id.indexOf('/') + 1), { id, read: fieldsReaders[fields] }] as const),
  );
}

function unknownBlock(name: string, known: readonly string[]): string {
  const bare = name.slice(name.lastIndexOf('/') + 1);
  return bare !== name && known.includes(bare)
    ? `Operations are named without their platform: '${bare}'.`
    : `'${shortenedText(name)}' is not one of ${known.join(', ')}.`;
}

const legacyForm = /^[^:]*:[^:]*$/;

/** Whether the name can be selected; otherwise reports what to send instead. */
function checkName(operation: OperationId, name: string, where: string, report: ProblemReporter): boolean {
  const known = partNames(operation);
  if (known.includes(name)) return true;
  const shown = shortenedText(name);
  const parent = name.split(/[./[]/, 1)[0] ?? '';
  if (partsToCome[operation]?.includes(name))
    report(where, `'${shown}' is not yet available.`, 'not_available');
  else if (legacyForm.test(name))
    report(
      where,
      `The form 'name:N' is not accepted; counts are given as an object, {"name": N}.`,
      'legacy_form',
    );
  else if (parent !== name && known.includes(parent))
    report(
      where,
      `Parts of '${parent}' cannot be selected; request '${parent}' instead of '${shown}'.`,
      'sub_field',
    );
  else report(where, `'${shown}' is not one of ${known.join(', ')}.`, 'unrecognized_field');
  return false;
}

/** contract 4.3(6, 8): null or any whole number from 0 up, however large. */
function readCount(count: unknown, where: string, report: ProblemReporter): number | undefined {
  if (count === null) return 0;
  if (typeof count !== 'number') {
    report(where, `Expected a whole number, received ${jsonTypeOf(count)}.`, 'invalid_type');
    return undefined;
  }
  if (count < 0) report(where, 'The count must not be negative.', 'too_small');
  if (!Number.isInteger(count)) report(where, 'The count must be a whole number.', 'not_integer');
  return count;
}

const oneProblem = (message: string, code: string) => ({ problems: [{ field: 'fields', message, code }] });

const beginsLikeJson = (text: string): boolean => text.startsWith('[') || text.startsWith('{');
