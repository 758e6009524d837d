import { keyIdOf } from '../core/keys/digest.ts';
import { isObject } from '../core/values.ts';
import type { TallyInput } from '../report/tally-input.ts';

/**
 * The parameters of a request for the database. If a key is among them, or the journal cuts the body, only the parts that
 * the journal shows are written as they are: digests, which the rules can compare, replace the rest.
 */
export function redactedParameters({ given, body, keyOutside, request: entered }: TallyInput): unknown {
  if (!isObject(given)) return undefined;
  if (body !== undefined && !keyOutside) return given;
  const text = jsonOrEmpty(entered.body ?? decodedUrl(entered.url));
  const isShown = (value: string) =>
    value.length <= maxShownLength && text.includes(jsonOrEmpty(value).slice(1, -1));
  const shown = (value: string) => (isShown(value) ? value : keyIdOf(value));
  return Object.fromEntries(
    Object.entries(given)
      .slice(0, maxParameters)
      .map(([name, value]) => [
        isPlainName(name) ? name : shown(name),
        typeof value === 'string'
          ? shown(value)
          : typeof value === 'object'
            ? keyIdOf(jsonOrEmpty(value))
            : value,
      ]),
  );
}

const maxShownLength = 200;
const maxParameters = 100;

/** The neutral name of a parameter may differ from the one in the journal. */
const isPlainName = (name: string): boolean => /^[a-z]{1,40}$/i.test(name);

/** Empty for a value that is nested too deeply. */
function jsonOrEmpty(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

function decodedUrl(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
