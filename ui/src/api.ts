import type { paths } from './admin-types.ts';
import { forgetToken, token } from './token.ts';

/** A refusal of the admin surface: its sentence. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type Of<Path extends keyof paths, M extends Method> = M extends keyof paths[Path] ? paths[Path][M] : never;
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
type PathOf<Operation> = Operation extends { parameters: { path: infer Parts } } ? Parts : never;

interface Asked<Operation> {
  path?: PathOf<Operation>;
  query?: QueryOf<Operation>;
  body?: BodyOf<Operation>;
}

/** Paths are relative to the page, which a proxy may serve elsewhere. */
const urlOf = (path: string): string => path.replace(/^\/__admin\//, './');

/** Calls the admin surface. The types are those of its OpenAPI document. @throws Refused */
export async function ask<Path extends keyof paths, M extends Method & keyof paths[Path]>(
  method: M,
  path: Path,
  asked: Asked<Of<Path, M>> = {},
): Promise<Reply<Of<Path, M>>> {
  let url = urlOf(path);
  for (const [name, value] of Object.entries((asked.path ?? {}) as Record<string, string>))
    url = url.replace(`{${name}}`, encodeURIComponent(value));
  const query = new URLSearchParams(
    Object.entries((asked.query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  const reply = await call(method, query === '' ? url : `${url}?${query}`, asked.body);
  const text = await reply.text();
  return (text === '' ? undefined : JSON.parse(text)) as Reply<Of<Path, M>>;
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
    const page = await ask('get', '/__admin/keys/{key}/entries', { path: { key }, query });
    return { items: page.entries, cursor: page.cursor };
  });

/** Lets the sandbox send a request to the service with a key that it knows by its id. */
export const sendAs = (
  key: string,
  { method, url, body }: { method: string; url: string; body?: unknown },
): Promise<Sent> =>
  ask('post', '/__admin/send', {
    body: { method: method as 'GET', path: url, key, ...(body !== undefined && { body }) },
  });

/** Calls any path of the admin surface, with the token of this tab. @throws Refused */
export async function call(
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
  });
  if (reply.status === 401) forgetToken();
  if (!reply.ok) throw new Refused(reply.status, await detailIn(reply));
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

type Json<Path extends keyof paths, M extends Method & keyof paths[Path]> = Reply<Of<Path, M>>;
export type Clock = Json<'/__admin/clock', 'get'>;
export type Health = Json<'/__admin/health', 'get'>;
export type Key = Json<'/__admin/keys', 'get'>['keys'][number];
export type Entry = Json<'/__admin/keys/{key}/entries', 'get'>['entries'][number];
export type Fault = Json<'/__admin/faults', 'get'>['faults'][number];
export type Route = Json<'/__admin/routes', 'get'>['routes'][number];
export type Decision = Json<'/__admin/decisions', 'get'>['decisions'][number];
export type Recorded = Json<'/__admin/requests', 'get'>['requests'][number];
export type RequestDetail = Json<'/__admin/requests/{id}', 'get'>;
export type Creator = Json<'/__admin/world/creators', 'get'>['creators'][number];
export type RunReport = Json<'/__admin/report', 'get'>;
export type Sent = Json<'/__admin/send', 'post'>;
export type NewFault = BodyOf<Of<'/__admin/faults', 'post'>>;
