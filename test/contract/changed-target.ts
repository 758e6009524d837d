import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpSend, type Send } from '../../src/contract/wire.ts';
import { isPublished } from '../harness.ts';
import { inOtherWords } from './published-target.ts';

type Json = Record<string, unknown>;

/** A request as a changed target receives it. */
export interface Asked {
  method: string;
  /** Path and query. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface Answered {
  /** 0 hangs up. */
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** How a changed target differs from the sandbox behind it. */
export interface Change {
  asked?: (request: Asked) => Asked;
  answered?: (
    answer: Answered,
    request: Asked,
    more: (request: Partial<Asked>) => Promise<unknown>,
  ) => Answered | Promise<Answered>;
}

/** A target with one deliberate change, which passes everything else on to another. */
export function changedSend(send: Send, { asked = (each) => each, answered = (each) => each }: Change): Send {
  const forward = async ({ body, ...request }: Asked): Promise<Answered> => {
    const { status, headers, text } = await send({ ...request, ...(body !== '' && { body }) });
    const { 'content-type': type, 'content-disposition': file } = headers;
    return {
      status,
      headers: { ...(type && { 'content-type': type }), ...(file && { 'content-disposition': file }) },
      text,
    };
  };
  return async ({ body = '', ...rest }) => {
    const request = { ...rest, body };
    return answered(await forward(asked(request)), request, (other) => forward({ ...request, ...other }));
  };
}

/**
 * A changed target over HTTP, in front of the sandbox at `url`. Changes are written in neutral words; where the
 * sandbox uses the published ones, so do its clients.
 */
export async function openChangedTarget(url: string, change: Change) {
  const sandbox = httpSend({ url, v2Url: `${url}/v2`, timeoutMs: 600_000, maxBytes: 100_000_000 });
  const answer = isPublished
    ? inOtherWords(changedSend(inOtherWords(sandbox), change))
    : changedSend(sandbox, change);
  const server = createServer(async (incoming, outgoing) => {
    const { status, headers, text } = await answer(await askedIn(incoming));
    if (status === 0) outgoing.destroy();
    else outgoing.writeHead(status, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

async function askedIn(incoming: IncomingMessage): Promise<Asked> {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  const sentHeaders = ['api-key', 'apiid', 'content-type'].flatMap((name) => {
    const value = incoming.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return {
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    headers: Object.fromEntries(sentHeaders),
    body,
  };
}
/** Changes the JSON bodies of replies to requests whose path begins with this. */
export const body =
  (path: string, change: (body: Json, request: Asked) => unknown): NonNullable<Change['answered']> =>
  (answer, request) => {
    if (!request.url.startsWith(path) || !answer.text.startsWith('{')) return answer;
    const content = JSON.parse(answer.text) as Json;
    return { ...answer, text: JSON.stringify(change(content, request) ?? content) };
  };

/** Changes the `data` of successful replies. */
export const data = (
  path: string,
  change: (data: Json, request: Asked) => void,
): NonNullable<Change['answered']> =>
  body(path, (content, request) => {
    if (content['success'] === true && content['data']) change(content['data'] as Json, request);
  });

/** Changes the JSON body of requests to a path. */
export const sent =
  (path: string, change: (body: Json) => void): NonNullable<Change['asked']> =>
  (request) => {
    if (request.url !== path || !request.body.startsWith('{')) return request;
    try {
      const content = JSON.parse(request.body) as Json;
      change(content);
      return { ...request, body: JSON.stringify(content) };
    } catch {
      return request;
    }
  };
