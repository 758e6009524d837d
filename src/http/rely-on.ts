import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Decision } from '../register/decision.ts';
import { type Call, note, operationOf, pathOf } from './call.ts';
import type { Deps } from './deps.ts';
import { problemDetails, problemType } from './problem-details.ts';
import type { Scope } from './scope.ts';

/** A strict sandbox does not answer by a guess that would mislead client code. */
export class Undecided extends Error {
  readonly decision: Decision;

  constructor(decision: Decision) {
    super(decision.id);
    this.decision = decision;
  }
}

/**
 * Notes that an answer leans on a decision, where only the behaviour itself can tell: of strict ones before anything is
 * charged. @throws Undecided in a strict sandbox, where the decision is one of those that it does not answer by
 */
export function relyOn({ decisions }: Deps, call: Call, decision: Decision): void {
  if (!call.reliedOn?.includes(decision.id)) call.reliedOn = [...(call.reliedOn ?? []), decision.id];
  if (decisions.objection([decision.id])) throw new Undecided(decision);
}

/** What the answer of a request leans on. @param errorCode null where it is not refused, or refused without a code */
export function reliedOn(
  deps: Deps,
  request: FastifyRequest,
  outcome: { refused: boolean; errorCode: string | null },
): readonly string[] {
  const told = deps.decisions.reliedOn(answerTo(deps, request, outcome));
  const noted = request.call?.reliedOn;
  return noted ? [...told, ...noted.filter((id) => !told.includes(id))] : told;
}

/**
 * Has a strict sandbox refuse requests as soon as it can be told what they ask for: after the key, the rate limit and
 * the permissions, before anything else. To be called before the routes are added.
 */
export function refuseUndecided(app: Scope, deps: Deps): void {
  if (!deps.settings.strict) return;
  app.addHook('preHandler', (request, _reply, done) => {
    const decision = deps.decisions.objection(reliedOn(deps, request, { refused: false, errorCode: null }));
    done(decision && new Undecided(decision));
  });
}

/**
 * What a strict sandbox says in place of a refusal.
 * @returns the answer where it objects; undefined where the refusal may be given
 */
export function objectionTo(
  deps: Deps,
  request: FastifyRequest,
  error: unknown,
  errorCode: string,
): Objection | undefined {
  if (!deps.settings.strict) return undefined;
  const decision =
    error instanceof Undecided
      ? error.decision
      : deps.decisions.objection(reliedOn(deps, request, { refused: true, errorCode }));
  if (!decision) return undefined;
  const { call } = request;
  if (call) {
    call.undecided = decision.id;
    note(call, `strict: not answered by ${decision.id}`);
  }
  return objection(decision);
}

export interface Objection {
  status: number;
  body: string;
}

/** RFC 9457 problem details, never an envelope of the service: no client may take it for one. */
export function objection({ id, what, tag, knob, strict }: Decision): Objection {
  const detail = `This call touches a behaviour of the sandbox that is ${tag} and not specified: ${what}. ${strict}`;
  return {
    status: 501,
    body: problemDetails(501, detail, { decision: id, tag, ...(knob !== undefined && { knob }) }),
  };
}

export const sendObjection = (reply: FastifyReply, { status, body }: Objection): FastifyReply =>
  reply.code(status).type(problemType).send(body);

function answerTo(
  { served }: Deps,
  request: FastifyRequest,
  { refused, errorCode }: { refused: boolean; errorCode: string | null },
): Answer {
  const { call, method, url, headers } = request;
  const operation = operationOf(request);
  return {
    operation,
    method,
    url,
    pathServed: operation !== null || served.some(({ path }) => path === pathOf(request)),
    headers,
    given: method === 'GET' ? request.query : request.body,
    refused,
    forced: refused && call?.injected !== undefined && call.injected !== 'identifier',
    errorCode,
    caller: call?.caller ?? null,
  };
}
