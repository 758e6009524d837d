import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isObject } from '../../core/values.ts';
import { framesIn } from '../../faults/frames.ts';
import type { Translate } from '../vocabulary/translator.ts';
import { joinBody } from './body.ts';
import type { RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import type { SentRequest } from './generation.ts';
import type { ReplyContext, ReplyRewriter, UnsentReply } from './reply-rewriter.ts';
import { isEventStream, type Reply } from './send.ts';
import { eventFrame } from './stream.ts';

/** The reply that the rewriter of the sandbox puts in place of one. */
export async function rewritten(deps: RewriteDeps, request: SentRequest, reply: Reply): Promise<Reply> {
  const rewriter = deps.replyRewriter;
  const context = contextOf(deps, request);
  if (!rewriter || !context || isOfRoad(context.call, reply)) return reply;
  const toWire = request.call?.toWire;
  const isFile = 'content-disposition' in reply.headers;
  const { body } = reply;
  if (isEventStream(reply)) {
    // Its client left before the first event.
    if (!(body instanceof Readable)) return reply;
    const events = rewriteEvents(rewriter, context, body, toWire);
    return { ...reply, body: Readable.from(events, { objectMode: false }) };
  }
  const form = isFile ? 'file' : 'json';
  const bytes = body instanceof Readable ? await buffer(body) : Buffer.from(joinBody(body));
  const json = await rewriteJson(rewriter, context, { form, status: reply.status }, bytes, toWire);
  return { ...reply, status: json.status, body: json.bytes };
}

/** A reply that a test sends in place of the service has no envelope to rewrite. */
const isOfRoad = ({ injected, errorCode }: RecognisedCall, { status }: Reply): boolean =>
  injected !== undefined && errorCode === undefined && status >= 400;

type RewriteDeps = Pick<Deps, 'replyRewriter' | 'operation'> & ReplyContext['deps'];

/** undefined before the key is recognised: such a refusal concerns no account and no operation. */
function contextOf(
  deps: RewriteDeps,
  { call, operation, method, url, given, route }: SentRequest,
): ReplyContext | undefined {
  if (!call?.caller || operation === null) return undefined;
  return {
    operation: deps.operation(operation),
    method,
    url,
    given,
    schema: route?.reply,
    call: call as RecognisedCall,
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
  payload: Readable,
  toWire: Translate | undefined,
): AsyncGenerator<Buffer, void> {
  for await (const { event, data } of framesIn(payload)) {
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
