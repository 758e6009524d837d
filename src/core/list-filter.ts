import { isInYears, parseInstant } from './clock.ts';
import { compileGlob, plainPath } from './glob.ts';
import { compilePointer, sameJson } from './json-values.ts';
import { nearest, nearestHint } from './nearest.ts';
import { compareTexts } from './order.ts';
import { shortenedText } from './values.ts';

/** A condition on one member of a request: `credits>3`. */
export interface FilterTerm {
  /** `credits`, `query.uniqueId`, `body/filters/0`. */
  readonly member: string;
  readonly operator: Operator;
  readonly value: string;
  /** The value where it was given as JSON: `body={"/minFollowers": 5}`. */
  readonly json?: unknown;
}

/** What a line of the filter language asks for: `key=checkout credits>3 path~profile sort=-credits limit=20`. */
export interface ListFilter {
  readonly terms: readonly FilterTerm[];
  readonly sort?: { readonly member: string; readonly isDescending: boolean };
  readonly limit?: number;
}

/** A mistake in a filter. The message is a sentence for the user. */
export class FilterError extends Error {}

export const maxFilterCharacters = 2_000;
const maxTerms = 20;
/** A glob is compared with each path, at the cost of both lengths. */
const maxGlobCharacters = 200;
const maxLimit = 1_000_000;

type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~';
type Kind = 'text' | 'path' | 'number' | 'instant' | 'boolean' | 'list' | 'json';

/** The members of a request in the journal. */
const members: Readonly<Record<string, Kind>> = {
  id: 'number',
  at: 'instant',
  realAt: 'instant',
  key: 'text',
  operation: 'text',
  matched: 'boolean',
  method: 'text',
  path: 'path',
  query: 'json',
  body: 'json',
  bodyCut: 'boolean',
  status: 'number',
  errorCode: 'text',
  credits: 'number',
  durationMs: 'number',
  traceId: 'text',
  injected: 'text',
  notes: 'list',
  callSite: 'text',
  decisions: 'list',
};
const unsortable: readonly Kind[] = ['list', 'json'];
const memberNames = Object.keys(members);
const words = [...memberNames, 'since', 'decision', 'sort', 'limit'];

/** @throws FilterError */
export function parseListFilter(text: string): ListFilter {
  const { words: loose, filter } = parseSearch(text);
  const [word] = loose;
  if (word === undefined) return filter;
  throw new FilterError(
    words.includes(word)
      ? `"${word}" has no operator and value; in a shell, quote the term: '${word}=…'.`
      : `"${shortenedText(word)}" is not a term; write terms as status=402 or credits>3, and values with blanks in double quotes.`,
  );
}

/** As `parseListFilter`, but words without an operator are words to search for. @throws FilterError */
export function parseSearch(text: string): { words: string[]; filter: ListFilter } {
  if (text.length > maxFilterCharacters)
    throw new FilterError(`A filter has at most ${maxFilterCharacters} characters.`);
  const pieces = scan(text);
  if (pieces.length > maxTerms) throw new FilterError(`A filter has at most ${maxTerms} terms.`);
  const terms = pieces.filter((piece) => typeof piece !== 'string');
  const sorts = terms.filter(({ member }) => member === 'sort').map(readSort);
  const limits = terms.filter(({ member }) => member === 'limit').map(readLimit);
  if (sorts.length > 1 || limits.length > 1) throw new FilterError("Give 'sort' and 'limit' once each.");
  const [sort] = sorts;
  const [limit] = limits;
  return {
    words: pieces.filter((piece) => typeof piece === 'string'),
    filter: {
      terms: terms
        .filter(({ member }) => member !== 'sort' && member !== 'limit')
        .flatMap(expandTerm)
        .map(checkedTerm),
      ...(sort && { sort }),
      ...(limit !== undefined && { limit }),
    },
  };
}

const blank = /\s/;
const operatorPattern = /!=|>=|<=|=|>|<|~/y;
/** A URL with a query is a word. */
const memberPattern = /^(?:[A-Za-z]\w*$|query\.|body\/)/;

