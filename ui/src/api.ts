import type { paths } from './admin-types.ts';
import { forgetToken, token } from './token.ts';

/** A refusal of the admin surface: its sentence. */
export class AdminRefusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type OperationOf<Path extends keyof paths, M extends Method> = M extends keyof paths[Path]
  ? paths[Path][M]
  : never;
type Reply<Operation> = Operation extends { responses: infer Replies }
  ? Replies extends { 200: { content: { 'application/json': infer Body } } }
    ? Body
    : Replies extends { 201: { content: { 'application/json': infer Body } } }
      ? Body
      : undefined
  : never;
type BodyOf<Operation> = Operation extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? Query : never;
type PathOf<Operation> = Operation extends { parameters: { path: infer PathParts } } ? PathParts : never;

interface CallParts<Operation> {
  path?: PathOf<Operation>;
  query?: QueryOf<Operation>;
  body?: BodyOf<Operation>;
}

/** Paths are relative to the page, which a proxy may serve elsewhere. */
const urlOf = (path: string): string => path.replace(/^\/__admin\//, './');

/** Calls the admin surface. The types are those of its OpenAPI document. @throws AdminRefusal */
export async function callAdmin<Path extends keyof paths, M extends Method & keyof paths[Path]>(
  method: M,
  path: Path,
  parts: CallParts<OperationOf<Path, M>> = {},
): Promise<Reply<OperationOf<Path, M>>> {
  let url = urlOf(path);
  for (const [name, value] of Object.entries((parts.path ?? {}) as Record<string, string>))
    url = url.replace(`{${name}}`, encodeURIComponent(value));
  const query = new URLSearchParams(
    Object.entries((parts.query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  const reply = await fetchAdmin(method, query === '' ? url : `${url}?${query}`, parts.body);
  const text = await reply.text();
  return (text === '' ? undefined : JSON.parse(text)) as Reply<OperationOf<Path, M>>;
}

/** Reads a list to its end, page by page. */
export async function allOf<Item>(
  read: (cursor: string) => Promise<{ items: readonly Item[]; cursor: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page: { items: readonly Item[]; cursor: string | null } = await read(cursor);
    all.push(...page.items);
    cursor = page.cursor;
  }
  return all;
}

/** The ledger of a key, oldest entry first. */
export const entriesOf = (key: string): Promise<Entry[]> =>
  allOf(async (cursor) => {
    const query = { limit: '1000', cursor };
    const page = await callAdmin('get', '/__admin/keys/{key}/entries', { path: { key }, query });
    return { items: page.entries, cursor: page.cursor };
  });

/** Lets the sandbox send a request to the service with a key that it knows by its id. */
export const sendAs = (
  key: string,
  { method, url, body }: { method: string; url: string; body?: unknown },
): Promise<Sent> =>
  callAdmin('post', '/__admin/send', {
    body: { method: method as 'GET', path: url, key, ...(body !== undefined && { body }) },
  });

/** Calls any path of the admin surface, with the token of this tab. @throws AdminRefusal */
export async function fetchAdmin(
  method: string,
  url: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const reply = await fetch(url, {
    method: method.toUpperCase(),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token.value !== '' && { authorization: `Bearer ${token.value}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: Error) => {
    // Browsers have words of their own for a connection that fails.
    throw error instanceof TypeError ? new Error('The sandbox does not answer.') : error;
  });
  if (reply.status === 401) forgetToken();
  if (!reply.ok) throw new AdminRefusal(reply.status, await detailIn(reply));
  return reply;
}

async function detailIn(reply: Response): Promise<string> {
  const text = await reply.text();
  try {
    const { detail, title } = JSON.parse(text) as { detail?: string; title?: string };
    return detail ?? title ?? text;
  } catch {
    return text;
  }
}

type Json<Path extends keyof paths, M extends Method & keyof paths[Path]> = Reply<OperationOf<Path, M>>;
export type Clock = Json<'/__admin/clock', 'get'>;
export type Health = Json<'/__admin/health', 'get'>;
export type Key = Json<'/__admin/keys', 'get'>['keys'][number];
export type Entry = Json<'/__admin/keys/{key}/entries', 'get'>['entries'][number];
export type Fault = Json<'/__admin/faults', 'get'>['faults'][number];
export type Route = Json<'/__admin/routes', 'get'>['routes'][number];
export type Decision = Json<'/__admin/decisions', 'get'>['decisions'][number];
export type JournalEntry = Json<'/__admin/requests', 'get'>['requests'][number];
export type RequestDetail = Json<'/__admin/requests/{id}', 'get'>;
export type Creator = Json<'/__admin/world/creators', 'get'>['creators'][number];
export type RunReport = Json<'/__admin/report', 'get'>;
export type Sent = Json<'/__admin/send', 'post'>;
export type NewFault = BodyOf<OperationOf<'/__admin/faults', 'post'>>;
