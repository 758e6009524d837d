import { compareTexts } from '../../core/order.ts';
import { indexOf, type ObservedRun } from './call.ts';
import {
  behaviourAfter,
  type Candidate,
  type CandidateOptions,
  faultsAt,
  singleFaults,
  splitRecovery,
} from './candidates.ts';
import { type JudgeOptions, judgeRun } from './judge.ts';
import { outcomeOf } from './outcomes.ts';
import { type FaultSchedule, type ScheduledFault, scheduleText, unmetFault } from './schedule.ts';
import { shrink } from './shrink.ts';
import { compareSymptoms, type Symptom, symptomName } from './symptoms.ts';

export interface ExploreOptions extends CandidateOptions, JudgeOptions {
  /** The most faults of a schedule: 1 or 2. */
  readonly depth: number;
  /** Gives each schedule a run of its own. */
  readonly runsAll?: boolean;
}

/** Runs commands under schedules. */
export interface ScheduleRuns {
  /** @returns undefined when no time is left */
  run(schedule: FaultSchedule, rest: () => void): Promise<ObservedRun | undefined>;
  /** Does work for each item, some of it side by side. `rest` says that it only waits from now on. */
  forEach<T>(items: readonly T[], work: (item: T, rest: () => void) => Promise<void>): Promise<void>;
}

/** A cause, with the smallest schedule that shows it. */
export interface FoundCause {
  readonly symptom: Symptom;
  readonly schedule: FaultSchedule;
  readonly run: ObservedRun;
}

/** Why schedules have no run of their own: each shows what another one shows. */
export const spareReasons = {
  'equal-history': 'An earlier call of the same operation and parameters came after the same kinds of calls.',
  'same-behaviour': 'Another first fault cost the same, and was followed by the same.',
  'made-good': 'The first fault was made good before it: from there on the run was that without faults.',
} as const;

export type SpareReason = keyof typeof spareReasons;

export interface Exploration {
  /** Those that a second run of their schedule showed too. */
  readonly causes: readonly FoundCause[];
  /** Causes that did not show again, by chance or because the time was over. */
  readonly unconfirmed: number;
  /** Runs under faults, without the second ones. */
  readonly runs: number;
  /** Schedules that had no run because the time was over. */
  readonly left: number;
  readonly spared: readonly {
    readonly reason: SpareReason;
    readonly count: number;
    /** A check showed more than was expected, so all had a run. */
    readonly withdrawn: boolean;
  }[];
}

/** The first of the spared schedules and every tenth have a run all the same. */
const checkedEach = 10;

/** A schedule whose run was made. */
interface Explored {
  readonly schedule: FaultSchedule;
  readonly run: ObservedRun;
}

/** Runs all schedules, judges them, and shrinks what they show. @param clean the run without faults */
export async function explore(
  clean: ObservedRun,
  options: ExploreOptions,
  runs: ScheduleRuns,
): Promise<Exploration> {
  const bench = createBench(clean, options, runs);
  const singles = await exploreSingles(bench);
  if (options.depth > 1) await explorePairs(bench, singles);
  const found = await causesOf(bench);
  const causes = await seenAgain(bench, found);
  const unconfirmed = found.length - causes.length;
  return { causes, unconfirmed, runs: bench.made.size, left: bench.left.size, spared: bench.spared };
}

type Bench = ReturnType<typeof createBench>;

