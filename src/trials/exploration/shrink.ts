import type { ObservedRun } from './call.ts';
import { idOf, indexOf } from './candidates.ts';
import { type Symptom, symptomName } from './judge.ts';
import { type OutcomeName, outcomeNames } from './outcomes.ts';
import { type FaultSchedule, type ScheduledFault, scheduleText } from './schedule.ts';

/** What shrinking knows of other runs, and how it makes more. */
export interface ShrinkContext {
  readonly clean: ObservedRun;
  readonly outcomes: readonly OutcomeName[];
  /** undefined when there is no time left */
  symptomsOf(schedule: FaultSchedule): Promise<readonly Symptom[] | undefined>;
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
  for (;;) {
    const smaller = await firstShowing(smallerThan(smallest, context));
    if (!smaller) return smallest;
    smallest = smaller;
  }

  async function firstShowing(attempts: readonly FaultSchedule[]): Promise<FaultSchedule | undefined> {
    for (const attempt of attempts) {
      const text = scheduleText(attempt);
      if (tried.has(text)) continue;
      tried.add(text);
      const symptoms = await context.symptomsOf(attempt);
      if (symptoms?.some((each) => symptomName(each) === symptomName(symptom))) return attempt;
    }
    return undefined;
  }
}

/** Schedules one step smaller, the largest step first. */
function smallerThan(schedule: FaultSchedule, context: ShrinkContext): FaultSchedule[] {
  const { outcomes } = context;
  return [
    ...(schedule.length > 1 ? schedule.map((_, at) => schedule.toSpliced(at, 1)) : []),
    // One fault fewer, and the next one in its place.
    ...schedule
      .slice(1)
      .map(({ outcome }, at) =>
        schedule.toSpliced(at, 2, { outcome, call: (schedule[at] as ScheduledFault).call }),
      ),
    ...schedule.flatMap((fault, at) =>
      outcomeNames
        .slice(0, outcomeNames.indexOf(fault.outcome))
        .filter((outcome) => outcomes.includes(outcome))
        .map((outcome) => schedule.with(at, { ...fault, outcome })),
    ),
    ...aboutEarlierSubjects(schedule, context),
    ...schedule.flatMap((fault, at) => {
      const before = at === 0 ? context.clean : context.runOf(schedule.slice(0, at));
      return before ? earlierCalls(fault, before).map((call) => schedule.with(at, { ...fault, call })) : [];
    }),
  ];
}

/** The same faults of the same tries, of an earlier call. */
function aboutEarlierSubjects(schedule: FaultSchedule, { clean }: ShrinkContext): FaultSchedule[] {
  const [first] = schedule as [ScheduledFault];
  if (schedule.some(({ call }) => call.subject !== first.call.subject)) return [];
  return earlierCalls(first, clean).map(({ subject }) =>
    schedule.map((fault) => ({ ...fault, call: { ...fault.call, subject } })),
  );
}

/** Calls of the same operation before that of a fault. */
const earlierCalls = (fault: ScheduledFault, run: ObservedRun): ScheduledFault['call'][] =>
  run.calls
    .slice(0, Math.max(indexOf(run, fault), 0))
    .filter(({ operation, outcome }) => operation === fault.call.operation && outcome === undefined)
    .map(idOf);
