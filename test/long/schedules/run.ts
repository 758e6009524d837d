import { isDeepStrictEqual } from 'node:util';
import { findOperation } from '../../../src/core/operations.ts';
import { createRandom } from '../../../src/core/random.ts';
import { createFaults } from '../../../src/faults/faults.ts';
import type { RuleContext } from '../../../src/faults/rule.ts';
import { inTransaction } from '../../../src/ledger/job.ts';
import { openSharedLedger } from '../../../src/ledger/open.ts';
import { sharedClock } from '../../../src/replicas/shared-clock.ts';
import { sharedRules } from '../../../src/replicas/shared-rules.ts';
import { shownBy, smallSettings } from '../small/explore.ts';
import { limit, secrets, startAt } from '../small/model.ts';
import { type Act, drawActs, type Replica, refresh, replyOf, type Subject } from './acts.ts';
import { createModelOf, ruleTimes } from './model.ts';
import { type Option, Scheduler } from './scheduler.ts';

/** What the clients of a run do. */
export interface Program {
  replicas: number;
  /** A fault rule refuses the first requests. */
  hasRule: boolean;
  /** Every replica has read the ledger before the run. */
  isWarm: boolean;
  clients: { replica: number; acts: readonly Act[] }[];
}

/** What happens next. */
interface Choice {
  option: Option;
  /** The number of statements that are sent before the next choice. */
  count: number;
}

/** Makes a choice. @param usual the one without a switch: a replica goes on as long as it can */
export type Choose = (options: readonly Option[], usual: Option, step: number) => Choice;

/** An act in a history. Instants are places in the order of all events. */
interface Operation extends Pick<Act, 'name' | 'expect'> {
  begunAt: number;
  endedAt: number;
  reply: unknown;
}

export interface Run {
  operations: Operation[];
  /** Where another choice than the usual one was made: the schedule. */
  switches: { step: number; to: string; count: number }[];
  /** The names of what happened, in order. */
  steps: string[];
  isLinearizable: boolean;
}

const maxReplicas = 3;

/** Draws a program and the choices of its run. */
export function drawRun(seed: number): { program: Program; choose: Choose } {
  const random = createRandom(seed);
  const replicas = 2 + Math.floor(random() * (maxReplicas - 1));
  const clients = Array.from({ length: replicas + (random() < 0.3 ? 1 : 0) }, (_, n) => ({
    replica: n % replicas,
    acts: drawActs(random, 10 * (n + 1), 1 + Math.floor(random() * 3)),
  }));
  const program = { replicas, hasRule: random() < 0.25, isWarm: random() < 0.7, clients };
  return { program, choose: drawChoices(seed) };
}

/** How likely a switch is behind each statement. */
export const rarely = [0.03, 0.1];
const rarelyOrOften = [...rarely, 0.3, 1];

/** Choices that switch with one of the probabilities. */
export function drawChoices(seed: number, probabilities: readonly number[] = rarelyOrOften): Choose {
  const random = createRandom(seed ^ 0x5bd1e995);
  const probability = probabilities[Math.floor(random() * probabilities.length)] ?? 1;
  return (options, usual) => ({
    option: options[Math.floor(random() * options.length)] ?? usual,
    count: 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - probability + Number.EPSILON)),
  });
}

/** Statements name versions, which are others each time: what stands before is the same. */
const subjectOf = (name: string): string => name.split(':', 1)[0] ?? name;

/** The same switches again. */
export const chooseAs =
  (switches: Run['switches']): Choose =>
  (options, usual, step) => {
    const chosen = switches.find((each) => each.step === step);
    const option = options.find(({ name }) => subjectOf(name) === chosen?.to);
    return option && chosen
      ? { option, count: chosen.count }
      : { option: usual, count: Number.POSITIVE_INFINITY };
  };

/** Replicas of one ledger in this process, under a scheduler. */
export interface Bench {
  run(program: Program, choose: Choose): Promise<Run>;
  close(): Promise<void>;
}

/** How often a ledger is made again before it counts as one that cannot be prepared. */
const maxPreparations = 5;

/** @param url of a ledger that nobody else uses. It is made again after a run that failed, whatever that left there */
export async function openBench(url: string): Promise<Bench> {
  let { scheduler, replicas, close } = await openReplicas(url);
  const makeAgain = async () => {
    await close(true);
    ({ scheduler, replicas, close } = await openReplicas(url));
  };
  const prepared = async (program: Program) => {
    for (let attempt = 1; ; attempt++)
      try {
        await prepare(replicas, program);
        return;
      } catch (error) {
        if (attempt === maxPreparations) throw error;
        await makeAgain();
      }
  };
  return {
    async run(program, choose) {
      await prepared(program);
      const run = await runOn(scheduler, replicas, program, choose);
      if (!run.isLinearizable) await makeAgain();
      return run;
    },
    close: () => close(false),
  };
}

/** Benches open one after the other: meanwhile the class of the driver is another. */
let opening: Promise<unknown> = Promise.resolve();

function openReplicas(url: string) {
  const opened = opening.then(async () => {
    const scheduler = await Scheduler.connect(url);
    const replicas: Replica[] = [];
    for (let n = 0; n < maxReplicas; n++)
      replicas.push(replicaOn(await scheduler.open(() => openSharedLedger(url, {}, smallSettings))));
    const close = async (isRemoved: boolean) => {
      for (const { ledger } of replicas) await ledger.close();
      await scheduler.close(isRemoved);
    };
    return { scheduler, replicas, close };
  });
  opening = opened.catch(() => {});
  return opened;
}

