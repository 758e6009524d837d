import { expect, it } from 'vitest';
import type { ObservedCall, ObservedRun } from '../../../src/trials/exploration/call.ts';
import { type ExploreOptions, explore } from '../../../src/trials/exploration/explore.ts';
import { type OutcomeName, outcomeOf } from '../../../src/trials/exploration/outcomes.ts';
import { type FaultSchedule, scheduleText } from '../../../src/trials/exploration/schedule.ts';
import { callOf, runOf } from './observed.ts';

type Answer = 'whole' | 'refused' | 'lost' | 'forbidden';
/** A client of a service that answers at once: `ask('p 1')` asks the operation p about 1. @returns whether it passes */
type Client = (ask: (what: string) => Answer) => boolean;

/** What each call of an operation costs. */
const prices: Readonly<Record<string, number>> = { p: 2, q: 5, free: 0 };

function simulate(client: Client, schedule: FaultSchedule): ObservedRun {
  const calls: ObservedCall[] = [];
  let onward: OutcomeName | undefined;
  const passed = client((what) => {
    const [operation = '', subject = ''] = what.split(' ');
    const occurrence = calls.filter((call) => call.subject === what).length + 1;
    const planned = schedule.find(({ call }) => call === `${what}#${occurrence}`)?.outcome;
    if (planned && outcomeOf(planned).isOnward) onward ??= planned;
    const outcome = planned ?? onward;
    const isServed = outcome === undefined || outcome === 'renewal';
    const isLost = outcome !== undefined && outcomeOf(outcome).loses === true;
    calls.push(
      callOf(operation, subject, {
        ...{ occurrence, isDelivered: isServed, status: isServed ? 200 : 0 },
        credits: isServed || isLost ? (prices[operation] ?? 1) : 0,
        ...(outcome && { outcome }),
      }),
    );
    if (isServed) return 'whole';
    return isLost ? 'lost' : outcome === '402-onward' ? 'forbidden' : 'refused';
  });
  return runOf(calls, { passed });
}

/** Explores a client, one run after the other. @returns what had a run, what had none and why, and what was found */
async function explored(client: Client, options: Partial<ExploreOptions>, most = Number.POSITIVE_INFINITY) {
  const made: string[] = [];
  const found = await explore(
    simulate(client, []),
    {
      ...{ depth: 1, operations: undefined, mustSurvive: ['503'] },
      ...{ outcomes: ['503', 'reply-lost', '402-onward', '503-onward'] },
      ...options,
    },
    {
      async run(schedule) {
        const text = scheduleText(schedule);
        // A finding has a second run.
        if (made.includes(text)) return simulate(client, schedule);
        if (made.length >= most) return undefined;
        made.push(text);
        return simulate(client, schedule);
      },
      async forEach(items, work) {
        for (const item of items) await work(item, () => {});
      },
    },
  );
  expect(found.runs).toBe(made.length);
  return {
    made,
    left: found.left,
    spared: found.spared.map(
      ({ reason, count, withdrawn }) => `${reason} ${count}${withdrawn ? ', withdrawn' : ''}`,
    ),
    causes: found.causes.map(
      ({ symptom, schedule }) =>
        `${symptom.kind} ${symptom.about} ${symptom.credits}: ${scheduleText(schedule)}`,
    ),
  };
}

/** Tries each call up to so often, and gives up at once where that helps nothing. */
const trying =
  (tries: number, ...list: readonly string[]): Client =>
  (ask) =>
    list.every((what) => {
      for (let n = 0; n < tries; n++) {
        const answer = ask(what);
        if (answer === 'whole' || answer === 'forbidden') return answer === 'whole';
      }
      return false;
    });
/** Begins its whole list again after any failure. */
const beginning =
  (times: number, ...list: readonly string[]): Client =>
  (ask) => {
    for (let n = 0; n < times; n++) {
      const failed = list.map((what) => ask(what)).find((answer) => answer !== 'whole');
      if (failed !== 'refused' && failed !== 'lost') return failed === undefined;
    }
    return false;
  };
/** Takes another operation after a second failure of a call, and its next items twice. */
const fallingBack: Client = (ask) => {
  let isPoor = false;
  for (const what of ['p 1', 'p 2', 'p 3']) {
    if (ask(what) === 'whole' || ask(what) === 'whole') {
      if (isPoor) ask(what);
      continue;
    }
    isPoor = true;
    if (ask('q') !== 'whole') return false;
  }
  return true;
};
/** Has one retry for all its calls. */
const sharing =
  (...list: readonly string[]): Client =>
  (ask) => {
    let left = 1;
    return list.every((what) => ask(what) === 'whole' || (left-- > 0 && ask(what) === 'whole'));
  };
/** Begins again after its second failure, pays twice from there on, and hides the third. */
const hiding: Client = (ask) => {
  const list = ['p 1', 'p 2'];
  let failures = 0;
  for (let at = 0; at < list.length && failures < 3; ) {
    if (ask(list[at] ?? '') === 'whole') {
      at += 1;
      if (failures === 2) ask('p 2');
    } else {
      failures += 1;
      if (failures === 2) at = 0;
    }
  }
  return true;
};
const many = Array.from({ length: 23 }, (_, n) => `p ${n}`);

