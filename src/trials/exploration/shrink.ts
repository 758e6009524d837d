import { indexOf, type ObservedCall, type ObservedRun } from './call.ts';
import { type OutcomeName, outcomeNames } from './outcomes.ts';
import { type FaultSchedule, operationIn, type ScheduledFault, scheduleText } from './schedule.ts';
import { type Symptom, symptomName } from './symptoms.ts';

/** What shrinking knows of other runs, and how it makes more. */
export interface ShrinkContext {
  readonly clean: ObservedRun;
  readonly outcomes: readonly OutcomeName[];
  /** None when there is no time left. */
  symptomsOf(schedule: FaultSchedule): Promise<readonly Symptom[]>;
  /** The run of a schedule, if it was made. */
  runOf(schedule: FaultSchedule): ObservedRun | undefined;
}

/**
 * The smallest schedule that shows the same: fewer faults, milder outcomes, earlier calls. Each attempt is a run, which
 * many findings share.
 */
export async function shrink(
  schedule: FaultSchedule,
  symptom: Symptom,
  context: ShrinkContext,
): Promise<FaultSchedule> {
  const tried = new Set([scheduleText(schedule)]);
  let smallest = schedule;
  let attempts = smallerThan(smallest, context);
  for (let attempt = attempts.shift(); attempt; attempt = attempts.shift()) {
    const text = scheduleText(attempt);
    if (tried.has(text)) continue;
    tried.add(text);
    const symptoms = await context.symptomsOf(attempt);
    if (!symptoms.some((each) => symptomName(each) === symptomName(symptom))) continue;
    smallest = attempt;
    attempts = smallerThan(smallest, context);
  }
  return smallest;
}

/** Schedules one step smaller, the largest step first. */
function smallerThan(schedule: FaultSchedule, context: ShrinkContext): FaultSchedule[] {
  const { clean, outcomes, runOf } = context;
  const [first, second] = schedule as [ScheduledFault, ScheduledFault?];
  return [
    // One fault alone, or the second one in the place of the first.
    ...(second ? [[second], [first], [{ ...second, call: first.call }]] : []),
    ...schedule.flatMap((fault, at) =>
      outcomeNames
        .slice(0, outcomeNames.indexOf(fault.outcome))
        .filter((outcome) => outcomes.includes(outcome))
        .map((outcome) => schedule.with(at, { ...fault, outcome })),
    ),
    ...aboutEarlierSubjects(schedule, clean),
    ...schedule.flatMap((fault, at) => {
      const before = at === 0 ? clean : runOf(schedule.slice(0, at));
      return before
        ? earlierCalls(fault, before).map(({ call }) => schedule.with(at, { ...fault, call }))
        : [];
    }),
  ];
}

/** The same faults of the same tries, of an earlier call. */
function aboutEarlierSubjects(schedule: FaultSchedule, clean: ObservedRun): FaultSchedule[] {
  const [first] = schedule as [ScheduledFault];
  const subject = subjectIn(first);
  if (schedule.some((fault) => subjectIn(fault) !== subject)) return [];
  return earlierCalls(first, clean).map((earlier) =>
    schedule.map((fault) => ({ ...fault, call: earlier.subject + fault.call.slice(subject.length) })),
  );
}

const subjectIn = ({ call }: ScheduledFault): string => call.slice(0, call.lastIndexOf('#'));

/** Calls of the same operation before that of a fault. */
const earlierCalls = ({ call }: ScheduledFault, run: ObservedRun): ObservedCall[] =>
  run.calls
    .slice(0, Math.max(indexOf(run, call), 0))
    .filter(({ operation, outcome }) => operation === operationIn(call) && outcome === undefined);
