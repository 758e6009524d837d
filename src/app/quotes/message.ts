import { Buffer } from 'node:buffer';
import type { InjectOptions } from 'fastify';
import type { QuoteRequest } from '../../admin/report/quote.ts';
import type { Deps } from '../../service/http/deps.ts';

/** The request of a client, with the parameters in the query of a GET or in the JSON body of a POST. */
export function quoteMessage(
  { words, keyHeaders }: Pick<Deps, 'words' | 'keyHeaders'>,
  { operation, method, parameters }: Pick<QuoteRequest, 'operation' | 'method' | 'parameters'>,
  secret: string,
): InjectOptions {
  const [path = ''] = words.pathsOf(operation);
  const headers = Object.fromEntries(keyHeaders.map((header) => [header, secret]));
  if (method === 'GET') return { method, url: `${path}?${queryString(parameters)}`, headers };
  return {
    method,
    url: path,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: Buffer.from(JSON.stringify(parameters)),
  };
}

/** A list repeats its name; an object is JSON. */
const queryString = (parameters: Readonly<Record<string, unknown>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      [value]
        .flat()
        .map((each): [string, string] => [
          name,
          typeof each === 'object' ? JSON.stringify(each) : String(each),
        ]),
    ),
  );
