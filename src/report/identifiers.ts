import { isObject } from '../core/values.ts';

/** The id by which a client can look up an item of a page, or its creator; empty if it has none. */
export function lookUpIdOf(item: unknown): string {
  if (typeof item === 'string') return item;
  if (!isObject(item)) return '';
  const of = isObject(item['creator']) ? item['creator'] : item;
  const id = of['uniqueId'] ?? of['channelId'] ?? of['brandId'] ?? of['creatorId'];
  return typeof id === 'string' ? id : '';
}

/** The parameters that take a handle. */
export const handleParameters: ReadonlySet<string> = new Set(['uniqueId', 'clipId', 'gramId']);

/** A URL, or a capital; the magic identifiers of the sandbox may have them. */
const isUnplainHandle = (handle: string): boolean =>
  /[A-Z]|:\/\/|\.com\/|^www\./.test(handle) && !handle.startsWith('sandbox');

/** Whether a parameter that takes a handle holds a URL, or capitals. */
export const hasUnplainHandle = (given: unknown): boolean =>
  isObject(given) &&
  [...handleParameters].some((name) => typeof given[name] === 'string' && isUnplainHandle(given[name]));

/** Whether a parameter that takes a handle holds such a word. */
export const hasMissingValue = (given: unknown): boolean =>
  isObject(given) &&
  [...handleParameters].some((name) => typeof given[name] === 'string' && missingValueWords.has(given[name]));

/** Words that languages print for a missing value. */
export const missingValueWords: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'None',
  'nil',
  'NaN',
  '[object Object]',
]);
