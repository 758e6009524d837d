import { createHash } from 'node:crypto';
import { isObject } from '../core/values.ts';

/** JSON with the members of objects in one order, so that equal requests have equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .filter((name) => value[name] !== undefined)
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(',')}}`;
}

/** The name that equal requests share: operation, method, parameters. @param given the query of a GET, the body of a POST */
export const requestKey = (operation: string, method: string, given: unknown): string =>
  `${method} ${operation} ${canonicalJson(given ?? {})}`;

export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);
