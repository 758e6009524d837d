import { compileGlob } from '../core/glob.ts';
import { nearest } from '../core/nearest.ts';
import { nearestOperation } from '../core/nearest-operation.ts';
import type { OperationId } from '../core/operations.ts';
import { cutProfile } from './cut.ts';
import type { Outcomes } from './outcomes.ts';
import { appliesTo, findProfile, type ReplyProfile, replyProfiles } from './profiles.ts';
import { readyFailures } from './ready.ts';
import { failureOf } from './respond.ts';
import type { FaultRule, RuleContext, Step } from './rule.ts';
import { RuleError } from './rule-error.ts';

/**
 * The operations on which a rule acts: those that match by name, path and method and can answer as the rule asks.
 * @throws RuleError if there is none
 */
export function targetsOf(
  rule: FaultRule,
  steps: readonly Step[],
  profile: ReplyProfile | undefined,
  context: Pick<RuleContext, 'operations' | 'outcomes' | 'pathsOf'>,
): ReadonlySet<OperationId> {
  assertHasEffect(rule);
  const problemOf = (operation: OperationId): string | undefined =>
    steps.map((step) => unanswerable(operation, step, context.outcomes)).find((each) => each !== undefined) ??
    (profile && !appliesTo(profile, operation) ? `${operation} ${lacks[profile.affects]}.` : undefined);

  const matched = operationsMatching(rule.match, context);
  const targets = matched.filter((id) => problemOf(id) === undefined);
  if (targets.length > 0) return new Set(targets);
  const problem = problemOf(matched[0] as OperationId);
  if (matched.length === 1) throw new RuleError(problem);
  throw new RuleError(
    matched.length < context.operations.length
      ? `No operation that this rule matches can do everything in the rule: ${problem}`
      : noneAnswers(steps, context),
  );
}

/** Why no operation at all can do what a rule asks: a refusal that does not exist, or with another status. */
function noneAnswers(
  steps: readonly Step[],
  { operations, outcomes }: Pick<RuleContext, 'operations' | 'outcomes'>,
): string {
  const all = operations.flatMap(({ id }) => outcomes.of(id));
  for (const step of steps) {
    if (typeof step !== 'object' || step.errorCode === undefined) continue;
    const { errorCode } = step;
    const near = nearest(
      errorCode,
      all.map((outcome) => outcome.errorCode),
    );
    const statuses = new Set(all.flatMap((outcome) => (outcome.errorCode === near ? [outcome.status] : [])));
    const comes = `comes with the status ${[...statuses].join(' or ')}`;
    if (near === errorCode) return `${errorCode} ${comes}.`;
    return `No operation answers ${JSON.stringify(errorCode)}; the nearest valid one is ${near}, which ${comes}.`;
  }
  return 'No operation can do everything in this rule.';
}

const lacks: Partial<Record<ReplyProfile['affects'], string>> = {
  events: 'does not stream events',
  json: 'streams events',
  pages: 'has no pages',
};

/** @throws RuleError if no request can match */
function operationsMatching(
  { operation: name, path, method }: FaultRule['match'],
  { operations, pathsOf }: Pick<RuleContext, 'operations' | 'pathsOf'>,
): OperationId[] {
  const named = name === undefined ? undefined : operationNamed(operations, name);
  const fits = path === undefined ? () => true : compileGlob(path);
  const served = operations.filter(
    ({ id }) => (named === undefined || id === named) && pathsOf(id).some(fits),
  );
  if (served.length === 0)
    throw new RuleError(
      named ? `'${path}' does not match ${pathsOf(named)[0]}.` : `'${path}' matches no path of the service.`,
    );
  const withMethod = served.filter(
    ({ methods }) => method === undefined || methods.some((each) => each === method),
  );
  if (withMethod.length > 0) return withMethod.map(({ id }) => id);
  throw new RuleError(`No operation that this rule matches accepts ${method}.`);
}

/** @throws RuleError */
function assertHasEffect({ respond, latency, hold, cut, profile, sequence }: FaultRule): void {
  const outcome = respond ?? sequence?.find((step) => typeof step === 'object');
  if (outcome ?? latency ?? hold ?? cut ?? profile) return;
  throw new RuleError('A rule needs at least one of respond, latency, hold, cut and profile.');
}

function operationNamed(operations: RuleContext['operations'], name: string): OperationId {
  const found = operations.find(({ id }) => id === name)?.id;
  if (found) return found;
  throw new RuleError(
    `'${name}' is not an operation; the nearest valid one is ${nearestOperation(name, operations)}.`,
  );
}

function unanswerable(operation: OperationId, step: Step, outcomes: Outcomes): string | undefined {
  if (step === undefined || step === 'succeed' || failureOf(operation, step, outcomes)) return undefined;
  const { status, errorCode } = step;
  return `${operation} cannot answer ${JSON.stringify({ status, errorCode })}; it can answer ${answerableList(operation, outcomes)}.`;
}

const answerableList = (operation: OperationId, outcomes: Outcomes): string =>
  outcomes
    .of(operation)
    .map(({ status, errorCode }) => `${status} ${errorCode}`)
    .join(', ');

/** How a rule sends the service's own reply. @throws RuleError */
export function profileOf(rule: FaultRule, outcomes: Outcomes): ReplyProfile | undefined {
  const { errorCode } = rule;
  const profile = plainProfileOf(rule);
  if (errorCode === undefined) return profile;
  if (profile?.fails === undefined)
    throw new RuleError("'errorCode' needs the reply profile failed-result; 'respond' has its own.");
  if (outcomes.findOfStream('nls', { errorCode })) return { ...profile, fails: errorCode };
  const codes = outcomes.ofStream('nls').map((outcome) => outcome.errorCode);
  throw new RuleError(`A result cannot report '${errorCode}'; it can report ${codes.join(', ')}.`);
}

function plainProfileOf({ cut, profile: name }: FaultRule): ReplyProfile | undefined {
  if (cut && name !== undefined) throw new RuleError("A rule has either 'cut' or 'profile', not both.");
  if (cut) {
    if ((cut.bytes === undefined) === (cut.events === undefined))
      throw new RuleError("'cut' needs either 'bytes' or 'events'.");
    return cutProfile(cut);
  }
  if (name === undefined) return undefined;
  const profile = findProfile(name);
  if (profile) return profile.ofRule?.() ?? profile;
  throw new RuleError(
    `'${name}' is not a reply profile; the profiles are ${Object.keys({ ...replyProfiles, ...readyFailures }).join(', ')}.`,
  );
}
