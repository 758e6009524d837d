import { describe, expect, it } from 'vitest';
import type { ObservedRun } from '../../../src/trials/exploration/call.ts';
import { splitRecovery } from '../../../src/trials/exploration/candidates.ts';
import { judgeRun, usuallySurvived } from '../../../src/trials/exploration/judge.ts';
import type { OutcomeName } from '../../../src/trials/exploration/outcomes.ts';
import { parseFault, scheduleText, unmetFault } from '../../../src/trials/exploration/schedule.ts';
import { callOf, runOf } from './observed.ts';

/** `a` is delivered for 2 credits, and `one` for 1; `a-` fails, `a!` is charged and lost, `a~` fails without a fault. */
function run(calls: string, end: Partial<ObservedRun> = {}): ObservedRun {
  const times = new Map<string, number>();
  const all = calls.split(' ').map((text) => {
    const [, operation = '', sign = ''] = /^(\w+)(\W?)$/.exec(text) ?? [];
    const occurrence = (times.get(operation) ?? 0) + 1;
    times.set(operation, occurrence);
    return callOf(operation, '', {
      ...{ occurrence, isDelivered: sign === '' },
      credits: '-~'.includes(sign || ' ') ? 0 : operation === 'one' ? 1 : 2,
      ...('-!'.includes(sign || ' ') && { outcome: sign === '!' ? 'reply-lost' : '503' }),
    });
  });
  return runOf(all, end);
}

interface Case extends Partial<ObservedRun> {
  clean?: string;
  cleanRules?: readonly string[];
  outcome?: OutcomeName;
  mustSurvive?: readonly OutcomeName[];
}
const symptomsOf = (
  calls: string,
  { clean = 'a b', cleanRules = [], outcome = '503', mustSurvive = usuallySurvived, ...end }: Case = {},
) =>
  judgeRun(run(calls, end), run(clean, { brokenRules: cleanRules }), [parseFault(`${outcome}@a#1`)], {
    mustSurvive,
  });

const kindsOf = (calls: string, given: Case = {}) =>
  symptomsOf(calls, given).map(({ kind, credits }) => (credits > 0 ? `${kind} ${credits}` : kind));