function replicaOn(ledger: Replica['ledger']): Replica {
  const { replicas } = ledger;
  const operation = findOperation('nls');
  if (!replicas || !operation) throw new Error('the ledger has no replicas');
  const clock = sharedClock({ mode: 'frozen', at: startAt }, replicas);
  const refused = { status: 503, errorCode: 'SERVICE_UNAVAILABLE' };
  const outcomes = { of: () => [refused], find: () => refused };
  const context: Omit<RuleContext, 'requests'> = {
    now: () => clock.now(),
    wait: async () => {},
    operations: [operation],
    outcomes: { ...outcomes, ofStream: outcomes.of, findOfStream: outcomes.find },
    pathsOf: () => ['/nls'],
  };
  const inAnyBatch = <T>(work: () => T) => inTransaction(ledger, { secret: '' }, work);
  const faults = createFaults(context, (full) => sharedRules(full, replicas, inAnyBatch));
  return { ledger, clock, faults };
}

async function runOn(
  scheduler: Scheduler,
  replicas: readonly Replica[],
  program: Program,
  choose: Choose,
): Promise<Run> {
  const run: Run = { operations: [], switches: [], steps: [], isLinearizable: true };
  const subject = { holds: new Map(), saved: new Map() };
  const clients = program.clients.map(({ replica, acts }) => ({ replica, left: [...acts], isBusy: false }));
  const begin = (client: (typeof clients)[number]): Option[] => {
    const { replica, left, isBusy } = client;
    const [act] = left;
    if (isBusy || !act) return [];
    return [{ name: `begin ${act.id}: ${act.name}`, replica, go: () => void take(client, act) }];
  };
  const take = async (client: (typeof clients)[number], act: Act) => {
    client.left.shift();
    client.isBusy = true;
    const begunAt = run.steps.length;
    const given: Subject = { ...(replicas[client.replica] as Replica), ...subject };
    const reply = await replyOf(act.take(given));
    // Two acts whose answers came in the same step are side by side.
    run.operations.push({ ...act, begunAt, endedAt: run.steps.length, reply });
    client.isBusy = false;
  };
  scheduler.isOn = true;
  for (let last = -1; ; ) {
    await scheduler.settle((replica) => clients.some((each) => each.replica === replica && each.isBusy));
    const options = scheduler.options(clients.flatMap(begin));
    if (options.length === 0 && !clients.some(({ isBusy }) => isBusy)) break;
    const usual =
      options.find(({ replica, name }) => replica === last && name.startsWith('send')) ?? options[0];
    if (!usual) {
      await scheduler.stall();
      continue;
    }
    const step = run.steps.length;
    const { option, count } = choose(options, usual, step);
    if (option !== usual || count < (option.statements ?? 1))
      run.switches.push({ step, to: subjectOf(option.name), count });
    run.steps.push(option.name);
    last = option.replica;
    option.go(count);
  }
  scheduler.isOn = false;
  run.operations.push(await lookAt(scheduler, replicas, run.steps.length + 1));
  run.isLinearizable = isLinearizable(run.operations, program.hasRule);
  return run;
}

/** A ledger as it is when it is new. */
async function prepare(replicas: readonly Replica[], { hasRule, isWarm }: Program): Promise<void> {
  const [{ ledger, clock, faults }] = replicas as [Replica];
  await ledger.reset(startAt);
  const account = (await ledger.keys.find(secrets.preset, startAt))?.account ?? '';
  await ledger.keys.create({ key: secrets.joined, account, limit }, startAt);
  await inTransaction(ledger, undefined, () => {
    clock.set({ mode: 'frozen', at: startAt });
    faults.clear();
    if (hasRule) faults.add({ match: {}, respond: { status: 503 }, times: ruleTimes });
  });
  for (const each of isWarm ? replicas : []) await each.ledger.keys.list(startAt, 0, 100);
  for (const each of replicas) await refresh(each);
}

/** Reads all at the end of a run, as the last act of its history: the first replica everything, the others their copies. */
async function lookAt(scheduler: Scheduler, replicas: readonly Replica[], at: number): Promise<Operation> {
  const [{ ledger, clock, faults }] = replicas as [Replica];
  const read = async () => {
    // One after the other: what only fails side by side is for the schedule to find.
    for (const each of replicas) await refresh(each);
    const listed: unknown[] = [];
    for (const each of replicas) listed.push(await each.ledger.keys.list(each.clock.now(), 0, 100));
    const keys = await shownBy(ledger, clock.now());
    const rules = faults.list().map(({ matched, hits }) => ({ matched, hits }));
    const areSame = listed.every((list) => isDeepStrictEqual(list, listed[0]));
    return { keys, rules, miscounted: await scheduler.miscounted(), ...(!areSame && { listed }) };
  };
  const reply = await replyOf(read());
  return { name: 'all is read', begunAt: at, endedAt: at, reply, expect: (model) => model.shown() };
}

/**
 * Whether the model gives the same replies when it takes the operations one after the other in some order that keeps
 * every operation behind those that had ended when it began.
 */
function isLinearizable(operations: readonly Operation[], hasRule: boolean): boolean {
  const search = (done: readonly Operation[]): boolean => {
    const left = operations.filter((each) => !done.includes(each));
    const firstEnd = Math.min(...left.map(({ endedAt }) => endedAt));
    return (
      left.length === 0 ||
      left.some((next) => {
        if (next.begunAt > firstEnd) return false;
        if (next.reply === 'unavailable') return search([...done, next]);
        const model = createModelOf(hasRule);
        for (const { reply, expect } of done) if (reply !== 'unavailable') expect(model);
        return isDeepStrictEqual(next.expect(model), next.reply) && search([...done, next]);
      })
    );
  };
  return search([]);
}
