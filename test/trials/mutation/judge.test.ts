import { expect, it } from 'vitest';
import { noEffects } from '../../../src/trials/mutation/activate.ts';
import { differenceInWords, differenceOf } from '../../../src/trials/mutation/difference.ts';
import { judgeMutant } from '../../../src/trials/mutation/judge.ts';

const mutant = (rule: string) => ({
  id: rule,
  rule,
  operation: 'clip/profile',
  changes: 'much',
  client: 'notice',
});
const effects = { ...noEffects(), reached: 2, changed: 1, example: 'a → b' };
const passed = { passed: true, timedOut: false, ms: 5 };
const failed = { passed: false, timedOut: false, ms: 5 };
const unmet = 'the tests get no reply that it is about';
const late = { passed: false, timedOut: true, ms: 5 };

it.each<[string, Partial<typeof effects> & { undecided?: string }, typeof passed, object]>([
  ['list-empty', {}, passed, { status: 'survived' }],
  ['list-empty', {}, failed, { status: 'killed' }],
  ['list-empty', {}, late, { status: 'timeout' }],
  ['list-empty', { recovered: true }, passed, { status: 'survived' }],
  [
    'unavailable-once',
    { recovered: true },
    passed,
    { status: 'equivalent', reason: 'the client sent the request again, as it should' },
  ],
  ['unavailable-once', {}, passed, { status: 'survived' }],
  ['reply-late', { undecided: 'who knows' }, passed, { status: 'equivalent', reason: 'who knows' }],
  ['reply-late', { undecided: 'who knows' }, failed, { status: 'killed' }],
  ['list-empty', { changed: 0 }, passed, { status: 'equivalent', reason: 'no reply became another one' }],
  ['list-empty', { changed: 0 }, late, { status: 'equivalent', reason: 'no reply became another one' }],
  ['list-empty', { changed: 0, reached: 0 }, passed, { status: 'notReached', reason: unmet }],
  ['list-empty', { changed: 0, reached: 0 }, failed, { status: 'notReached', reason: unmet, failed: true }],
])('a mutant of %s with the effects %j, whose run ended with %j, is %j', (rule, more, end, verdict) => {
  const judged = judgeMutant(mutant(rule), { ...effects, ...more }, end);
  expect(judged).toEqual({ ...mutant(rule), ms: 5, example: 'a → b', ...verdict });
});

it.each<[unknown, unknown, string | undefined]>([
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, undefined],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, '/a/1/b 2 → 3'],
  [{ a: [1] }, { a: [1, 2] }, '/a [1] → [1,2]'],
  [{ a: 1, b: 2 }, { a: 1 }, '/b 2 → nothing'],
  [{ a: 1 }, { a: 1, b: null }, '/b nothing → null'],
  ['x', 7, '"x" → 7'],
  [{ a: 'x'.repeat(38) }, { a: 'y' }, `/a "${'x'.repeat(38)}" → "y"`],
  [{ a: 'x'.repeat(39) }, { a: 'y' }, `/a "${'x'.repeat(39)}… → "y"`],
])('the first difference of %j and %j is %s', (before, after, text) => {
  const difference = differenceOf(before, after);
  expect(difference && differenceInWords(difference)).toBe(text);
});
