import { connectionErrorReason } from '../core/connection-error.ts';
import { AdminError } from './admin-error.ts';
import type { Operation, Operations, Reply } from './types.ts';

/** The parts of a call: parameters of the path, the query, a body. */
type CallInput<Name extends Operation> = Pick<
  Operations[Name],
  Extract<keyof Operations[Name], 'params' | 'query' | 'body'>
>;

/** Calls one operation of the admin surface. @throws AdminError when it refuses */
export type Call = <Name extends Operation>(
  operation: Name,
  ...input: object extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>]
) => Promise<Reply<Name>>;

/** Where an admin surface is: its base URL, `…/__admin`, null when it is off, and its token. */
export interface AdminAddress {
  readonly url: string | null;
  readonly token?: string | undefined;
}

export const createCall =
  (address: AdminAddress): Call =>
  async <Name extends Operation>(operation: Name, input?: CallParts): Promise<Reply<Name>> => {
    const reply = await sendCall(address, operation, input);
    const text = await reply.text();
    if (reply.ok && text === '') return undefined as Reply<Name>;
    const answer = parseAnswer(text);
    if (answer === undefined)
      throw new Error(`${address.url} is not the admin surface of a sandbox: it answered ${reply.status}.`);
    if (!reply.ok) throw new AdminError(reply.status, answer);
    return answer as Reply<Name>;
  };

export interface CallParts {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** Sends a request to an operation. @throws Error one sentence when nothing answers */
export async function sendCall(
  { url, token }: AdminAddress,
  operation: Operation,
  { params = {}, query = {}, body }: CallParts = {},
  signal?: AbortSignal,
): Promise<Response> {
  if (url === null) throw new Error('The admin surface of this sandbox is off.');
  const [method = '', path = ''] = operation.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  try {
    return await fetch(`${url}${filled}${search}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    throw new Error(`${url} does not answer: ${connectionErrorReason(error)}.`, { cause: error });
  }
}

function parseAnswer(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
