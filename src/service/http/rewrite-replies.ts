import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '../../core/values.ts';
import { framesIn } from '../../faults/frames.ts';
import type { Translate } from '../vocabulary/translator.ts';
import { operationOf, type RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import type { ReplyContext, ReplyRewriter, UnsentReply } from './reply-rewriter.ts';
import type { Scope } from './scope.ts';
import { eventFrame } from './stream.ts';

/** Lets the reply change of the sandbox, if it has one, replace the replies of a scope. */
export function rewriteReplies(scope: Scope, deps: Deps): void {
  const { replyRewriter: replyChange } = deps;
  if (!replyChange) return;
  scope.addHook('onSend', async (request, reply, payload) => {
    const asked = contextOf(deps, request);
    if (!asked || !isBody(payload)) return payload;
    const toWire = request.routeOptions.config.toWire;
    if (isEventStream(reply))
      return Readable.from(rewriteEvents(replyChange, deps, asked, payload, toWire), { objectMode: false });
    const form = reply.hasHeader('content-disposition') ? 'file' : 'json';
    const bytes = payload instanceof Readable ? await buffer(payload) : Buffer.from(payload);
    const changed = await rewriteJson(replyChange, asked, { form, status: reply.statusCode }, bytes, toWire);
    reply.code(changed.status);
    return inPieces(replyChange, deps, changed.bytes) ?? changed.bytes;
  });
}

/** undefined before the key is recognised: such a refusal concerns no account and no operation. */
function contextOf(deps: Deps, request: FastifyRequest): ReplyContext | undefined {
  const id = operationOf(request);
  if (!id || !request.call?.caller) return undefined;
  return {
    operation: deps.operation(id),
    method: request.method,
    url: request.url,
    given: request.method === 'GET' ? request.query : request.body,
    schema: request.routeOptions.config.reply,
    call: request.call as RecognisedCall,
    deps,
  };
}

type Body = string | Buffer | Readable;

const isBody = (payload: unknown): payload is Body =>
  typeof payload === 'string' || Buffer.isBuffer(payload) || payload instanceof Readable;

const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream');

async function rewriteJson(
  change: ReplyRewriter,
  asked: ReplyContext,
  { form, status }: Pick<UnsentReply, 'form' | 'status'>,
  bytes: Buffer,
  toWire: Translate | undefined,
): Promise<{ status: number; bytes: Buffer }> {
  const made = { form, status, body: translated(form, JSON.parse(bytes.toString()), toWire) };
  const changed = await change.rewrite(made, asked);
  if (changed === made) return { status, bytes };
  const body = translated(form, changed.body, toWire);
  return { status: changed.status, bytes: Buffer.from(JSON.stringify(body)) };
}

/** A translator swaps both vocabularies, so the same one leads from the wire and back. */
function translated(form: UnsentReply['form'], body: unknown, toWire: Translate | undefined): unknown {
  if (!toWire) return body;
  if (form === 'file') return toWire(body);
  return isObject(body) && 'data' in body ? { ...body, data: toWire(body['data']) } : body;
}

async function* rewriteEvents(
  change: ReplyRewriter,
  deps: Deps,
  asked: ReplyContext,
  payload: Body,
  toWire: Translate | undefined,
): AsyncGenerator<Buffer, void> {
  const source = payload instanceof Readable ? payload : Readable.from([payload]);
  for await (const { event, data } of framesIn(source)) {
    const body: unknown = JSON.parse(data);
    if (event !== 'result') {
      for (const each of change.progress?.(body) ?? [body])
        yield* sendInPieces(change, deps, Buffer.from(eventFrame(event, each as object)));
      continue;
    }
    const made: UnsentReply = { form: 'result', status: 200, body: translated('result', body, toWire) };
    const changed = await change.rewrite(made, asked);
    const sent = changed === made ? body : translated('result', changed.body, toWire);
    yield* sendInPieces(change, deps, Buffer.from(eventFrame(event, sent as object)));
  }
}

/** undefined if the body stays in one piece. */
function inPieces(change: ReplyRewriter, deps: Deps, body: Buffer): Readable | undefined {
  return change.pieces && Readable.from(sendInPieces(change, deps, body), { objectMode: false });
}

/** The time between two pieces that a client should receive separately. */
const pauseMs = 2;

async function* sendInPieces(
  change: ReplyRewriter,
  { wait }: Deps,
  body: Buffer,
): AsyncGenerator<Buffer, void> {
  const pieces = change.pieces?.(body) ?? [body];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await wait(pauseMs);
    if (piece.length > 0) yield piece;
  }
}
