import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import type { OperationId } from '../../core/operations.ts';
import { isObject } from '../../core/values.ts';
import { lastRuleId } from '../../faults/faults.ts';
import { framesIn } from '../../faults/frames.ts';
import type { Translate } from '../vocabulary/translator.ts';
import { givenIn, operationOf, type RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import { isEventStream, type Payload, streamOf } from './payload.ts';
import type { ReplyContext, ReplyRewriter, UnsentReply } from './reply-rewriter.ts';
import type { Scope } from './scope.ts';
import { eventFrame } from './stream.ts';

/** Lets the rewriter of the sandbox, if it has one, replace the replies of a scope. */
export function rewriteReplies(scope: Scope, deps: RewriteDeps): void {
  const { replyRewriter: rewriter } = deps;
  if (!rewriter) return;
  scope.addHook('onSend', async (request, reply, payload: Payload) => {
    const context = contextOf(deps, request);
    if (!context) return payload;
    const toWire = request.routeOptions.config.toWire;
    const isFile = reply.hasHeader('content-disposition');
    applyProfileOfRule(rewriter, context.call, isFile || isEventStream(reply));
    if (isEventStream(reply)) {
      return Readable.from(rewriteEvents(rewriter, context, payload, toWire), { objectMode: false });
    }
    const form = isFile ? 'file' : 'json';
    const bytes = payload instanceof Readable ? await buffer(payload) : Buffer.from(payload);
    const rewritten = await rewriteJson(rewriter, context, { form, status: reply.statusCode }, bytes, toWire);
    reply.code(rewritten.status);
    return rewritten.bytes;
  });
}

function applyProfileOfRule(rewriter: ReplyRewriter, call: RecognisedCall, hasContent: boolean): void {
  if (call.profileBy !== lastRuleId || rewriter.ruleFor) return;
  if (hasContent) {
    rewriter.ruleActed?.();
    return;
  }
  delete call.profile;
  delete call.profileBy;
}

type RewriteDeps = Pick<Deps, 'replyRewriter' | 'operation'> & ReplyContext['deps'];

/** undefined before the key is recognised: such a refusal concerns no account and no operation. */
function contextOf(deps: RewriteDeps, request: FastifyRequest): ReplyContext | undefined {
  if (!request.call?.caller) return undefined;
  return {
    operation: deps.operation(operationOf(request) as OperationId),
    method: request.method,
    url: request.url,
    given: givenIn(request),
    schema: request.routeOptions.config.reply,
    call: request.call as RecognisedCall,
    deps,
  };
}

async function rewriteJson(
  rewriter: ReplyRewriter,
  context: ReplyContext,
  { form, status }: Pick<UnsentReply, 'form' | 'status'>,
  bytes: Buffer,
  toWire: Translate | undefined,
): Promise<{ status: number; bytes: Buffer }> {
  const unsent = { form, status, body: translateBody(form, JSON.parse(bytes.toString()), toWire) };
  const rewritten = await rewriter.rewrite(unsent, context);
  if (rewritten === unsent) return { status, bytes };
  const body = translateBody(form, rewritten.body, toWire);
  return { status: rewritten.status, bytes: Buffer.from(JSON.stringify(body)) };
}

/** A translator swaps both vocabularies, so the same one leads from the wire and back. */
function translateBody(form: UnsentReply['form'], body: unknown, toWire: Translate | undefined): unknown {
  if (!toWire) return body;
  if (form === 'file') return toWire(body);
  return isObject(body) && 'data' in body ? { ...body, data: toWire(body['data']) } : body;
}

async function* rewriteEvents(
  rewriter: ReplyRewriter,
  context: ReplyContext,
  payload: Payload,
  toWire: Translate | undefined,
): AsyncGenerator<Buffer, void> {
  for await (const { event, data } of framesIn(streamOf(payload))) {
    const body: unknown = JSON.parse(data);
    if (event !== 'result') {
      yield Buffer.from(eventFrame(event, body as object));
      continue;
    }
    const unsent: UnsentReply = { form: 'result', status: 200, body: translateBody('result', body, toWire) };
    const rewritten = await rewriter.rewrite(unsent, context);
    const sent = rewritten === unsent ? body : translateBody('result', rewritten.body, toWire);
    yield Buffer.from(eventFrame(event, sent as object));
  }
}
