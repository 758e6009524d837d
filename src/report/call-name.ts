import { createHash } from 'node:crypto';
import { plainParameter } from '../core/handles.ts';
import { comparedCharacters } from '../core/memory-bounds.ts';
import { isObject } from '../core/values.ts';
import type { TallyInput } from './tally-input.ts';

/** Parameters of a call whose form does not count: look-ups have fewer. */
const maxParameters = 6;

/** The parts of a request that make it the same as another. */
export type NamedCall = Pick<TallyInput, 'body' | 'given' | 'givenNames'> & {
  readonly request: Pick<TallyInput['request'], 'operation' | 'url'>;
};

/**
 * A name that equal calls of an operation share, whatever their form: GET or POST, the order of parameters, the spelling of a handle.
 * @param without the name of a parameter that does not count
 * @returns undefined if the call is too large to compare
 */
export function callName(call: NamedCall, without?: string): string | undefined {
  return call.body === undefined ? undefined : shortText(longName(call, without));
}

/** A text to compare with others for as long as a run takes: a long one gives its digest. */
export const shortText = (text: string): string =>
  text.length > comparedCharacters ? createHash('sha256').update(text).digest('base64') : text;

/** The name of a call among those of all keys and operations. @returns undefined without one */
export const callOfKey = (
  keyId: string,
  { number }: { readonly number: number },
  name: string | undefined,
): string | undefined => (name === undefined ? undefined : `${keyId} ${number} ${name}`);

function longName({ body, given, givenNames, request }: NamedCall, without?: string): string {
  const written = body ?? request.url;
  if (!isObject(given) || givenNames.length === 0 || givenNames.length > maxParameters) return written;
  const [only = ''] = givenNames;
  if (givenNames.length === 1) {
    const value = plainValue(request.operation, only, given[only]);
    return value === undefined ? written : `${only}=${value}`;
  }
  const parts: string[] = [];
  for (const name of givenNames) {
    if (name === without) continue;
    const value = plainValue(request.operation, name, given[name]);
    if (value === undefined) return written;
    parts.push(`${name}=${value}`);
  }
  return parts.sort().join('&');
}

/** undefined for a value that has parts of its own, which only its text can tell apart */
function plainValue(operation: string | null, name: string, value: unknown): string | undefined {
  if (typeof value === 'string') return plainParameter(operation, name, value);
  if (Array.isArray(value))
    return value.every((each) => typeof each === 'string') ? value.toSorted().join(',') : undefined;
  return typeof value === 'object' ? undefined : String(value);
}

/** The text by which a request repeats another, form included. @returns undefined if it is too large to compare */
export const sentText = ({ request: { method, url }, body }: TallyInput): string | undefined =>
  body === undefined ? undefined : shortText(`${method} ${url} ${body ?? ''}`);