const cases: readonly [string, Client, Partial<ExploreOptions>, most?: number][] = [
  ['one patient client', trying(3, 'p 1', 'p 2'), {}],
  ['a client that begins again', beginning(2, 'p 1', 'free', 'p 2'), {}],
  [
    'a free call, which may lose its reply unpaid',
    trying(1, 'free', 'p'),
    { outcomes: ['reply-lost', 'reply-lost-uncharged'] },
  ],
  ['what only matters to later calls', trying(1, 'p 1', 'p 2'), { outcomes: ['503-onward', 'renewal'] }],
  ['the same call twice', beginning(2, 'p', 'p'), { outcomes: ['503'] }],
  ['the same call six times', trying(2, 'p', 'p', 'p', 'p', 'p', 'p'), { outcomes: ['503'] }],
  [
    'equal and free calls, of all schedules',
    trying(2, 'free', 'p 1', 'p 2', 'p 3', 'p 4'),
    { outcomes: ['503', 'reply-lost', 'reply-lost-uncharged', '503-onward', 'renewal'], runsAll: true },
  ],
  ['two operations', trying(1, 'q', 'p'), { outcomes: ['503'] }],
  ['one operation of two', trying(1, 'p', 'q'), { operations: ['q'], outcomes: ['503'] }],
  ['23 calls of one kind', trying(2, ...many), { outcomes: ['503'] }],
  [
    '23 calls of one kind, one of which pays all again',
    (ask) =>
      many.every(
        (what) =>
          ask(what) === 'whole' ||
          (ask(what) === 'whole' && (what !== 'p 2' || many.every((each) => ask(each) === 'whole'))),
      ),
    { outcomes: ['503'] },
  ],
  [
    'two faults of a patient client',
    trying(3, 'p 1', 'p 2', 'p 3'),
    { depth: 2, outcomes: ['503', 'reply-lost'] },
  ],
  [
    'two faults, of all schedules',
    trying(2, 'p 1', 'p 2'),
    { depth: 2, outcomes: ['503', 'reply-lost'], runsAll: true },
  ],
  [
    'two faults of a client that begins again',
    beginning(3, 'p 1', 'p 2'),
    { depth: 2, outcomes: ['503', '503-onward'] },
  ],
  [
    'two faults of a client with one retry',
    sharing('p 1', 'p 2', 'p 3'),
    { depth: 2, outcomes: ['503', 'reply-lost'] },
  ],
  ['two faults of a client that falls back', fallingBack, { depth: 2, outcomes: ['503', 'reply-lost'] }],
  [
    'two faults of a client that falls back at once',
    (ask) => ask('p') === 'whole' || ask('q') === 'whole',
    { depth: 2, outcomes: ['503', 'reply-lost'] },
  ],
  ['two faults of a client that hides a third', hiding, { depth: 2, outcomes: ['503', 'reply-lost'] }],
  ['too little time', beginning(2, 'p 1', 'p 2'), { depth: 2 }, 5],
];

it('an exploration runs these schedules, spares those that show the same, and shrinks what it finds', async () => {
  const lines: string[] = [];
  for (const [name, client, options, most] of cases) {
    const { made, left, spared, causes } = await explored(client, options, most);
    lines.push('', `# ${name}`, ...(left > 0 ? [`${left} left`] : []), ...made);
    lines.push(...spared.map((each) => `spared: ${each}`), ...causes.map((each) => `found: ${each}`));
  }
  await expect(`${lines.slice(1).join('\n')}\n`).toMatchFileSnapshot('explorations.txt');
});

it('an exploration that spares finds all that a run of each schedule finds, with fewer runs', async () => {
  const [some, all]: [number[], number[]] = [[], []];
  for (const [name, client, options] of cases.filter(([, , { depth }, most]) => depth === 2 && !most)) {
    const spared = await explored(client, { ...options, runsAll: false });
    const whole = await explored(client, { ...options, runsAll: true });
    expect(spared.causes, name).toEqual(whole.causes);
    some.push(spared.made.length);
    all.push(whole.made.length);
  }
  expect([some, all]).toEqual([
    [19, 14, 14, 28, 20, 6, 14],
    [30, 16, 14, 30, 30, 6, 16],
  ]);
});

it('counts a finding apart that a second run of its schedule does not show', async () => {
  const steady = trying(2, 'p 1');
  const twice: Client = (ask) => ask('p 1') === 'whole' || (ask('p 1') === 'whole' && ask('p 1') === 'whole');
  for (const [name, second, shown] of [
    ['by chance', steady, 0],
    ['again', twice, 1],
  ] as const) {
    const made = new Set<string>();
    const { causes, unconfirmed } = await explore(
      simulate(twice, []),
      { depth: 1, operations: undefined, mustSurvive: ['503'], outcomes: ['503'] },
      {
        async run(schedule) {
          const text = scheduleText(schedule);
          const client = made.has(text) ? second : twice;
          made.add(text);
          return simulate(client, schedule);
        },
        async forEach(items, work) {
          for (const item of items) await work(item, () => {});
        },
      },
    );
    expect([name, causes.length, unconfirmed]).toEqual([name, shown, 1 - shown]);
  }
});
