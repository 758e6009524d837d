import { compareTexts } from '../../core/order.ts';
import { createRandom } from '../../core/random.ts';
import { callText, type ObservedRun } from './call.ts';
import {
  behaviourAfter,
  type Candidate,
  type CandidateOptions,
  callsAfter,
  faultsAt,
  followingFrom,
  indexOf,
  singleFaults,
  splitRecovery,
} from './candidates.ts';
import { compareSymptoms, type JudgeOptions, judgeRun, type Symptom, symptomName } from './judge.ts';
import { outcomeOf } from './outcomes.ts';
import { type FaultSchedule, faultText, type ScheduledFault, scheduleText } from './schedule.ts';
import { shrink } from './shrink.ts';
import { createSparedCounts, type SparedCounts, type SpareReason } from './spared.ts';
import { unmetFault } from './unmet.ts';

export interface ExploreOptions extends CandidateOptions, JudgeOptions {
  /** The most faults of a schedule. */
  readonly depth: number;
  /** Draws which spared schedules are checked. */
  readonly seed: number;
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

export interface Exploration {
  readonly causes: readonly FoundCause[];
  /** Runs under faults. */
  readonly runs: number;
  /** Schedules that had no run because the time was over. */
  readonly left: number;
  readonly spared: ReturnType<SparedCounts['all']>;
}

/** Of spared schedules, each so-manieth has a run all the same. */
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
  const explored = await exploreSingles(bench);
  let last = explored;
  for (let depth = 2; depth <= options.depth; depth += 1) last = await exploreDeeper(bench, last);
  return {
    causes: await causesOf(bench),
    runs: bench.made.size,
    left: bench.left.size,
    spared: bench.spared.all(),
  };
}

type Bench = ReturnType<typeof createBench>;

/** What all steps of an exploration share. */
function createBench(clean: ObservedRun, options: ExploreOptions, { run, forEach }: ScheduleRuns) {
  const made = new Map<string, Explored>();
  const pending = new Map<string, Promise<ObservedRun | undefined>>();
  const left = new Set<string>();
  const random = createRandom(options.seed);

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
  const symptomsIn = (schedule: FaultSchedule, found: ObservedRun): readonly Symptom[] =>
    // A call that did not come, as a client with some randomness may have it, shows nothing.
    unmetFault(schedule, found.calls) === undefined ? judgeRun(found, clean, schedule, options) : [];

  return {
    ...{ clean, options, made, left, random, runOf, symptomsIn },
    spared: createSparedCounts(),
    /** @returns the runs in the order of the schedules, without those that have none */
    async runEach(list: readonly FaultSchedule[]): Promise<Explored[]> {
      const found = new Map<string, ObservedRun>();
      await forEach(list, async (schedule, rest) => {
        const result = await runOf(schedule, rest);
        if (result) found.set(scheduleText(schedule), result);
        else left.add(scheduleText(schedule));
      });
      return list.flatMap((schedule) => {
        const result = found.get(scheduleText(schedule));
        return result ? [{ schedule, run: result }] : [];
      });
    },
    kindsOf(schedule: FaultSchedule): ReadonlySet<string> {
      const found = made.get(scheduleText(schedule));
      return new Set(found ? symptomsIn(schedule, found.run).map(({ kind }) => kind) : []);
    },
  };
}

async function exploreSingles(bench: Bench): Promise<readonly Explored[]> {
  const { clean, options, spared } = bench;
  const all = singleFaults(clean, options);
  if (options.runsAll) return bench.runEach(all.map(({ fault }) => [fault]));
  const own = all.filter(({ like }) => like === undefined);
  const free = own.filter(({ fault }) => isFree(fault, bench));
  spared.add('nothing-charged', free.length);
  const charged = own.filter(({ fault }) => !free.some((each) => each.fault === fault));
  // What happens onward can only differ from what happens once where a call comes after it.
  const once = charged.filter(({ fault }) => !isAboutLater(fault, options));
  const first = await bench.runEach(once.map(({ fault }) => [fault]));
  const onward = charged.filter(({ fault }) => isAboutLater(fault, options));
  const needed = onward.filter(({ fault }) => hasCallAfter(fault, bench));
  spared.add('nobody-calls-after', onward.length - needed.length);
  const second = await bench.runEach(needed.map(({ fault }) => [fault]));
  const likes = all.filter((each): each is Required<Candidate> => each.like !== undefined);
  const checked = await runSpared(
    bench,
    'equal-history',
    likes.map(({ fault, like }) => ({ schedule: [fault], expected: () => bench.kindsOf([like]) })),
  );
  return [...first, ...second, ...checked];
}

