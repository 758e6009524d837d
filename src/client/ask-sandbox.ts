import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import { text } from 'node:stream/consumers';
import { connectionErrorReason } from '../core/connection-error.ts';

/** A request to a sandbox. */
export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** The answer of a sandbox. Its body is read once, by `text()` or piece by piece. */
export interface SandboxAnswer {
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
  text(): Promise<string>;
}

/** Where an admin surface is: its base URL, `…/__admin`, null when it is off, and its token. */
export interface AdminAddress {
  readonly url: string | null;
  readonly token?: string | undefined;
}

/** No sandbox answers at the address. The message is a sentence. */
export class NoAnswer extends Error {}

/** Every answer of an admin surface has it, with the version of the sandbox. */
export const sandboxHeader = 'creator-sandbox';

/** Asks an admin surface. @throws NoAnswer when nothing answers there, or what is no sandbox */
export async function askAdminSurface(
  { url, token }: AdminAddress,
  path: string,
  question: Omit<Question, 'headers'> = {},
): Promise<SandboxAnswer> {
  if (url === null) throw new Error('The admin surface of this sandbox is off.');
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await askSandbox(`${url}${path}`, { ...question, headers });
  if (answer.headers[sandboxHeader] !== undefined) return answer;
  answer.body.destroy();
  throw new NoAnswer(`${url} is not the admin surface of a sandbox: it answered ${answer.status}.`);
}

/**
 * Asks a sandbox straight at its address. A test cannot reach this request by what it changes around its own: a stubbed
 * `fetch`, an interceptor of `http.request`, the environment of a browser, fake timers, a proxy that variables name.
 * @throws NoAnswer when nothing answers there
 */
export async function askSandbox(
  url: string,
  { method = 'GET', headers = {}, body, signal }: Question = {},
): Promise<SandboxAnswer> {
  const isSecure = url.startsWith('https:');
  const json = body === undefined ? undefined : JSON.stringify(body);
  const described = json !== undefined && {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // An imported function is Node's own, whatever replaces it in the object of its module.
  const send = isSecure ? requestHttps : requestHttp;
  // The agents of the process may have a proxy. This one keeps no connection, so that none holds the process.
  const agent = isSecure ? new SecureAgent() : new Agent();
  const request = send(url, { method, agent, headers: { ...headers, ...described } }, resolve);
  request.on('error', (error) =>
    reject(
      new NoAnswer(`${new URL(url).origin} does not answer: ${connectionErrorReason(error)}.`, {
        cause: error,
      }),
    ),
  );
  let answer: IncomingMessage | undefined;
  const leave = () => (answer ?? request).destroy(signal?.reason as Error);
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave);
  request.once('close', () => signal?.removeEventListener('abort', leave));
  request.end(json);
  answer = await promise;
  const { statusCode: status = 0, headers: answered } = answer;
  const read = answer;
  return {
    ...{ status, isOk: status >= 200 && status < 300, headers: answered, body: read },
    text: () => text(read),
  };
}

/** An event of a stream, with its data as text. */
export interface StreamedText {
  readonly event: string;
  readonly data: string;
}

/** The pieces of a body, as text. */
export function piecesOf({ body }: SandboxAnswer): AsyncIterator<string> {
  body.setEncoding('utf8');
  return (body as AsyncIterable<string>)[Symbol.asyncIterator]();
}

/** The events in a stream. A sandbox writes one as two lines and an empty one; comments keep an idle connection open. */
export async function* eventsIn(
  pieces: AsyncIterator<string>,
  first = '',
): AsyncGenerator<StreamedText, void> {
  let rest = first;
  for (let isDone = false; !isDone; ) {
    const frames = rest.split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
      if (event !== undefined && data !== undefined) yield { event, data };
    }
    const next = await pieces.next();
    isDone = next.done === true;
    rest += next.value ?? '';
  }
}