/** Splits a line into terms and words, in one pass. */
function scan(text: string): (FilterTerm | string)[] {
  const pieces: (FilterTerm | string)[] = [];
  let at = 0;
  while (at < text.length) {
    if (blank.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const start = at;
    while (at < text.length && !/[\s=!<>~]/.test(text[at] ?? '')) at += 1;
    const member = text.slice(start, at);
    operatorPattern.lastIndex = at;
    const [operator] = operatorPattern.exec(text) ?? [];
    if (operator === undefined || !memberPattern.test(member)) {
      while (at < text.length && !blank.test(text[at] ?? '')) at += 1;
      pieces.push(text.slice(start, at));
      continue;
    }
    const from = at + operator.length;
    const { value, end } = valueAt(text, from);
    if (end === from)
      throw new FilterError(`"${text.slice(start, from)}" has no value; "" is the empty one.`);
    pieces.push({ member, operator: operator as Operator, value });
    at = end;
  }
  return pieces;
}

function valueAt(text: string, from: number): { value: string; end: number } {
  if (text[from] === '"') return quotedAt(text, from);
  const end = text[from] === '{' ? endOfJson(text, from) : endOfWord(text, from);
  return { value: text.slice(from, end), end };
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && !blank.test(text[end] ?? '')) end += 1;
  return end;
}

