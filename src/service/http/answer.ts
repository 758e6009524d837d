import { Refusal } from '../../core/errors.ts';
import { inTransaction } from '../../ledger/job.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { TallyInput } from '../../report/tally-input.ts';
import { signalOf } from './abort-signal.ts';
import { joinBody } from './body.ts';
import { type Call, recognisedCall } from './call.ts';
import { callWithoutKey, countRefusal, keyIn } from './checks.ts';
import { isStream } from './count-replies.ts';
import { Delayed } from './delayed.ts';
import type { Deps, SeenReply } from './deps.ts';
import { errorReply } from './error-reply.ts';
import type { RequestCheck, RoutedRequest, SentRequest, ServiceRequest } from './generation.ts';
import { showPictures } from './pictures.ts';
import { isAffectedBy, profiled } from './profiled-replies.ts';
import { noteRequest, recordRequest } from './record-requests.ts';
import { rewritten } from './rewrite-replies.ts';
import { billedTransaction, billFailure } from './road-failure.ts';
import { jsonHeaders, type Reply, send } from './send.ts';
import type { Service } from './service.ts';
import type { StreamedReply } from './stream.ts';
import { unknownPath, wordsUsedLast } from './unknown-path.ts';
import type { Waiting } from './wait.ts';

/** Answers a request of the service: makes its reply, notes it, sends it. */
export async function answer(service: Service, request: SentRequest): Promise<void> {
  const { response } = request;
  let noted: TallyInput | undefined;
  try {
    let reply: Reply;
    if (isRouted(request))
      try {
        const outcome = await outcomeOf(
          service,
          request,
          () => signalOf(response, service.closing),
          service.peers &&
            ((tx, work) => {
              const step = work(tx);
              if ('reply' in step) noted = noteRequest(service, request, step.reply);
              return step;
            }),
        );
        reply = 'reply' in outcome ? outcome.reply : await service.beginStream(response, outcome.streamed);
      } catch (error) {
        // The commit failed, or a stream before its first piece.
        delete request.call?.charged;
        reply = refuse(service, request, error);
        await countRefusal(service.ledger, request.call as Call)?.catch(noFailure);
      }
    else reply = await unroutedReply(service, request);
    reply = showPictures(service, request, reply);
    recordRequest(service, request, reply, noted);
    // A client with the reply finds the request at every replica.
    if (service.peers && !noted) await service.peers.written().catch(noFailure);
    if (service.replyRewriter) reply = await rewritten(service, request, reply);
    const profile = request.call?.profile;
    if (profile && isAffectedBy(profile, reply)) reply = await profiled(service, request, profile, reply);
    service.onReply?.(request, seenReply(request, reply));
    const sending = send(request, reply);
    if (sending) await sending;
  } catch (error) {
    service.log.error({ err: error }, 'a reply could not be sent');
    response.destroy();
  }
}

/** The reply to a URL that could not be read, or that no operation has. */
async function unroutedReply(service: Service, request: SentRequest): Promise<Reply> {
  const usedLast = await wordsUsedLast(service, request);
  const { unreadable } = request;
  return unreadable ? refuse(service, request, unreadable) : unknownPath(service, request, usedLast);
}

const seenReply = ({ route, generation }: SentRequest, { status, headers, body }: Reply): SeenReply => ({
  status,
  contentType: headers['content-type'] ?? '',
  text: isStream(body) ? undefined : joinBody(body).toString(),
  schema: route?.reply,
  keyHeader: generation.header,
});

/** The end of a call: its reply, or a stream that begins it. */
export type Outcome = { readonly reply: Reply } | { readonly streamed: StreamedReply };

/** A call on its way through its transactions. */
interface Underway {
  readonly request: RoutedRequest;
  /** How many checks of its generation it passed, the one that made it wait among them. */
  passed: number;
  /** The last wait failed with this. */
  failedWait?: { readonly reason: unknown } | undefined;
}

/**
 * Makes the outcome of a call in as many transactions as its waits need: one, if nothing has to wait. A wait that fails is
 * refused in the next one.
 * @param signalOfWait ends the waits @param within surrounds the work of each transaction
 * @throws CommitFailed
 */
