import { Buffer } from 'node:buffer';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

/**
 * Sends JSON to the address that a user named, and to nobody else: no redirection is followed, no proxy of the
 * environment is used, and no header goes with it but those that describe the body.
 * @param maxBytes of the answer
 * @returns its status and text @throws what broke the connection, a longer answer, or the reason of the signal
 */
export async function postJson(
  url: string,
  body: object,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<{ status: number; text: string }> {
  const { protocol, hostname, port, pathname } = new URL(url);
  const sent = Buffer.from(JSON.stringify(body));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = protocol === 'https:' ? httpsRequest : httpRequest;
  send({
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: pathname,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': sent.length,
      accept: 'application/json',
    },
    agent: false,
    signal,
  })
    .once('response', resolve)
    .on('error', reject)
    .end(sent);
  try {
    const answer = await promise;
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`);
      pieces.push(piece);
    }
    return { status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