/** What all steps of an exploration share. */
function createBench(clean: ObservedRun, options: ExploreOptions, { run, forEach }: ScheduleRuns) {
  const made = new Map<string, Explored>();
  const pending = new Map<string, Promise<ObservedRun | undefined>>();
  const left = new Set<string>();

  const runOf = (schedule: FaultSchedule, rest: () => void = () => {}): Promise<ObservedRun | undefined> => {
    const text = scheduleText(schedule);
    const known = pending.get(text);
    if (known) return known;
    const running = run(schedule, rest).then((found) => {
      if (found) made.set(text, { schedule, run: found });
      return found;
    });
    pending.set(text, running);
    return running;
  };

  return {
    ...{ clean, options, made, left, run, forEach, runOf },
    spared: [] as Exploration['spared'][number][],
    /** @returns the runs in the order of the schedules, without those that have none */
    async runEach(list: readonly FaultSchedule[]): Promise<Explored[]> {
      await forEach(list, async (schedule, rest) => {
        if (!(await runOf(schedule, rest))) left.add(scheduleText(schedule));
      });
      return list.flatMap((schedule) => made.get(scheduleText(schedule)) ?? []);
    },
    symptomsIn: ({ schedule, run: found }: Explored): readonly Symptom[] =>
      // A call that did not come, as a client with some randomness may have it, shows nothing.
      unmetFault(schedule, found.calls) ? [] : judgeRun(found, clean, schedule, options),
  };
}

async function exploreSingles(bench: Bench): Promise<readonly Explored[]> {
  const { clean, options } = bench;
  const all = singleFaults(clean, options);
  const own = await bench.runEach(
    all.filter(({ like }) => like === undefined || options.runsAll).map(({ fault }) => [fault]),
  );
  if (options.runsAll) return own;
  const likes = all.filter((each): each is Required<Candidate> => each.like !== undefined);
  const checked = await runSpared(
    bench,
    'equal-history',
    likes.map(({ fault, like }) => ({ schedule: [fault], expected: () => kindsOf(bench, [like]) })),
  );
  return [...own, ...checked];
}

/** The kinds of symptoms that a schedule showed. */
function kindsOf({ made, symptomsIn }: Bench, schedule: FaultSchedule): string[] {
  const found = made.get(scheduleText(schedule));
  return found ? symptomsIn(found).map(({ kind }) => kind) : [];
}

/** A schedule that probably shows what others show. */
interface Spared {
  readonly schedule: FaultSchedule;
  expected(): readonly string[];
  /** It is checked in any case. */
  readonly isChecked?: boolean;
}

/** Runs some of the schedules that a reason spares, and all of them if one shows more than was expected. */
async function runSpared(bench: Bench, reason: SpareReason, list: readonly Spared[]): Promise<Explored[]> {
  const isChecked = ({ isChecked: always = false }: Spared, index: number) =>
    always || index % checkedEach === 0;
  const checks = list.filter(isChecked);
  const others = list.filter((each, index) => !isChecked(each, index)).map(({ schedule }) => schedule);
  const checked = await bench.runEach(checks.map(({ schedule }) => schedule));
  const withdrawn = checks.some(({ schedule, expected }) =>
    kindsOf(bench, schedule).some((kind) => !expected().includes(kind)),
  );
  if (withdrawn || others.length > 0)
    bench.spared.push({ reason, count: withdrawn ? 0 : others.length, withdrawn });
  return withdrawn ? [...checked, ...(await bench.runEach(others))] : checked;
}

/** One more fault after each single one. */
async function explorePairs(bench: Bench, singles: readonly Explored[]): Promise<void> {
  const { clean, options } = bench;
  const known = new Set<string>();
  const own: FaultSchedule[] = [];
  const same: Spared[] = [];
  const madeGood: Spared[] = [];
  for (const { schedule, run } of singles) {
    const [fault] = schedule as [ScheduledFault];
    if (outcomeOf(fault.outcome).isOnward || indexOf(run, fault.call) < 0) continue;
    const mayCrash = options.mustSurvive.includes(fault.outcome);
    const behaviour = `${mayCrash} ${behaviourAfter(run, fault)}`;
    const isTwin = known.has(behaviour);
    known.add(behaviour);
    const { recovery, rest } = splitRecovery(run, clean, fault);
    const pairsAt = (calls: typeof rest) =>
      calls.flatMap((call) => faultsAt(call, options)).map((next) => [fault, next]);
    const spared = (pair: FaultSchedule): Spared => ({
      schedule: pair,
      expected: () => expectedKinds(bench, pair),
    });
    if (isTwin && !options.runsAll) same.push(...pairsAt(recovery).map(spared));
    else own.push(...pairsAt(recovery));
    if (options.runsAll) own.push(...pairsAt(rest));
    else
      madeGood.push(
        ...pairsAt(rest).map((pair, index) => ({ ...spared(pair), isChecked: !isTwin && index === 0 })),
      );
  }
  await bench.runEach(own);
  await runSpared(bench, 'same-behaviour', same);
  await runSpared(bench, 'made-good', madeGood);
}

