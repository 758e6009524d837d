import { describe, expect, it } from 'vitest';
import type { ObservedCall, ObservedRun } from '../../../src/trials/exploration/call.ts';
import { judgeRun, usuallySurvived } from '../../../src/trials/exploration/judge.ts';
import type { OutcomeName } from '../../../src/trials/exploration/outcomes.ts';
import { parseFault, scheduleText } from '../../../src/trials/exploration/schedule.ts';

/** `a` is delivered for 2 credits, `a-` fails, `a!` is charged and lost. */
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
        ...{ credits: sign === '-' ? 0 : 2, isDelivered: sign === '' },
        ...(sign !== '' && { outcome: sign === '!' ? 'reply-lost' : '503' }),
        request: { method: 'GET', path: `/${operation}`, parameters: {} },
      };
    }),
  };
}

const kindsOf = (
  calls: string,
  {
    clean = 'a b',
    outcome = '503' as OutcomeName,
    mustSurvive = usuallySurvived,
    ...end
  }: Partial<ObservedRun> & {
    clean?: string;
    outcome?: OutcomeName;
    mustSurvive?: readonly OutcomeName[];
  } = {},
) =>
  judgeRun(run(calls, end), run(clean), [parseFault(`${outcome}@a#1`)], { mustSurvive }).map(
    ({ kind, credits }) => (credits > 0 ? `${kind} ${credits}` : kind),
  );

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
