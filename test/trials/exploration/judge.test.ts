import { describe, expect, it } from 'vitest';
import type { ObservedCall, ObservedRun } from '../../../src/trials/exploration/call.ts';
import { judgeRun, usuallySurvived } from '../../../src/trials/exploration/judge.ts';
import type { OutcomeName } from '../../../src/trials/exploration/outcomes.ts';
import { parseFault, scheduleText } from '../../../src/trials/exploration/schedule.ts';

/** `a` is delivered for 2 credits, and `one` for 1; `a-` fails, `a!` is charged and lost. */
function run(calls: string, end: Partial<ObservedRun> = {}): ObservedRun {
  const times = new Map<string, number>();
  return {
    ...{ passed: true, timedOut: false, isUnbounded: false, brokenRules: [] },
    ...end,
    calls: calls.split(' ').map((text): ObservedCall => {
      const [, operation = '', sign] = /^(\w+)(\W?)$/.exec(text) ?? [];
      const occurrence = (times.get(operation) ?? 0) + 1;
      times.set(operation, occurrence);
      return {
        ...{ operation, subject: '', occurrence, shape: 'GET ', key: 1 },
        ...{
          status: sign === '' ? 200 : sign === '!' ? 0 : 503,
          code: sign === '-' ? 'SERVICE_UNAVAILABLE' : null,
        },
        ...{ credits: sign === '-' ? 0 : operation === 'one' ? 1 : 2, isDelivered: sign === '' },
        ...(sign !== '' && { outcome: sign === '!' ? 'reply-lost' : '503' }),
        request: { method: 'GET', path: `/${operation}`, parameters: {} },
      };
    }),
  };
}

interface Case extends Partial<ObservedRun> {
  clean?: string;
  outcome?: OutcomeName;
  mustSurvive?: readonly OutcomeName[];
}
const symptomsOf = (
  calls: string,
  { clean = 'a b', outcome = '503', mustSurvive = usuallySurvived, ...end }: Case = {},
) => judgeRun(run(calls, end), run(clean), [parseFault(`${outcome}@a#1`)], { mustSurvive });

const kindsOf = (calls: string, given: Case = {}) =>
  symptomsOf(calls, given).map(({ kind, credits }) => (credits > 0 ? `${kind} ${credits}` : kind));

describe('the judge', () => {
  it('finds nothing where what failed was sent again, lost replies paid a second time included', () => {
    expect([kindsOf('a- a b'), kindsOf('a! a b'), kindsOf('a! a- a b')]).toEqual([[], [], []]);
  });

  it('calls a delivered reply that is paid again paid twice, but not as often as without faults', () => {
    expect(kindsOf('a b- a b')).toEqual(['paid-twice 2']);
    expect(kindsOf('a a b- b', { clean: 'a a b' })).toEqual([]);
    expect(kindsOf('a a a b- b', { clean: 'a a b' })).toEqual(['paid-twice 2']);
  });

  it('calls a lost reply that nobody asks for again paid for nothing', () => {
    expect(kindsOf('a! b', { passed: false, outcome: 'reply-lost' })).toEqual(['paid-for-nothing 2']);
    expect(kindsOf('a! a-', { passed: false, outcome: 'reply-lost' })).toEqual([]);
  });

  it('calls more than without faults and for lost replies overspent', () => {
    expect(kindsOf('a- c b d')).toEqual(['overspent 2']);
    expect(kindsOf('a! c b', { outcome: 'reply-lost' })).toEqual(['paid-for-nothing 2']);
  });

  it('calls exit code 0 after a failure swallowed, unless the call or a new one was delivered afterwards', () => {
    expect(kindsOf('a- b')).toEqual(['swallowed']);
    expect(kindsOf('a- b', { passed: false, mustSurvive: [] })).toEqual([]);
    expect(kindsOf('a- c b')).toEqual([]);
  });

  it('calls a failure crashed only after outcomes that must be survived', () => {
    expect(kindsOf('a-', { passed: false })).toEqual(['crashed']);
    expect(kindsOf('a-', { passed: false, outcome: 'reset' })).toEqual([]);
    expect(kindsOf('a-', { passed: false, outcome: 'reset', mustSurvive: ['reset'] })).toEqual(['crashed']);
    expect(kindsOf('a-', { passed: false, outcome: '503-onward' })).toEqual([]);
  });

  it('calls a run that does not end unbounded, and never crashed as well', () => {
    expect(kindsOf('a- a- a-', { passed: false, isUnbounded: true })).toEqual(['unbounded']);
    expect(kindsOf('a- a- a-', { passed: false, timedOut: true })).toEqual(['unbounded']);
  });

  it('names retries without growing waits, and other broken rules where nothing else was found', () => {
    const brokenRules = ['retry-without-backoff', 'retry-after-refusal', 'no-retry-after-503'];
    expect(kindsOf('a- a- a-', { brokenRules, passed: false, outcome: '503-onward' })).toEqual(['hammered']);
    expect(kindsOf('a- a- a b', { brokenRules })).toEqual(['rule']);
    expect(kindsOf('a- a b', { brokenRules: brokenRules.slice(1) })).toEqual(['rule']);
  });

  const lost = 'reply-lost';
  const failed = { passed: false };
  it.each<[string, Case, string, string]>([
    ['a b- a b', {}, 'a', 'a had been delivered, and cost 2 credits more'],
    [
      'one! b',
      { ...failed, clean: 'one b', outcome: lost },
      'one',
      'one cost 1 credit, and its reply was not asked for again',
    ],
    ['a- c b d', {}, 'c', 'it spent 6 credits, without faults 4 credits'],
    ['a- a- b-', { ...failed, isUnbounded: true }, 'b', 'it called 3 times, and was ended'],
    [
      'a- b-',
      { ...failed, timedOut: true },
      'b',
      'it was still running when its time was over, after 2 calls',
    ],
    [
      'b a- a-',
      { ...failed, brokenRules: ['retry-without-backoff'], outcome: '503-onward' },
      'a',
      'a was sent again and again without growing waits',
    ],
    ['a- b', {}, 'a', 'a failed and was never made good, and the exit code is 0'],
    ['a-', failed, 'a', 'it failed after a, which would have succeeded the next time'],
    ['a- a b', { brokenRules: ['pages-of-one'] }, 'pages-of-one', 'it broke the client rule pages-of-one'],
  ])('says of %s with %j that it is about %s: %s', (calls, given, about, detail) => {
    expect(symptomsOf(calls, given)).toMatchObject([{ about, detail }]);
  });
});

describe('a schedule', () => {
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
