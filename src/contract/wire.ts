import type { ExchangeRequest } from './exchange.ts';
import { generationOf } from './generations.ts';

export interface Outgoing {
  method: string;
  /** Path and query. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface Incoming {
  status: number;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  text: string;
}

/** @throws NoAnswer where no reply comes in time, or it is too long */
export type Send = (request: Outgoing) => Promise<Incoming>;

/** The message is the reason. */
export class NoAnswer extends Error {}

/** A request with the key in the header of its generation (contract 5). */
export function outgoing(
  { method, path, query = {}, headers = {}, body, text }: ExchangeRequest,
  key: string | undefined,
): Outgoing {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    method,
    url: pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path,
    headers: {
      ...(key !== undefined && { [generationOf(path).keyHeader]: key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
  };
}

export interface HttpTarget {
  /** Base URL of generation 3, without a slash at its end. */
  url: string;
  /** Base URL of generation 2, in place of the prefix of its paths. */
  v2Url: string;
  timeoutMs: number;
  /** Maximum length of a reply. */
  maxBytes: number;
}

/** Sends over HTTP to the target alone: it does not follow redirections. */
export function httpSend({ url, v2Url, timeoutMs, maxBytes }: HttpTarget): Send {
  return async (request) => {
    const { number, pathOf } = generationOf(request.url);
    const to = (number === 2 ? v2Url : url) + pathOf(request.url);
    try {
      const reply = await fetch(to, {
        method: request.method,
        headers: request.headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(request.body !== undefined && { body: request.body }),
      });
      return {
        status: reply.status,
        headers: Object.fromEntries(reply.headers),
        text: await readReplyText(reply, maxBytes),
      };
    } catch (error) {
      throw error instanceof NoAnswer ? error : new NoAnswer(reasonOf(error, timeoutMs));
    }
  };
}

async function readReplyText({ body }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new NoAnswer(`more than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if ((error as Error).name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  const { code, message } = ((error as { cause?: object }).cause ?? error) as {
    code?: string;
    message: string;
  };
  return code ?? message;
}
