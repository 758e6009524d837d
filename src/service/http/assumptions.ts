import type { FastifyRequest } from 'fastify';
import type { AnsweredRequest, Decision } from '../../core/decisions/decision.ts';
import type { OperationId } from '../../core/operations.ts';
import { type Call, note, operationOf, pathOf } from './call.ts';
import type { Deps } from './deps.ts';
import { problemDetails } from './problem-details.ts';
import type { Scope } from './scope.ts';

/** Thrown by a strict sandbox in place of an answer that could mislead client code. */
export class Undecided extends Error {
  readonly decision: Decision;

  constructor(decision: Decision) {
    super(decision.id);
    this.decision = decision;
  }
}

/**
 * Notes that an answer relies on a decision, where only the code that makes the answer knows. Call this before the
 * charge if the decision is a strict one.
 * @throws Undecided in a strict sandbox, if the decision is a strict one
 */
export function noteDecision({ decisions }: Pick<Deps, 'decisions'>, call: Call, decision: Decision): void {
  if (!call.notedDecisions?.includes(decision.id))
    call.notedDecisions = [...(call.notedDecisions ?? []), decision.id];
  if (decisions.objection([decision.id])) throw new Undecided(decision);
}

/** The decisions that an answer relies on. @param outcome `errorCode` is null on success or without a code */
export function reliedOn(
  deps: Pick<Deps, 'servedRoutes' | 'decisions'>,
  details: RequestDetails,
  outcome: { refused: boolean; errorCode: string | null },
): readonly string[] {
  const found = deps.decisions.reliedOn(answerTo(deps, details, outcome));
  const noted = details.call?.notedDecisions;
  return noted ? [...found, ...noted.filter((id) => !found.includes(id))] : found;
}

/**
 * Makes a strict sandbox refuse requests after the checks of key, rate and permission, before everything else. Call
 * this before the routes are added.
 */
export function refuseUndecided(
  app: Scope,
  deps: Pick<Deps, 'settings' | 'servedRoutes' | 'decisions'>,
): void {
  if (!deps.settings.strict) return;
  app.addHook('preHandler', (request, _reply, done) => {
    const details = requestDetails(request);
    // A stream that is to fail after its start can be refused only before it.
    const errorCode = request.call?.profile?.fails;
    const decision = deps.decisions.objection([
      ...reliedOn(deps, details, { refused: false, errorCode: null }),
      ...(errorCode === undefined ? [] : reliedOn(deps, details, { refused: true, errorCode })),
    ]);
    done(decision && new Undecided(decision));
  });
}

/**
 * The reply of a strict sandbox in place of an error.
 * @returns undefined if the error may be sent
 */
export function objectionTo(
  deps: Pick<Deps, 'settings' | 'servedRoutes' | 'decisions'>,
  request: FastifyRequest,
  error: unknown,
  errorCode: string,
): Objection | undefined {
  if (!deps.settings.strict) return undefined;
  const decision =
    error instanceof Undecided
      ? error.decision
      : deps.decisions.objection(reliedOn(deps, requestDetails(request), { refused: true, errorCode }));
  if (!decision) return undefined;
  const { call } = request;
  if (call) {
    call.undecided = decision.id;
    note(call, `strict: not answered by ${decision.id}`);
  }
  return objection(decision);
}

interface Objection {
  status: number;
  body: string;
}

/** RFC 9457 problem details, not an envelope, so that no client takes it for a reply of the service. */
export function objection({ id, what, tag, setting, strict }: Decision): Objection {
  const detail = `This call touches a behaviour of the sandbox that is ${tag} and not specified: ${what}. ${strict}`;
  return {
    status: 501,
    body: problemDetails(501, detail, { decision: id, tag, ...(setting !== undefined && { setting }) }),
  };
}

/** The details of a request that decisions depend on. */
export interface RequestDetails {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly operation: OperationId | null;
  readonly call: Call | null;
  readonly given: unknown;
}

export const requestDetails = (request: FastifyRequest): RequestDetails => ({
  method: request.method,
  url: request.url,
  headers: request.headers,
  operation: operationOf(request),
  call: request.call,
  given: request.method === 'GET' ? request.query : request.body,
});

function answerTo(
  { servedRoutes: served }: Pick<Deps, 'servedRoutes'>,
  { call, method, url, headers, operation, given }: RequestDetails,
  { refused, errorCode }: { refused: boolean; errorCode: string | null },
): AnsweredRequest {
  return {
    operation,
    method,
    url,
    pathServed: operation !== null || served.some(({ path }) => path === pathOf({ url })),
    headers,
    parameters: given,
    refused,
    forced: refused && call?.injected !== undefined && call.injected !== 'identifier',
    errorCode,
    caller: call?.caller ?? null,
  };
}
