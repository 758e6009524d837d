import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { isPublished } from '../harness.ts';
import { otherJson, otherLines, publishedBody, publishedUrl } from '../published.ts';

type Json = Record<string, unknown>;

/** A request as a changed target sees it. */
export interface Asked {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Answered {
  /** 0 hangs up. */
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** What a second sandbox does otherwise than the first. */
export interface Change {
  asked?: (request: Asked) => Asked;
  answered?: (
    answer: Answered,
    request: Asked,
    more: (request: Partial<Asked>) => Promise<unknown>,
  ) => Answered | Promise<Answered>;
}

/**
 * A sandbox with one deliberate change: whatever it answers passes through here. Changes are written in neutral
 * words; where the sandbox speaks the published ones, both sides of this do.
 */
export async function openChangedTarget(
  url: string,
  { asked = (each) => each, answered = (each) => each }: Change,
) {
  const forward = async ({ method, url: path, headers, body }: Asked): Promise<Answered> => {
    const reply = await fetch(url + path, { method, headers, ...(body !== '' && { body }) });
    const { 'content-type': type, 'content-disposition': file } = Object.fromEntries(reply.headers);
    return {
      status: reply.status,
      headers: { ...(type && { 'content-type': type }), ...(file && { 'content-disposition': file }) },
      text: await reply.text(),
    };
  };
  const server = createServer(async (incoming, outgoing) => {
    const request = inOtherWords(await askedIn(incoming));
    const send = async (changed: Asked) => {
      const answer = await forward(inOtherWords(changed));
      return { ...answer, text: otherText(answer.text) };
    };
    const answer = await send(asked(request));
    const { status, headers, text } = await answered(answer, request, (other) =>
      send({ ...request, ...other }),
    );
    if (status === 0) outgoing.destroy();
    else outgoing.writeHead(status, headers).end(otherText(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** There and back: what is said twice in other words is as it was. */
const inOtherWords = (request: Asked): Asked =>
  isPublished
    ? { ...request, url: publishedUrl(request.url), body: otherJson(request.body, publishedBody) }
    : request;

const otherText = (text: string): string => (isPublished ? otherLines(text) : text);

async function askedIn(incoming: IncomingMessage): Promise<Asked> {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  const kept = ['api-key', 'apiid', 'content-type'].flatMap((name) => {
    const value = incoming.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return {
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    headers: Object.fromEntries(kept),
    body,
  };
}

/** Changes the JSON bodies of replies to requests whose path begins so. */
export const body =
  (path: string, change: (body: Json, request: Asked) => unknown): NonNullable<Change['answered']> =>
  (answer, request) => {
    if (!request.url.startsWith(path) || !answer.text.startsWith('{')) return answer;
    const content = JSON.parse(answer.text) as Json;
    return { ...answer, text: JSON.stringify(change(content, request) ?? content) };
  };

/** The same of successful replies, and what stands in their `data`. */
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
