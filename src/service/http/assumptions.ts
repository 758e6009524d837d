import type { Decision } from '../../core/decisions/decision.ts';
import { allPathsOf } from '../vocabulary/words.ts';
import { type Call, note, pathOf, type RequestDetails } from './call.ts';
import type { Deps } from './deps.ts';
import type { RequestCheck } from './generation.ts';
import { problemReply, type TextReply } from './problem-details.ts';

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
  { servedRoutes, words, decisions }: Pick<Deps, 'servedRoutes' | 'words' | 'decisions'>,
  { call, method, url, headers, operation, given }: RequestDetails,
  { refused, errorCode }: { refused: boolean; errorCode: string | null },
): readonly string[] {
  const found = decisions.reliedOn({
    operation,
    method,
    url,
    pathServed: operation !== null || isServed({ servedRoutes, words }, pathOf({ url })),
    headers,
    parameters: given,
    refused,
    forced: call?.injected !== undefined && call.injected !== 'identifier',
    errorCode,
    caller: call?.caller ?? null,
  });
  const noted = call?.notedDecisions;
  return noted ? [...found, ...noted.filter((id) => !found.includes(id))] : found;
}

const isServed = ({ servedRoutes, words }: Pick<Deps, 'servedRoutes' | 'words'>, path: string): boolean =>
  servedRoutes.some(({ operation }) => allPathsOf(words, operation).includes(path));

/** Makes a strict sandbox refuse what relies on a strict decision. @throws Undecided */
export const refuseUndecided: RequestCheck = (deps, request) => {
  if (!deps.settings.strict) return;
  // A stream that is to fail after its start can be refused only before it.
  const errorCode = request.call?.profile?.fails;
  const decision = deps.decisions.objection([
    ...reliedOn(deps, request, { refused: false, errorCode: null }),
    ...(errorCode === undefined ? [] : reliedOn(deps, request, { refused: true, errorCode })),
  ]);
  if (decision) throw new Undecided(decision);
};

/**
 * The reply of a strict sandbox in place of an error.
 * @returns undefined if the error may be sent
 */
export function objectionTo(
  deps: Pick<Deps, 'servedRoutes' | 'words' | 'decisions'>,
  details: RequestDetails,
  error: unknown,
  errorCode: string,
): TextReply | undefined {
  const decision =
    error instanceof Undecided
      ? error.decision
      : deps.decisions.objection(reliedOn(deps, details, { refused: true, errorCode }));
  if (!decision) return undefined;
  const { call } = details;
  if (call) {
    call.undecided = decision.id;
    note(call, `strict: not answered by ${decision.id}`);
  }
  return objection(decision);
}

/** RFC 9457 problem details, not an envelope, so that no client takes it for a reply of the service. */
function objection({ id, what, tag, setting, strict }: Decision): TextReply {
  const detail = `This call touches a behaviour of the sandbox that is ${tag} and not specified: ${what}. ${strict}`;
  return problemReply(501, detail, { decision: id, tag, ...(setting !== undefined && { setting }) });
}
