import { keyIdOf } from '../core/keys/digest.ts';
import { isObject } from '../core/values.ts';
import type { Seen } from '../report/tally-input.ts';

/**
 * The parameters of a request for the database. If a key is among them, or the journal cuts the body, only the parts that
 * the journal shows are written as they are: digests, which the rules can compare, replace the rest.
 */
export function shownParameters({ given, body, keyOutside, entered }: Seen): unknown {
  if (!isObject(given)) return undefined;
  if (body !== undefined && !keyOutside) return given;
  const text = textOf(entered.body ?? decoded(entered.url));
  const isShown = (value: string) => value.length <= longest && text.includes(textOf(value).slice(1, -1));
  const shown = (value: string) => (isShown(value) ? value : keyIdOf(value));
  return Object.fromEntries(
    Object.entries(given)
      .slice(0, mostParameters)
      .map(([name, value]) => [
        isPlainName(name) ? name : shown(name),
        typeof value === 'string' ? shown(value) : typeof value === 'object' ? keyIdOf(textOf(value)) : value,
      ]),
  );
}

const longest = 200;
const mostParameters = 100;

/** The neutral name of a parameter may differ from the one in the journal. */
const isPlainName = (name: string): boolean => /^[a-z]{1,40}$/i.test(name);

/** Empty for a value that is nested too deeply. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
