import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { KeyRedactor } from '../../core/keys/redactor.ts';
import type { Call, RequestDetails } from './call.ts';
import type { Deps, RecordDeps } from './deps.ts';
import { errorReply } from './error-reply.ts';
import { type Generation, generationAt } from './generation.ts';
import { isAdminUrl } from './paths.ts';
import { problemReply, type TextReply } from './problem-details.ts';
import { recordFinished } from './record-requests.ts';
import { repliesSentInstead, startedRequests } from './seen-requests.ts';
import { UnparseableRequest } from './transport.ts';

/** An error of Node's HTTP parser, with the bytes that it could not read. */
type ParserError = Error & { code?: string; rawPacket?: unknown };

type UnparseableDeps = RecordDeps & Pick<Deps, 'trace' | 'log'>;

/**
 * Replies to bytes that Node cannot parse as HTTP. No request is complete, so the envelope is written to the socket. The
 * request whose body they are determines the generation, or else the start of the packet; of headers above the limit only
 * the end is left, so they are answered like a path of generation 3.
 * @param isAdmin whether a URL belongs to the admin surface, which answers in its own form
 */
export function sendUnparseable(
  deps: UnparseableDeps,
  generations: readonly Generation[],
  isAdmin: (url: string) => boolean,
  error: ParserError,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const coming = replyComing(socket);
  if (coming) {
    // A second reply would break this one, and deny its charge.
    closeAfter(coming, socket);
    return;
  }
  const unfinished = requestInParser(socket);
  if (unfinished && unfinished !== (socket as Serving)._httpMessage?.req) {
    // It was answered before its body came.
    socket.destroySoon();
    return;
  }
  const sentKeys = keysIn(deps, unfinished, error);
  refuse(deps, generations, isAdmin, error, socket, { request: unfinished ?? requestLine(error), sentKeys });
}

/** Replies to a CONNECT: its target is no path, and the sandbox is no proxy. Without this Node closes the connection. */
export function refuseConnect(
  deps: UnparseableDeps,
  generations: readonly Generation[],
  isAdmin: (url: string) => boolean,
  request: IncomingMessage,
  socket: Socket,
): void {
  socket.on('error', () => socket.destroy());
  const { method = '', url = '' } = request;
  const sentKeys = keysIn(deps, request, {});
  refuse(deps, generations, isAdmin, {}, socket, { request: { method, url }, sentKeys });
}

function refuse(
  deps: UnparseableDeps,
  generations: readonly Generation[],
  isAdmin: (url: string) => boolean,
  error: Pick<ParserError, 'code'>,
  socket: Socket,
  refused: { request: RefusedRequest; sentKeys: readonly string[] },
): void {
  const { method = '', url = '' } = refused.request;
  const { status, type, text } = isAdmin(url) ? adminReply : serviceReply(deps, generations, refused, error);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${method === 'HEAD' ? '' : text}`,
  );
}

/** The places where Node notes what a socket is busy with. Its own handler of such errors looks there too. */
type Serving = Socket & {
  _httpMessage?: ServerResponse<IncomingMessage> | null;
  parser?: { incoming?: IncomingMessage | null } | null;
};

function requestInParser(socket: Serving): IncomingMessage | undefined {
  const request = socket.parser?.incoming;
  return request && !request.complete ? request : undefined;
}

/** A request that has begun, or what can be read of it. */
type RefusedRequest = IncomingMessage | { method?: string; url?: string };

function requestLine({ rawPacket }: ParserError): { method?: string; url?: string } {
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, 4_096) : '';
  return /^(?<method>[A-Za-z]{1,20}) (?<url>\S+)/.exec(start)?.groups ?? {};
}

/** The keys of the request, which may stand in its URL too. Its headers were parsed, or are in the packet. */
function keysIn(
  { keyHeaders }: Pick<Deps, 'keyHeaders'>,
  unfinished: IncomingMessage | undefined,
  { rawPacket }: Pick<ParserError, 'rawPacket'>,
): string[] {
  const packet = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
  const written = [...packet.matchAll(/^([\w-]+)[ \t]*:[ \t]*(.*?)[ \t]*\r?$/gm)].flatMap(
    ([, name = '', value = '']) => (keyHeaders.includes(name.toLowerCase()) ? [value] : []),
  );
  const parsed = keyHeaders.flatMap((name) => unfinished?.headers[name] ?? []);
  return [...parsed, ...written];
}

/** The reply that a request before these bytes is getting. A request that waits for its own body gets none. */
function replyComing({ _httpMessage: reply }: Serving): ServerResponse<IncomingMessage> | undefined {
  const { req, headersSent = false } = reply ?? {};
  return reply && (headersSent || req?.complete || req?.method === 'GET') ? reply : undefined;
}

/** Every further packet is an error of its own. */
const lastReplies = new WeakSet<ServerResponse>();

function closeAfter(reply: ServerResponse, socket: Socket): void {
  if (lastReplies.has(reply)) return;
  lastReplies.add(reply);
  reply.once('finish', () => socket.destroySoon());
}

const adminReply = problemReply(400, 'The request cannot be read as HTTP.');

function serviceReply(
  deps: UnparseableDeps,
  generations: readonly Generation[],
  { request, sentKeys }: { request: RefusedRequest; sentKeys: readonly string[] },
  { code }: Pick<ParserError, 'code'>,
): TextReply {
  const { method = '', url = '' } = request;
  const generation = generationAt(generations, url);
  const isStarted = startedRequests.has(request);
  const call: Call = {
    operation: null,
    caller: null,
    now: deps.clock.now(),
    traceId: deps.trace('', ''),
    notes: ['Request could not be parsed as HTTP.'],
    redactor: new KeyRedactor(deps.ledger, sentKeys),
  };
  const details: RequestDetails = {
    method,
    url,
    headers: {},
    operation: null,
    call,
    given: undefined,
    body: undefined,
    arrivedAt: undefined,
  };
  // Its method was not refused on a path that others have.
  const unrouted = { ...deps, servedRoutes: [] };
  const reply = errorReply(unrouted, generation, call, new UnparseableRequest(code), details);
  // The reader of the body of a request that has begun fails too, and records it.
  if (isStarted) {
    const { status, text } = reply;
    const { traceId, errorCode = null } = call;
    repliesSentInstead.set(request, { status, errorCode, traceId, text });
  } else if (method !== '' && !isAdminUrl(url))
    recordFinished(unrouted, details, generation.header, reply.status);
  return reply;
}
