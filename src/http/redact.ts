import type { FastifyRequest } from 'fastify';
import { isObject } from '../core/values.ts';
import { mostBodyBytes, tooDeep } from '../journal/recorded.ts';
import { createKeyRedactor, decoded, type KeyRedactor, namesKey } from '../keys/redactor.ts';
import type { Deps } from './deps.ts';

/**
 * Redacts the keys of a request. A client that holds a key for several generations may send it in all their headers;
 * the values of a repeated header arrive joined by commas.
 */
export function redactorOf(
  { ledger, keyHeaders }: Pick<Deps, 'ledger' | 'keyHeaders'>,
  { headers }: FastifyRequest,
): KeyRedactor {
  const sent = keyHeaders.map((name) => headers[name]).filter((value) => typeof value === 'string');
  return createKeyRedactor(ledger, [...sent, ...sent.flatMap((value) => value.split(', '))]);
}

/** Path and query without keys. The path of an operation holds none; any other may hold anything. */
export function redactUrl(url: string, isServed: boolean, redactor: KeyRedactor): string {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const shownPath = isServed ? path : redactPath(path, redactor);
  if (at < 0) return shownPath;
  // Before it is taken apart: a key may hold the signs that part a query.
  const query = redactor.withoutSent(url.slice(at + 1));
  const parameters = query.split('&').map((parameter) => redactParameter(parameter, redactor));
  return `${shownPath}?${parameters.join('&')}`;
}

function redactPath(path: string, redactor: KeyRedactor): string {
  const shown = redactor.text(path);
  return shown === path ? path : shown.split('/').map(written).join('/');
}

function redactParameter(parameter: string, redactor: KeyRedactor): string {
  const at = parameter.indexOf('=');
  const name = decoded(at < 0 ? parameter : parameter.slice(0, at));
  const value = at < 0 ? '' : decoded(parameter.slice(at + 1));
  const shownName = redactor.text(name);
  const shownValue = namesKey(name) ? redactor.key(value) : redactor.text(value);
  if (shownName === name && shownValue === value) return parameter;
  return at < 0 ? written(shownName) : `${written(shownName)}=${written(shownValue)}`;
}

const written = (text: string): string => encodeURIComponent(text).replaceAll('%E2%80%A6', '…');

/** A parsed body as it may be kept: what lies behind that which the journal cuts off is left out. */
export function redactBody(body: unknown, redactor: KeyRedactor): unknown {
  try {
    return body === undefined ? undefined : redactJson(body, redactor, { most: mostBodyBytes });
  } catch {
    // Nested deeper than the stack can follow.
    return tooDeep;
  }
}

/**
 * @param most characters; what lies behind them is left out
 * @param isKey whether it stands in a place that is meant for a key
 */
export function redactJson(
  json: unknown,
  redactor: KeyRedactor,
  { most = Number.POSITIVE_INFINITY, isKey = false } = {},
): unknown {
  let characters = 0;
  return screened(json, isKey);

  function screened(value: unknown, isKey: boolean): unknown {
    if (characters > most) return null;
    characters += 1;
    if (typeof value === 'string') {
      const shown = isKey ? redactor.key(value) : redactor.text(value);
      characters += shown.length;
      return shown;
    }
    if (Array.isArray(value)) return value.map((each) => screened(each, isKey));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [
          redactor.text(name),
          screened(each, isKey || namesKey(name)),
        ]),
      );
    return isKey && typeof value === 'number' ? redactor.key(String(value)) : value;
  }
}
