import type { FastifyRequest } from 'fastify';
import { isObject } from '../core/values.ts';
import { mostBodyBytes, tooDeep } from '../journal/recorded.ts';
import { createKeyRedactor, decoded, type KeyRedactor, namesKey } from '../keys/redactor.ts';
import type { Deps } from './deps.ts';

/**
 * For what is kept of a request. Whichever generation is asked, a client that holds a key for both may send
 * both; and of a header that is repeated the values arrive joined by commas.
 */
export function redactorOf({ ledger }: Pick<Deps, 'ledger'>, { headers }: FastifyRequest): KeyRedactor {
  const sent = [headers['api-key'], headers['apiid']].filter((value) => typeof value === 'string');
  return createKeyRedactor(ledger, [...sent, ...sent.flatMap((value) => value.split(', '))]);
}

/**
 * Path and query as they may be kept. The path of an operation is the operation's own; any other may hold
 * whatever a client put together.
 */
export function redactUrl(url: string, isServed: boolean, screen: KeyRedactor): string {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const shownPath = isServed ? path : redactPath(path, screen);
  if (at < 0) return shownPath;
  // Before it is taken apart: a key may hold the signs that part a query.
  const query = screen.withoutSent(url.slice(at + 1));
  const parameters = query.split('&').map((parameter) => redactParameter(parameter, screen));
  return `${shownPath}?${parameters.join('&')}`;
}

function redactPath(path: string, screen: KeyRedactor): string {
  const shown = screen.text(path);
  return shown === path ? path : shown.split('/').map(written).join('/');
}

function redactParameter(parameter: string, screen: KeyRedactor): string {
  const at = parameter.indexOf('=');
  const name = decoded(at < 0 ? parameter : parameter.slice(0, at));
  const value = at < 0 ? '' : decoded(parameter.slice(at + 1));
  const shownName = screen.text(name);
  const shownValue = namesKey(name) ? screen.key(value) : screen.text(value);
  if (shownName === name && shownValue === value) return parameter;
  return at < 0 ? written(shownName) : `${written(shownName)}=${written(shownValue)}`;
}

const written = (text: string): string => encodeURIComponent(text).replaceAll('%E2%80%A6', '…');

/** A parsed body as it may be kept: what lies behind that which the journal cuts off is left out. */
export function redactBody(body: unknown, screen: KeyRedactor): unknown {
  try {
    return body === undefined ? undefined : redactJson(body, screen, { most: mostBodyBytes });
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
  screen: KeyRedactor,
  { most = Number.POSITIVE_INFINITY, isKey = false } = {},
): unknown {
  let characters = 0;
  return screened(json, isKey);

  function screened(value: unknown, isKey: boolean): unknown {
    if (characters > most) return null;
    characters += 1;
    if (typeof value === 'string') {
      const shown = isKey ? screen.key(value) : screen.text(value);
      characters += shown.length;
      return shown;
    }
    if (Array.isArray(value)) return value.map((each) => screened(each, isKey));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [
          screen.text(name),
          screened(each, isKey || namesKey(name)),
        ]),
      );
    return isKey && typeof value === 'number' ? screen.key(String(value)) : value;
  }
}