const isFree = ({ outcome, call }: ScheduledFault, { clean, options }: Bench): boolean => {
  const { free } = outcomeOf(outcome);
  const credits = clean.calls.find((each) => callText(each) === callText(call))?.credits;
  return free !== undefined && credits === 0 && (options.outcomes as readonly string[]).includes(free);
};

/** Whether a fault changes nothing for its own call that a milder one does not change. */
const isAboutLater = ({ outcome }: ScheduledFault, { outcomes }: ExploreOptions): boolean => {
  const { once } = outcomeOf(outcome);
  return outcome === 'renewal' || (once !== undefined && (outcomes as readonly string[]).includes(once));
};

/** Whether a call comes after that of a fault about later calls. */
function hasCallAfter({ outcome, call }: ScheduledFault, { clean, made }: Bench): boolean {
  const { once } = outcomeOf(outcome);
  const milder = once === undefined ? undefined : ({ call, outcome: once } as ScheduledFault);
  const run = milder ? made.get(faultText(milder))?.run : clean;
  // Without that run nothing is known.
  return run === undefined || callsAfter(run, { outcome, call }).length > 0;
}

/** A schedule that probably shows what others show. */
interface Spared {
  readonly schedule: FaultSchedule;
  expected(): ReadonlySet<string>;
  /** It is checked in any case. */
  readonly isChecked?: boolean;
}

/** Runs some of the schedules that a reason spares, and all of them if one shows more than was expected. */
async function runSpared(bench: Bench, reason: SpareReason, list: readonly Spared[]): Promise<Explored[]> {
  const start = Math.floor(bench.random() * checkedEach);
  const isChecked = ({ isChecked: always }: Spared, index: number) =>
    always === true || index === 0 || index % checkedEach === start;
  const checked = await bench.runEach(list.filter(isChecked).map(({ schedule }) => schedule));
  const isAsExpected = list
    .filter(isChecked)
    .every(({ schedule, expected }) => [...bench.kindsOf(schedule)].every((kind) => expected().has(kind)));
  const others = list.filter((each, index) => !isChecked(each, index));
  if (isAsExpected) {
    bench.spared.add(reason, others.length);
    return checked;
  }
  bench.spared.withdraw(reason);
  return [...checked, ...(await bench.runEach(others.map(({ schedule }) => schedule)))];
}

/** One more fault after the last one of each schedule. */
async function exploreDeeper(bench: Bench, last: readonly Explored[]): Promise<readonly Explored[]> {
  const { clean, options } = bench;
  /** By what followed: the first schedule that was followed by it. */
  const firstOf = new Map<string, Deepened>();
  const own: FaultSchedule[] = [];
  const twins: Twin[] = [];
  const madeGood: Spared[] = [];
  for (const deepened of last.flatMap(deepenedOf)) {
    const { schedule, run, fault } = deepened;
    const behaviour = behaviourAfter(run, fault);
    const first = firstOf.get(behaviour);
    if (!first) firstOf.set(behaviour, deepened);
    const { recovery, rest } = splitRecovery(run, clean, fault);
    for (const next of recovery.flatMap((call) => faultsAt(call, options)))
      if (first && !options.runsAll) twins.push({ ...deepened, next, first });
      else own.push([...schedule, next]);
    for (const [place, call] of rest.entries())
      for (const [index, next] of faultsAt(call, options).entries()) {
        const longer = [...schedule, next];
        if (options.runsAll) own.push(longer);
        else
          madeGood.push({
            schedule: longer,
            expected: () => expectedKinds(bench, longer),
            isChecked: !first && place === 0 && index === 0,
          });
      }
  }
  const found = await bench.runEach(own);
  return [...found, ...(await runTwins(bench, twins)), ...(await runSpared(bench, 'made-good', madeGood))];
}

/** A schedule that may get one more fault after its last one. */
interface Deepened extends Explored {
  readonly fault: ScheduledFault;
}

function deepenedOf({ schedule, run }: Explored): Deepened[] {
  const fault = schedule.at(-1);
  const isOpen = schedule.every(({ outcome }) => outcomeOf(outcome).reach === 'once');
  return isOpen && fault && indexOf(run, fault) >= 0 ? [{ schedule, run, fault }] : [];
}