/** A backslash stands before a quotation mark or a backslash that belongs to the value. */
function quotedAt(text: string, from: number): { value: string; end: number } {
  let value = '';
  for (let at = from + 1; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '"') {
      if (at + 1 < text.length && !blank.test(text[at + 1] ?? ''))
        throw new FilterError(`Write a blank behind ${shortenedText(text.slice(from, at + 1))}.`);
      return { value, end: at + 1 };
    }
    if (letter === '\\' && /["\\]/.test(text[at + 1] ?? '')) at += 1;
    value += text[at];
  }
  throw new FilterError(`The quotation mark before ${shortenedText(text.slice(from + 1))} has no end.`);
}

/** JSON may have blanks; braces within its strings do not count. */
function endOfJson(text: string, from: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') isInString = !isInString;
    else if (isInString) at += letter === '\\' ? 1 : 0;
    else if (letter === '{') depth += 1;
    else if (letter === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new FilterError(`The JSON ${shortenedText(text.slice(from))} has no end.`);
}

function readSort({ operator, value }: FilterTerm): NonNullable<ListFilter['sort']> {
  const member = value.replace(/^-/, '');
  const sortable = memberNames.filter((name) => !unsortable.includes(members[name] ?? 'json'));
  if (operator !== '=' || !sortable.includes(member))
    throw new FilterError(`'sort' has no "${shortenedText(value)}"${nearestHint(member, sortable)}.`);
  return { member, isDescending: value.startsWith('-') };
}

function readLimit({ operator, value }: FilterTerm): number {
  if (operator !== '=' || !/^[1-9]\d{0,6}$/.test(value) || Number(value) > maxLimit)
    throw new FilterError(`'limit' must be limit=1 to limit=${maxLimit}.`);
  return Number(value);
}

/** Terms of the admin surface's queries by their members: `since`, `decision`, and objects in JSON. */
function expandTerm(term: FilterTerm): FilterTerm[] {
  const { member, operator, value } = term;
  if (member === 'since' && operator === '=') return [{ member: 'at', operator: '>=', value }];
  if (member === 'decision') return [{ ...term, member: 'decisions' }];
  if ((member !== 'query' && member !== 'body') || operator !== '=' || !value.startsWith('{')) return [term];
  const json = readJson(member, value);
  return Object.entries(json).map(([name, each]) => {
    if (member === 'query' && typeof each !== 'string')
      throw new FilterError("The values of 'query' must be strings.");
    const text = typeof each === 'string' ? each : JSON.stringify(each);
    return {
      member: member === 'query' ? `query.${name}` : `body${name}`,
      operator,
      value: text,
      json: each,
    };
  });
}

function readJson(member: string, text: string): Record<string, unknown> {
  try {
    const json = JSON.parse(text) as Record<string, unknown>;
    if (Object.keys(json).length <= maxTerms) return json;
  } catch {}
  throw new FilterError(`'${member}' must be a JSON object with at most ${maxTerms} members.`);
}

function kindOf(member: string): Kind {
  if (/^query\../.test(member) || member.startsWith('body/')) return 'json';
  const kind = Object.hasOwn(members, member) ? members[member] : undefined;
  if (kind) return kind;
  const shown = shortenedText(member);
  const parameter = nearest(member, words, 2) === undefined ? `; a parameter is query.${shown}` : '';
  throw new FilterError(`There is no member "${shown}"${nearestHint(member, words)}${parameter}.`);
}

/** Compiles a term only to refuse what it cannot compare. */
function checkedTerm(term: FilterTerm): FilterTerm {
  const { member, json } = term;
  if (member === 'query') throw new FilterError("Write 'query' as query.<parameter>, or as a JSON object.");
  if (member.startsWith('body/') || (json !== undefined && !member.startsWith('query.'))) pointerOf(member);
  compileTerm(term);
  return term;
}

/** @throws FilterError for what is no JSON pointer */
export function pointerOf(member: string): (value: unknown) => unknown {
  try {
    return compilePointer(member.slice('body'.length));
  } catch (error) {
    throw new FilterError((error as Error).message);
  }
}

/** Whether a member that was read from a request meets the term. An absent one is the empty text. */
export function compileTerm({ member, operator, value, json }: FilterTerm): (found: unknown) => boolean {
  const kind = kindOf(member);
  const isAny = (holds: (each: unknown) => boolean) => (found: unknown) =>
    holds(found) || (Array.isArray(found) && (found.length === 0 ? holds('') : found.some(holds)));
  if (operator === '~') {
    const part = value.toLowerCase();
    return isAny((found) => textOf(found, kind).toLowerCase().includes(part));
  }
  if (operator === '=' || operator === '!=') {
    const isEqual = isAny(equality(kind, member, value, json));
    return operator === '=' ? isEqual : (found) => !isEqual(found);
  }
  if (kind !== 'number' && kind !== 'instant' && kind !== 'json')
    throw new FilterError(`'${member}' takes ${kind === 'boolean' ? '= and !=' : '=, != and ~'}.`);
  const bound = numberOf(kind, member, value);
  const compare = comparisons[operator];
  return isAny((found) => compare(numeric(found), bound));
}

/** Comparisons with NaN, which stands for what is no number, do not hold. */
const comparisons: Readonly<Record<'>' | '>=' | '<' | '<=', (a: number, b: number) => boolean>> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};

function equality(kind: Kind, member: string, value: string, json: unknown): (found: unknown) => boolean {
  if (kind === 'number' || kind === 'instant') {
    const wanted = numberOf(kind, member, value);
    return (found) => found === wanted;
  }
  if (kind === 'boolean' && value !== 'true' && value !== 'false')
    throw new FilterError(`'${member}' is true or false, not "${shortenedText(value)}".`);
  if (kind === 'path') {
    if (value.length > maxGlobCharacters)
      throw new FilterError(`'path' has at most ${maxGlobCharacters} characters.`);
    const fits = compileGlob(value);
    return (found) => fits(plainPath(String(found)));
  }
  if (json !== undefined) return (found) => sameJson(json, found);
  return (found) => textOf(found, kind) === value;
}

function textOf(found: unknown, kind: Kind): string {
  if (found === null || found === undefined) return '';
  if (kind === 'instant') return new Date(found as number).toISOString();
  return typeof found === 'object' ? JSON.stringify(found) : String(found);
}

function numberOf(kind: Kind, member: string, value: string): number {
  const wanted = kind === 'instant' ? parseInstant(value) : numeric(value);
  if (kind === 'instant' ? isInYears(wanted) : !Number.isNaN(wanted)) return wanted;
  const what =
    kind === 'instant' ? 'an instant (epoch milliseconds or ISO 8601, years 1 to 9999)' : 'a number';
  throw new FilterError(`'${member}' is compared with ${what}, not "${shortenedText(value)}".`);
}

const numeric = (found: unknown): number =>
  typeof found === 'number'
    ? found
    : typeof found === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(found)
      ? Number(found)
      : Number.NaN;

/** The order of two members of a request. */
export function compareMembers(one: unknown, other: unknown): number {
  if (typeof one === 'number') return one - Number(other);
  return compareTexts(textOf(one, 'text'), textOf(other, 'text'));
}

/** A term as it is written. */
export function formatTerm({ member, operator, value, json }: FilterTerm): string {
  if (json !== undefined) {
    const [name, part] = member.startsWith('query.')
      ? ['query', member.slice('query.'.length)]
      : ['body', member.slice('body'.length)];
    return `${name}=${JSON.stringify({ [part]: json })}`;
  }
  return `${member}${operator}${value === '' || /[\s"{]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value}`;
}
