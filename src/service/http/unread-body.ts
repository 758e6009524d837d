import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import type { UnreadRequest } from './generation.ts';
import { translateParameters } from './translate.ts';

/**
 * Gives a request that its checks refused its parameters in the neutral words, as one that passed has them: its record shows
 * its body, and the report tells by them whether another request repeats it.
 */
export async function readRefused(unread: UnreadRequest): Promise<void> {
  const { request } = unread;
  // Whoever asks first whether to send the body gets the refusal instead.
  if (request.method === 'POST' && request.headers.expect === undefined)
    request.body = await readBody(unread);
  translateParameters(request);
}

/** Parses the body and puts an equal stream in its place. @returns undefined if it is too large or not JSON */
export async function readBody(unread: UnreadRequest): Promise<unknown> {
  const { body, request } = unread;
  const bodyLimit = request.routeOptions.bodyLimit as number;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > bodyLimit) break;
  }
  unread.body = Readable.from(chunks, { objectMode: false });
  if (length <= bodyLimit) return parseJson(Buffer.concat(chunks));
  // These chunks are enough to refuse it; unread, the rest would keep the connection from its next request.
  body.resume();
  return undefined;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}