/** The kinds that the parts of a pair show, and pairs with the same second fault. */
function expectedKinds(bench: Bench, pair: FaultSchedule): readonly string[] {
  const [first, last] = pair as [ScheduledFault, ScheduledFault];
  const alike = [...bench.made.values()]
    .map(({ schedule }) => schedule)
    .filter((known) => known.length === 2 && scheduleText(known.slice(1)) === scheduleText([last]))
    .filter((known) => scheduleText(known) !== scheduleText(pair));
  return [[first], [last], ...alike].flatMap((schedule) => kindsOf(bench, schedule));
}

/** Up to its call a fault changes nothing: without that call in the run of the faults before it, there is none with it. */
const isUnreachable = (schedule: FaultSchedule, { clean, made }: Bench): boolean =>
  schedule.some(({ call }, at) => {
    const before = at === 0 ? clean : made.get(scheduleText(schedule.slice(0, at)))?.run;
    return before !== undefined && indexOf(before, call) < 0;
  });

/** Shrinks all that was found. The same smallest schedule is the same cause. */
async function causesOf(bench: Bench): Promise<FoundCause[]> {
  const { clean, options, made, runOf, symptomsIn } = bench;
  const context = {
    ...{ clean, outcomes: options.outcomes },
    async symptomsOf(schedule: FaultSchedule): Promise<readonly Symptom[]> {
      const run = isUnreachable(schedule, bench) ? undefined : await runOf(schedule);
      return run ? symptomsIn({ schedule, run }) : [];
    },
    runOf: (schedule: FaultSchedule) => made.get(scheduleText(schedule))?.run,
  };
  const causes = new Map<string, FoundCause>();
  // Shrinking adds runs, which show nothing new.
  const found = [...made.values()].toSorted(
    ({ schedule: one }, { schedule: other }) =>
      one.length - other.length || compareTexts(scheduleText(one), scheduleText(other)),
  );
  for (const each of found)
    for (const symptom of symptomsIn(each)) {
      const schedule = await shrink(each.schedule, symptom, context);
      const smallest = made.get(scheduleText(schedule)) ?? each;
      const same = symptomsIn(smallest).find((one) => symptomName(one) === symptomName(symptom));
      if (same)
        causes.set(`${symptomName(symptom)} ${scheduleText(schedule)}`, { ...smallest, symptom: same });
    }
  return [...causes.values()].sort(
    (one, other) =>
      compareSymptoms(one.symptom, other.symptom) ||
      compareTexts(scheduleText(one.schedule), scheduleText(other.schedule)),
  );
}

/** Waits of a client, and what a busy machine does to them, may show a finding once: each needs a second run that shows it. */
async function seenAgain(
  { run, forEach, symptomsIn }: Bench,
  causes: readonly FoundCause[],
): Promise<FoundCause[]> {
  const again = new Map<string, readonly string[]>();
  const schedules = new Map(causes.map(({ schedule }) => [scheduleText(schedule), schedule]));
  await forEach([...schedules], async ([text, schedule], rest) => {
    const second = await run(schedule, rest);
    again.set(text, second ? symptomsIn({ schedule, run: second }).map(symptomName) : []);
  });
  return causes.filter(({ schedule, symptom }) =>
    again.get(scheduleText(schedule))?.includes(symptomName(symptom)),
  );
}
