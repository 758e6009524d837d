import { AdminError } from './admin-error.ts';
import { type AdminAddress, askAdminSurface, type SandboxAnswer } from './ask-sandbox.ts';
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

export const createCall =
  (address: AdminAddress): Call =>
  async <Name extends Operation>(operation: Name, input?: CallParts): Promise<Reply<Name>> => {
    const answer = await sendCall(address, operation, input);
    const text = await answer.text();
    if (answer.isOk && text === '') return undefined as Reply<Name>;
    const body = JSON.parse(text) as Record<string, unknown>;
    if (!answer.isOk) throw new AdminError(answer.status, body);
    return body as Reply<Name>;
  };

export interface CallParts {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

/** Sends a request to an operation. @throws NoAnswer when no sandbox answers */
export function sendCall(
  address: AdminAddress,
  operation: Operation,
  { params = {}, query = {}, body }: CallParts = {},
): Promise<SandboxAnswer> {
  const [method = '', path = ''] = operation.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return askAdminSurface(address, `${filled}${search}`, { method, body });
}