describe('the judge', () => {
  it('finds nothing where what failed was sent again, lost replies paid a second time included', () => {
    expect([kindsOf('a- a b'), kindsOf('a! a b'), kindsOf('a! a- a b')]).toEqual([[], [], []]);
  });

  it('calls a delivered reply that is paid again paid twice, but not as often as without faults', () => {
    expect(kindsOf('a a b- b', { clean: 'a a b' })).toEqual([]);
    expect(kindsOf('a a a b- b', { clean: 'a a b' })).toEqual(['paid-twice 2']);
  });

  it('calls a lost reply that nobody asks for again paid for nothing', () => {
    expect(kindsOf('a! b', { passed: false, outcome: 'reply-lost' })).toEqual(['paid-for-nothing 2']);
    expect(kindsOf('a! a-', { passed: false, outcome: 'reply-lost' })).toEqual([]);
  });

  it('calls what a lost reply cost overspent only beyond one payment for it', () => {
    expect(kindsOf('a! c b', { outcome: 'reply-lost' })).toEqual(['paid-for-nothing 2']);
  });

  it('calls no failure swallowed where the exit code tells it, or a new call was delivered afterwards', () => {
    expect(kindsOf('a- b', { passed: false, mustSurvive: [] })).toEqual([]);
    expect(kindsOf('a- c b')).toEqual([]);
    expect(kindsOf('a- a b~')).toEqual([]);
    expect(kindsOf('n- a b', { clean: 'n~ a b' })).toEqual([]);
  });

  it('calls a failure crashed only after outcomes that must be survived', () => {
    expect(kindsOf('a-', { passed: false, outcome: 'reset' })).toEqual([]);
    expect(kindsOf('a-', { passed: false, outcome: 'reset', mustSurvive: ['reset'] })).toEqual(['crashed']);
    for (const mustSurvive of [usuallySurvived, ['503-onward'] as const])
      expect(kindsOf('a-', { passed: false, outcome: '503-onward', mustSurvive })).toEqual([]);
  });

  it('names retries without growing waits, and other broken rules where nothing else was found', () => {
    const brokenRules = ['retry-without-backoff', 'retry-after-refusal', 'no-retry-after-503'];
    expect(kindsOf('a- a- a-', { brokenRules, passed: false, outcome: '503-onward' })).toEqual(['hammered']);
    expect(kindsOf('a- a- a b', { brokenRules })).toEqual(['rule']);
    expect(kindsOf('a- a b', { brokenRules: brokenRules.slice(1) })).toEqual(['rule']);
    const asBefore = { brokenRules, cleanRules: brokenRules };
    expect(kindsOf('a- a b', asBefore)).toEqual([]);
    expect(kindsOf('a- a- a-', { ...asBefore, passed: false, outcome: '503-onward' })).toEqual([]);
  });

  const lost = 'reply-lost';
  const failed = { passed: false };
  it.each<[string, Case, string, about: string, credits: number, detail: string]>([
    ['a b- a b', {}, 'paid-twice', 'a', 2, 'a had been delivered, and cost 2 credits more'],
    [
      'one! b',
      { ...failed, clean: 'one b', outcome: lost },
      ...(['paid-for-nothing', 'one', 1] as const),
      'one cost 1 credit, and its reply was not asked for again',
    ],
    ['a- c b d', {}, 'overspent', 'c', 2, 'it spent 6 credits, without faults 4 credits'],
    ['a- one b d', {}, 'overspent', 'one', 1, 'it spent 5 credits, without faults 4 credits'],
    ['a- a- b-', { ...failed, isUnbounded: true }, 'unbounded', 'b', 0, 'it called 3 times, and was ended'],
    [
      'a- b-',
      { ...failed, timedOut: true },
      ...(['unbounded', 'b', 0] as const),
      'it was still running when its time was over, after 2 calls',
    ],
    [
      'b a- a-',
      { ...failed, brokenRules: ['retry-without-backoff'], outcome: '503-onward' },
      ...(['hammered', 'a', 0] as const),
      'a was sent again and again without growing waits',
    ],
    [
      'b b a- a-',
      { ...failed, clean: 'b b a', brokenRules: ['retry-without-backoff'], outcome: '503-onward' },
      ...(['hammered', 'a', 0] as const),
      'a was sent again and again without growing waits',
    ],
    [
      'a-',
      { ...failed, brokenRules: ['retry-without-backoff'], outcome: '503-onward' },
      ...(['hammered', '', 0] as const),
      'a request was sent again and again without growing waits',
    ],
    ['a- b', {}, 'swallowed', 'a', 0, 'a failed and was never made good, and the exit code is 0'],
    ['a-', failed, 'crashed', 'a', 0, 'it failed after a, which would have succeeded the next time'],
    [
      'a- a b',
      { brokenRules: ['pages-of-one'] },
      ...(['rule', 'pages-of-one', 0] as const),
      'it broke the client rule pages-of-one',
    ],
  ])('says of %s with %j: %s of %s, %d credits, %s', (calls, given, kind, about, credits, detail) => {
    expect(symptomsOf(calls, given)).toEqual([{ kind, about, detail, credits }]);
  });
});

it('a client makes a fault good by the calls before those that it makes without faults', () => {
  const fault = parseFault('503@a#1');
  const split = (calls: string) => {
    const { recovery, rest } = splitRecovery(run(calls), run('a b c'), fault);
    return [recovery, rest].map((all) => all.map(({ operation }) => operation).join(' '));
  };
  expect(split('a- a b c')).toEqual(['a', 'b c']);
  expect(split('a- b c')).toEqual(['', 'b c']);
  // it gave up
  expect(split('a- b')).toEqual(['b', '']);
});

describe('a schedule', () => {
  it('names the fault that a run did not meet', () => {
    const schedule = ['503@a#1', 'reset@b#1'].map(parseFault);
    expect(unmetFault(schedule, run('a- b-').calls)).toEqual(parseFault('reset@b#1'));
    expect(unmetFault(schedule.slice(0, 1), run('a- b-').calls)).toBeUndefined();
  });

  it('is read as it is written', () => {
    for (const text of ['503@usage#1', 'reply-lost@clip/profile uniqueId=sample.creator#12'])
      expect(scheduleText([parseFault(text)])).toBe(text);
  });

  it.each([
    ['503', 'give outcome@call'],
    ['503@usage', 'give outcome@call'],
    ['503@usage#0', 'give outcome@call'],
    ['504@usage#1', 'there is no outcome "504"; the nearest valid one is 503.'],
  ])('%s is refused', (text, sentence) => {
    expect(() => parseFault(text)).toThrow(sentence);
  });
});
