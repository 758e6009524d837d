import { isObject } from '../core/values.ts';

/** The ids by which a client can look up an item of a page: its own, or those of its creator. */
export function wireIds(item: unknown): string[] {
  if (typeof item === 'string') return [item];
  if (!isObject(item)) return [];
  const inner = isObject(item['creator']) ? item['creator'] : item;
  return names.flatMap((name) => (typeof inner[name] === 'string' ? [inner[name]] : []));
}

const names = ['uniqueId', 'channelId', 'brandId', 'creatorId'];

/** The parameters that take a handle. */
export const takesHandle: ReadonlySet<string> = new Set(['uniqueId', 'clipId', 'gramId']);

/** A URL, or a capital; the magic identifiers of the sandbox may have them. */
export const isNotPlain = (handle: string): boolean =>
  /[A-Z]|:\/\/|\.com\/|^www\./.test(handle) && !handle.startsWith('sandbox');

/** Words that languages print for a missing value. */
export const missing: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'None',
  'nil',
  'NaN',
  '[object Object]',
]);