/** A schedule whose last fault but one was followed by the same as that of another. */
interface Twin extends Deepened {
  readonly next: ScheduledFault;
  readonly first: Deepened;
}

/** Runs those twins that probably show something of their own, the mildest of each kind, and some of the others. */
async function runTwins(bench: Bench, twins: readonly Twin[]): Promise<Explored[]> {
  const shown = new Set<string>();
  const needed: FaultSchedule[] = [];
  const spared: Spared[] = [];
  for (const { schedule, run, fault, next, first } of twins) {
    const longer = [...schedule, next];
    const twin = [...first.schedule, next];
    const twinRun = bench.made.get(scheduleText(twin))?.run;
    const symptoms = twinRun
      ? judgeRun(
          followingFrom({ run, fault }, { run: twinRun, fault: first.fault }),
          bench.clean,
          longer,
          bench.options,
        )
      : [];
    const known = new Set(twinRun ? bench.symptomsIn(twin, twinRun).map(symptomName) : []);
    const calls = longer.map(({ call }) => callText(call)).join(' + ');
    const fresh = symptoms
      .map(symptomName)
      .filter((name) => !known.has(name))
      .map((name) => `${name} ${calls}`);
    if (fresh.some((name) => !shown.has(name)) || !twinRun) needed.push(longer);
    else {
      const kinds = new Set(symptoms.map(({ kind }) => kind));
      spared.push({ schedule: longer, expected: () => new Set([...kinds, ...expectedKinds(bench, longer)]) });
    }
    for (const name of fresh) shown.add(name);
  }
  const found = await bench.runEach(needed);
  return [...found, ...(await runSpared(bench, 'same-behaviour', spared))];
}

/** What parts of a schedule show, and what equal behaviour shows. */
function expectedKinds(bench: Bench, schedule: FaultSchedule): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (const [at] of schedule.entries())
    for (const kind of bench.kindsOf(schedule.toSpliced(at, 1))) kinds.add(kind);
  const last = schedule.at(-1) as ScheduledFault;
  for (const kind of bench.kindsOf([last])) kinds.add(kind);
  // The same fault after another first one.
  for (const [text, { schedule: known }] of bench.made)
    if (known.length === schedule.length && faultText(known.at(-1) ?? last) === faultText(last))
      for (const kind of bench.kindsOf(known)) if (text !== scheduleText(schedule)) kinds.add(kind);
  return kinds;
}

/** Up to its call a fault changes nothing: without that call in the run of the faults before it, there is none with it. */
const isUnreachable = (schedule: FaultSchedule, { clean, made }: Bench): boolean =>
  schedule.some((fault, at) => {
    const before = at === 0 ? clean : made.get(scheduleText(schedule.slice(0, at)))?.run;
    return before !== undefined && indexOf(before, fault) < 0;
  });

/** Shrinks all that was found. The same smallest schedule is the same cause. */
async function causesOf(bench: Bench): Promise<FoundCause[]> {
  const { clean, options, made, runOf, symptomsIn } = bench;
  const symptomsOf = async (schedule: FaultSchedule) => {
    if (isUnreachable(schedule, bench)) return [];
    const run = await runOf(schedule);
    return run && symptomsIn(schedule, run);
  };
  const context = {
    ...{ clean, outcomes: options.outcomes, symptomsOf },
    runOf: (schedule: FaultSchedule) => made.get(scheduleText(schedule))?.run,
  };
  const causes = new Map<string, FoundCause>();
  // Shrinking adds runs, which show nothing new.
  const found = [...made.values()].toSorted(
    ({ schedule: one }, { schedule: other }) =>
      one.length - other.length || compareTexts(scheduleText(one), scheduleText(other)),
  );
  for (const { schedule, run } of found) {
    for (const symptom of symptomsIn(schedule, run)) {
      const smallest = await shrink(schedule, symptom, context);
      const smallestRun = made.get(scheduleText(smallest))?.run;
      const same =
        smallestRun &&
        symptomsIn(smallest, smallestRun).find((each) => symptomName(each) === symptomName(symptom));
      if (same)
        causes.set(`${symptomName(symptom)} ${scheduleText(smallest)}`, {
          symptom: same,
          schedule: smallest,
          run: smallestRun,
        });
    }
  }
  return [...causes.values()].sort(
    (one, other) =>
      compareSymptoms(one.symptom, other.symptom) ||
      compareTexts(scheduleText(one.schedule), scheduleText(other.schedule)),
  );
}
