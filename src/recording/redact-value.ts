import { operations } from '../core/operations.ts';
import { compareTexts } from '../core/order.ts';
import { platforms } from '../core/platforms.ts';
import { classOf, type FieldClass } from './field-classes.ts';
import { movedDay, movedInstant, scaledAmount, scaledCount } from './figures.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** The members with these names first and in this order, then all others: files differ where their contents do. */
export function inOrderOf(
  names: readonly string[],
  value: Readonly<Record<string, unknown>>,
): [string, unknown][] {
  const rank = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || compareTexts(a, b));
}

/** A value that no class can take is replaced by its shape: no figure, no text, no names. */
export const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  switch (typeof value) {
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return value === null ? null : {};
  }
};

/**
 * The text or number that is written in place of a single value.
 * @param place names down to it, as `classOf` reads them
 * @returns undefined where the class of the place does not take such a value
 */
export function redactScalar(
  names: Pseudonyms,
  place: readonly string[],
  value: string | number | boolean,
): unknown {
  const of = classOf(place);
  if (of === undefined) return undefined;
  if (typeof value === 'boolean') return of === 'structure' ? value : undefined;
  return typeof value === 'number'
    ? redactNumber(names, place, of, value)
    : redactText(names, of, value, (place.at(-1) === '*' ? place.at(-2) : place.at(-1)) as string);
}

function redactNumber(
  names: Pseudonyms,
  place: readonly string[],
  of: FieldClass,
  value: number,
): number | undefined {
  switch (of) {
    case 'count':
      return scaledCount(names, value);
    case 'amount':
      return scaledAmount(names, value);
    case 'instant':
      return movedInstant(names, value);
    case 'place':
      return names.coordinate(value, place.at(-1) === 'lat' ? 60 : 180);
    case 'derived':
    case 'measure':
    case 'age':
    case 'structure':
    // one name is a word in one record and a ratio in another, such as `country` of a rank
    case 'enumeration':
      return value;
    case 'own':
      return 0;
    default:
      return undefined;
  }
}

function redactText(names: Pseudonyms, of: FieldClass, value: string, name: string): string | undefined {
  switch (of) {
    case 'identifier':
    case 'name':
    case 'hashtag':
    case 'email':
    case 'url':
    case 'text':
      return names[of](value);
    case 'day':
      return movedDay(names, value);
    case 'enumeration':
      return isServiceWord(value, name) ? value : names.text(value);
    case 'instant':
      return /^\d{1,14}$/.test(value) ? String(movedInstant(names, Number(value))) : undefined;
    case 'structure':
      return /^(?:\d{1,9}|true|false)$/.test(value) ? value : undefined;
    default:
      return undefined;
  }
}

/**
 * Words of the service have one of its forms: codes, ids of niches, names of categories. Anything longer, or with other
 * signs, is a text that somebody wrote.
 */
function isServiceWord(value: string, name: string): boolean {
  if (/niche|topic|^id$/i.test(name) && value.startsWith('id_')) return isNicheId(value);
  if (name === 'vssId') return /^a?\.[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(value);
  if (name === 'langCode') return /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(value);
  if (/country|location|region$/i.test(name)) return /^[A-Z]{2,3}$/.test(value);
  if (/language|^lang$/i.test(name))
    return /^(?:[a-z]{3}|[A-Z][a-z]{2,15}(?: \([A-Za-z -]{2,24}\))?)$/.test(value);
  if (name === 'key') return /^[A-Za-z]{3}$/.test(value);
  return /^[A-Za-z0-9][A-Za-z0-9 &,/'+<>-]{0,39}$/.test(value);
}

const isNicheId = (value: string): boolean => /^id_[a-z0-9-]{1,40}(?:_[A-Z][A-Za-z]{0,20}){1,2}$/.test(value);

/** Keys of maps are words of the service too: platforms, its methods, ids of niches. */
export const isServiceKey = (key: string): boolean =>
  (platforms as readonly string[]).includes(key) ||
  recordedMethods.has(key) ||
  /^(?:get|search|submit)[A-Z][A-Za-z]{1,40}$/.test(key) ||
  isNicheId(key);

const recordedMethods: ReadonlySet<string> = new Set(operations.map(({ operationId }) => operationId));