export async function outcomeOf(
  deps: Deps,
  request: RoutedRequest,
  signalOfWait: () => AbortSignal,
  within?: Within,
): Promise<Outcome> {
  const key = keyIn(request);
  const touches = {
    secret: typeof key === 'string' ? key : '',
    readsCalls: request.route.endpoint.readsCalls,
  };
  const underway: Underway = { request, passed: 0 };
  for (;;) {
    const step = await inTransaction(deps.ledger, touches, (tx) =>
      within ? within(tx, (inner) => perform(deps, underway, inner)) : perform(deps, underway, tx),
    );
    if (!('wait' in step)) return step;
    underway.failedWait = await step.wait(signalOfWait()).then(noFailure, (reason: unknown) => ({ reason }));
  }
}

const noFailure = (): undefined => {};

type Within = (tx: LedgerTransaction, work: (tx: LedgerTransaction) => Step) => Step;

/** The end of a transaction: that of the call, or a wait after which another one goes on. */
export type Step = Outcome | { readonly wait: Waiting };

/**
 * Performs a call inside a transaction: the checks of its generation in their order, then its operation, which reads the
 * parameters, checks the estimate, looks up and charges. All refusals end here, and count in the usage of the key.
 */
function perform(deps: Deps, underway: Underway, tx: LedgerTransaction): Step {
  const { request } = underway;
  const { checks } = request.generation;
  try {
    if (underway.failedWait) throw underway.failedWait.reason;
    identifyAgain(request, tx);
    while (underway.passed < checks.length) {
      const check = checks[underway.passed++] as RequestCheck;
      const wait = check(deps, request, tx);
      if (wait) return { wait };
    }
    const {
      route: { endpoint },
      given,
      problems,
    } = request;
    const call = recognisedCall(request);
    const { bill } = call;
    const own = bill ? billedTransaction(tx, call, bill) : tx;
    const body = tx.attempt(() => endpoint.answer({ call, tx: own, given, problems }));
    if (bill) throw bill.failure;
    return typeof body === 'object' && 'pieces' in body
      ? { streamed: body }
      : { reply: { status: 200, headers: jsonHeaders, body } };
  } catch (error) {
    if (error instanceof Delayed) return { wait: error.wait };
    const failure = billedInPlaceOf(deps, request, error, tx);
    // A charge before an error is undone with it.
    if (!failure) delete request.call?.charged;
    const reply = refuse(deps, request, failure ?? error);
    // A charge counts the call too.
    if (request.call?.charged === undefined) countRefusal(tx, request.call as Call);
    return { reply };
  }
}

/** The failure of a billed call. @returns undefined for other calls, and where the sandbox itself failed */
function billedInPlaceOf(
  deps: Deps,
  request: RoutedRequest,
  error: unknown,
  tx: LedgerTransaction,
): Error | undefined {
  const { bill } = request.call ?? {};
  if (!bill) return undefined;
  const isRefused = error instanceof Refusal || error === request.unreadable;
  if (error !== bill.failure && !isRefused) return undefined;
  const refusal = error === bill.failure ? undefined : (error as Error);
  return billFailure(deps, tx, recognisedCall(request), bill, refusal);
}

/** A reset during a wait removed a self-describing key: it opens again, as for a call that arrives now. */
function identifyAgain({ call }: ServiceRequest, tx: LedgerTransaction): void {
  if (call?.caller) tx.identify(call.secret as string, call.now - call.caller.clockOffsetMs);
}

/** The reply for an error. */
function refuse(deps: Deps, request: ServiceRequest, error: unknown): Reply {
  const { generation, unreadable } = request;
  request.call ??= callWithoutKey(deps, request);
  const { status, type, text } = errorReply(deps, generation, request.call, error, request);
  const headers = { ...request.call.forcedHeaders, 'content-type': type };
  return { status, headers, body: text, isOfTransport: error === unreadable };
}

const isRouted = (request: SentRequest): request is SentRequest & RoutedRequest =>
  request.route !== undefined;
