import { KeyRedactor, namesKey, percentDecoded } from '../../core/keys/redactor.ts';
import { isUnset } from '../../core/keys/unset.ts';
import { isObject } from '../../core/values.ts';
import { maxBodyBytes, tooDeep } from '../../journal/entry.ts';
import type { Deps } from './deps.ts';

/**
 * Redacts the keys of a request. A client may send keys in the headers of several generations, and Node joins the
 * values of a repeated header by commas.
 */
export function redactorOf(
  { ledger, keyHeaders }: Pick<Deps, 'ledger' | 'keyHeaders'>,
  { headers }: { readonly headers: Readonly<Record<string, unknown>> },
): KeyRedactor {
  const sent: string[] = [];
  for (const name of keyHeaders) {
    const value = headers[name];
    if (typeof value === 'string' && !isUnset(value)) sent.push(value);
  }
  // Whole values come first: a key may contain a comma.
  for (const value of sent.filter((each) => each.includes(', '))) sent.push(...value.split(', '));
  return new KeyRedactor(ledger, sent);
}

/** Redacts keys in path and query. The path of an operation contains none; any other path may. */
export function redactUrl(url: string, isServed: boolean, redactor: KeyRedactor): string {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const redactedPath = isServed ? path : redactPath(path, redactor);
  if (at < 0) return redactedPath;
  const query = url.slice(at + 1);
  const redactedQuery = redactQuery(query, redactor);
  return redactedPath === path && redactedQuery === query ? url : `${redactedPath}?${redactedQuery}`;
}

function redactQuery(given: string, redactor: KeyRedactor): string {
  // Redact before splitting: a key may contain `&` or `=`.
  const query = redactor.withoutSent(given);
  let redacted = '';
  let written = 0;
  for (let start = 0, end = 0; end < query.length; start = end + 1) {
    end = endOf(query, '&', start);
    const parameter = query.slice(start, end);
    const redactedParameter = redactParameter(parameter, redactor);
    if (redactedParameter === parameter) continue;
    redacted += query.slice(written, start) + redactedParameter;
    written = end;
  }
  return redacted + query.slice(written);
}

function endOf(text: string, separator: string, from: number): number {
  const at = text.indexOf(separator, from);
  return at < 0 ? text.length : at;
}

function redactPath(path: string, redactor: KeyRedactor): string {
  const redacted = redactor.text(path);
  return redacted === path ? path : redacted.split('/').map(encode).join('/');
}

function redactParameter(parameter: string, redactor: KeyRedactor): string {
  const at = parameter.indexOf('=');
  const name = percentDecoded(at < 0 ? parameter : parameter.slice(0, at));
  const value = at < 0 ? '' : percentDecoded(parameter.slice(at + 1));
  const redactedName = redactor.text(name);
  const redactedValue = namesKey(name) ? redactor.key(value) : redactor.text(value);
  if (redactedName === name && redactedValue === value) return parameter;
  return at < 0 ? encode(redactedName) : `${encode(redactedName)}=${encode(redactedValue)}`;
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%E2%80%A6', '…');

/**
 * Redacts keys in a parsed body. Leaves out the part that the journal would cut off.
 * @param names of the body's properties, if they are listed already
 */
export function redactBody(body: unknown, redactor: KeyRedactor, names?: readonly string[]): unknown {
  try {
    return body === undefined ? undefined : redactJson(body, redactor, { most: maxBodyBytes, names });
  } catch {
    // The recursion overflowed the stack.
    return tooDeep;
  }
}

/**
 * @param most limit on characters; the rest is left out
 * @param isKey whether the value is in a place for keys
 * @param names of the properties of `json`, if they are listed already
 */
export function redactJson(
  json: unknown,
  redactor: KeyRedactor,
  {
    most = Number.POSITIVE_INFINITY,
    isKey = false,
    names,
  }: { most?: number; isKey?: boolean; names?: readonly string[] | undefined } = {},
): unknown {
  let characters = 0;
  return redact(json, isKey, names);

  function redact(value: unknown, isKey: boolean, names?: readonly string[]): unknown {
    characters += 1;
    if (typeof value === 'string') {
      const redacted = isKey ? redactor.key(value) : redactStart(value, redactor, most);
      characters += redacted.length;
      return redacted;
    }
    if (Array.isArray(value)) {
      const redacted: unknown[] = [];
      for (const each of value) {
        if (characters > most) break;
        redacted.push(redact(each, isKey));
      }
      return redacted;
    }
    if (isObject(value)) {
      const redacted: Record<string, unknown> = {};
      for (const name of names ?? Object.keys(value)) {
        if (characters > most) break;
        const shown = redactStart(name, redactor, most);
        characters += shown.length;
        put(redacted, shown, redact(value[name], isKey || namesKey(name)));
      }
      return redacted;
    }
    return isKey && typeof value === 'number' ? redactor.key(String(value)) : value;
  }
}

/**
 * Redacts a text of which at most `most` characters are shown: reads some more, because redaction shortens it, and
 * leaves out the end, because a key may be cut there.
 */
function redactStart(text: string, redactor: KeyRedactor, most: number): string {
  if (text.length <= most * 8) return redactor.text(text);
  return redactor.text(text.slice(0, most * 8)).slice(0, -most);
}

/** Sets an own property, also one that has the name of the prototype's accessor. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  else object[name] = value;
}
