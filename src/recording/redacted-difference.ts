import type { Difference } from '../contract/difference.ts';
import { classifiedName } from './field-classes.ts';
import { isErrorCode } from './redact-reply.ts';

/**
 * A difference as a file or a terminal shows it: nothing of the data of the service, which may be about somebody. Of a
 * value stays its type; statuses, codes and charged credits stay as they came.
 */
export function redactedDifference({ kind, place, expected, actual }: Difference): Difference {
  const at = redactedPlace(place);
  switch (kind) {
    case 'status':
      return { kind, place: at, expected, actual: /^"?\d{3}"?$/.test(actual) ? actual : 'no reply' };
    case 'code':
      return { kind, place: at, expected, actual: isErrorCode(unquoted(actual)) ? actual : typeOf(actual) };
    case 'invariant':
      return isChargeAt(place) && isNumber(actual) && isNumber(expected)
        ? { kind, place: at, expected, actual }
        : { kind, place: at, expected: expectationOfRule(expected), actual: typeOf(actual) };
    default:
      return {
        kind,
        place: at,
        expected,
        actual: actual === 'absent' || actual === expected ? actual : formOf(place, actual),
      };
  }
}

/** Whether a place holds what a call was charged, or would have been. */
const isChargeAt = (place: string): boolean =>
  /\/(?:creditsUsed|quotaUsed|details\/(?:\d+|\*)\/required)$/.test(place);

/** Media types and the events of streams are the service's own words. */
function formOf(place: string, actual: string): string {
  const isMediaType = place === 'header content-type' && /^"[a-z]+\/[a-z.+-]{1,40}"$/.test(actual);
  return isMediaType ? actual : typeOf(actual);
}

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

const unquoted = (text: string): string => text.replace(/^"(.*)"$/s, '$1');

/** The words of the rules that every reply keeps; a figure, a name or a text may be the service's. */
const ruleWords = new Set(
  '@ a absent above at before by day decimals distinct equal in its leading least less milliseconds most no of one only order own page present sum than the time'.split(
    ' ',
  ),
);

/** What a rule expects, without what it took from the request or the reply. */
const expectationOfRule = (expected: string): string =>
  unquoted(expected)
    .split(/\s+/)
    .map((word) => (ruleWords.has(word) ? word : '…'))
    .join(' ')
    .replace(/…(?: …)+/g, '…')
    .slice(0, 100);

/** The type of a value that is shown as JSON, perhaps cut. */
function typeOf(json: string): string {
  const [first = ''] = json;
  if (json === 'absent' || json === 'null') return json;
  if (first === '"') return 'a text';
  if (first === '{') return 'an object';
  if (first === '[') return 'a list';
  if (/^[-\d]/.test(first)) return 'a number';
  return /^(?:true|false)$/.test(json) ? 'a boolean' : 'something else';
}

/** Steps that fields and positions have; any other word may be somebody's. */
const redactedPlace = (place: string): string =>
  place
    .split('/')
    .map((step) => (isKnownStep(step) ? step : '*'))
    .join('/')
    .slice(0, 300);

const isKnownStep = (step: string): boolean =>
  /^\d{0,4}$/.test(step) ||
  /^(?:\*|data|events|status|details|field|message|code|header [a-z-]{1,30})$/.test(step) ||
  /^[a-z]{2,20}(?:[A-Z0-9][a-z0-9]{0,20}){1,4}(?: (?:length|distinct))?$/.test(step) ||
  classifiedName([step.replace(/ (?:length|distinct)$/, '')]) !== undefined ||
  /^(?:success|error|records|count|endpoints|platforms|credits left)$/.test(step);
