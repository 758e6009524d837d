import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Body } from './body.ts';
import { lengthOf } from './body.ts';
import { drainAround } from './drain-body.ts';
import type { SentRequest } from './generation.ts';

/** The whole reply to a request, or the beginning of one that is streamed. */
export interface Reply {
  readonly status: number;
  /** In lower case, with the type of the content. That of a stream may have its length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | Buffer | Readable;
  /** Refuses a body, or a URL, that could not be read. */
  readonly isOfTransport?: boolean;
}

export const jsonType = 'application/json; charset=utf-8';
export const jsonHeaders = { 'content-type': jsonType } as const;

export const isEventStream = ({ headers }: Pick<Reply, 'headers'>): boolean =>
  headers['content-type']?.startsWith('text/event-stream') === true;

/** Sends a reply. Nothing is sent to a client that left. @returns the wait for the rest of its body, if there is one */
export function send(request: SentRequest, reply: Reply): Promise<void> | undefined {
  const { raw, response, mustClose } = request;
  const closes = mustClose && reply.isOfTransport === true;
  if (raw.complete) {
    write(response, reply, closes);
    return undefined;
  }
  return drainAround(raw, response, closes).then(() => {
    // Unread, the rest would keep the connection from its next request.
    raw.resume();
    write(response, reply, closes);
  });
}

function write(response: ServerResponse, { status, headers, body }: Reply, closes: boolean): void {
  const isStream = body instanceof Readable;
  if (response.destroyed) {
    if (isStream) body.destroy();
    return;
  }
  const list = closes ? ['connection', 'close'] : [];
  for (const name in headers) list.push(name, headers[name] as string);
  if (!isStream) list.push('content-length', String(lengthOf(body)));
  response.writeHead(status, list);
  if (isStream) pipe(body, response);
  else end(response, body);
}

/** Ends both when one of them ends early. */
function pipe(body: Readable, response: ServerResponse): void {
  body.once('error', () => response.destroy());
  response.once('close', () => body.destroy());
  body.pipe(response);
}

function end(response: ServerResponse, body: Body | Buffer): void {
  if (typeof body === 'string' || body instanceof Buffer) response.end(body);
  else if ('octets' in body) response.end(body.octets, 'latin1');
  else {
    const [start, json, end] = body;
    // One write for all three.
    response.cork();
    response.write(start);
    response.write(json);
    response.end(end);
  }
}
