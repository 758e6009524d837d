import { compileGlob } from '../core/match.ts';
import { nearestOperation } from '../core/nearest-operation.ts';
import { finderOf, type OperationId } from '../core/operations.ts';
import { cutAs } from './cut.ts';
import type { Outcomes } from './outcomes.ts';
import { type FaultRule, type RuleContext, RuleError, type Step } from './rule.ts';
import { findProfile, type Profile, profiles, suits } from './torture.ts';

/**
 * The operations on which a rule can act: of those that it matches by name, path and method all that can do
 * what it asks for.
 * @throws RuleError when there is none
 */
export function targetsOf(
  rule: FaultRule,
  steps: readonly Step[],
  profile: Profile | undefined,
  context: Pick<RuleContext, 'operations' | 'outcomes' | 'pathsOf'>,
): ReadonlySet<OperationId> {
  refuseIdle(rule);
  const objectionOf = (operation: OperationId): string | undefined =>
    steps.map((step) => unanswerable(operation, step, context.outcomes)).find((each) => each !== undefined) ??
    (profile && !suits(profile, operation) ? `${operation} streams no events.` : undefined);

  const matched = matchedBy(rule.match, context);
  const targets = matched.filter((id) => objectionOf(id) === undefined);
  if (targets.length > 0) return new Set(targets);
  const [first] = matched;
  const objection = first && objectionOf(first);
  if (matched.length === 1 && objection) throw new RuleError(objection);
  throw new RuleError(
    matched.length < context.operations.length && objection
      ? `No operation that it matches can do all that this rule asks for: ${objection}`
      : 'No operation can do all that this rule asks for.',
  );
}

/** @throws RuleError when no request could match */
function matchedBy(
  { operation: name, path, method }: FaultRule['match'],
  { operations, pathsOf }: Pick<RuleContext, 'operations' | 'pathsOf'>,
): OperationId[] {
  const named = name === undefined ? undefined : operationNamed(operations, name);
  const fits = path === undefined ? () => true : compileGlob(path);
  const here = operations.filter(({ id }) => (named === undefined || id === named) && pathsOf(id).some(fits));
  if (here.length === 0)
    throw new RuleError(
      named ? `'${path}' does not match ${pathsOf(named)[0]}.` : `'${path}' matches no path of the service.`,
    );
  const asked = here.filter(({ methods }) => method === undefined || methods.some((each) => each === method));
  if (asked.length > 0) return asked.map(({ id }) => id);
  throw new RuleError(`Nothing that this rule matches is served on ${method}.`);
}

function refuseIdle({ respond, latency, hold, cut, torture, sequence }: FaultRule): void {
  const answers = respond ?? sequence?.find((step) => typeof step === 'object');
  if (answers ?? latency ?? hold ?? cut ?? torture) return;
  throw new RuleError('A rule needs at least one of respond, latency, hold, cut and torture.');
}

function operationNamed(operations: RuleContext['operations'], name: string): OperationId {
  const found = finderOf(operations)(name)?.id;
  if (found) return found;
  throw new RuleError(`'${name}' is not an operation; the nearest is ${nearestOperation(name, operations)}.`);
}

function unanswerable(operation: OperationId, step: Step, outcomes: Outcomes): string | undefined {
  if (step === undefined || step === 'succeed' || outcomes.find(operation, step)) return undefined;
  return `${operation} cannot answer ${JSON.stringify(step)}; it can answer ${answersOf(operation, outcomes)}.`;
}

const answersOf = (operation: OperationId, outcomes: Outcomes): string =>
  outcomes
    .of(operation)
    .map(({ status, errorCode }) => `${status} ${errorCode}`)
    .join(', ');

/** How a rule writes the reply that is earned. @throws RuleError */
export function profileOf({ cut, torture }: FaultRule): Profile | undefined {
  if (cut && torture !== undefined) throw new RuleError('A reply is either cut or tortured, not both.');
  if (cut) {
    if ((cut.bytes === undefined) === (cut.events === undefined))
      throw new RuleError("'cut' needs either 'bytes' or 'events'.");
    return cutAs(cut);
  }
  if (torture === undefined) return undefined;
  const profile = findProfile(torture);
  if (profile) return profile;
  throw new RuleError(`'${torture}' is no torture profile; there are ${Object.keys(profiles).join(', ')}.`);
}
