import { expect, test } from 'vitest';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import { redactedParameters } from '../../src/replicas/redacted-parameters.ts';
import type { TallyInput } from '../../src/report/tally-input.ts';

/** The parameters as the database gets them, of a request whose body is too large to compare unless it says otherwise. */
const shown = (given: unknown, url: string, more: object = {}) =>
  redactedParameters({ given, request: { url }, keyOutside: false, ...more } as unknown as TallyInput);

test('parameters are written as they are, unless a key is among them or the journal cut the body', () => {
  const given = { uniqueId: 'not in the URL' };
  expect(shown(given, '/', { body: null })).toBe(given);
  const digest = { uniqueId: keyIdOf('not in the URL') };
  expect(shown(given, '/', { body: null, keyOutside: true })).toEqual(digest);
  expect(shown(given, '/')).toEqual(digest);
  for (const none of [undefined, null, 'text', 5]) expect(shown(none, '/')).toBeUndefined();
});

test('of such parameters only what the journal shows is readable, and the rest is a digest', () => {
  const [longest, longer] = ['a'.repeat(200), 'a'.repeat(201)];
  const [plain, long] = ['n'.repeat(40), 'n'.repeat(41)];
  const names = { [plain]: 1, [long]: 2, 'no name': 3, 'in the URL': 4 };
  const values = { text: 'x&"y', longest, longer, count: 5, isOn: true, none: null, list: ['a'], deep: {} };
  expect(shown({ ...names, ...values }, `/?in%20the%20URL=x%26"y&${longer}`)).toEqual({
    ...{ [plain]: 1, [keyIdOf(long)]: 2, [keyIdOf('no name')]: 3, 'in the URL': 4 },
    ...{ text: 'x&"y', longest, longer: keyIdOf(longer), count: 5, isOn: true },
    ...{ none: keyIdOf('null'), list: keyIdOf('["a"]'), deep: keyIdOf('{}') },
  });
  expect(shown({ one: 'a', two: 'b' }, '/%', { body: '', keyOutside: true })).toEqual({
    ...{ one: keyIdOf('a'), two: keyIdOf('b') },
  });
  const body = { text: '{"one":"a\\nb"}', cut: true };
  expect(shown({ one: 'a\nb', two: 'b' }, '/', { request: { url: '/?two=b', body } })).toEqual({
    ...{ one: keyIdOf('a\nb'), two: 'b' },
  });
});

test('a hundred of such parameters are written', () => {
  const names = Array.from(
    { length: 101 },
    (_, n) => `n${'x'.repeat(n % 30)}${String.fromCharCode(65 + n / 30)}`,
  );
  const given = Object.fromEntries(names.map((name) => [name, 1]));
  expect(Object.keys(shown(given, '/') as object)).toEqual(names.slice(0, 100));
  let deep: unknown = 'end';
  for (let n = 0; n < 100_000; n++) deep = [deep];
  expect(shown({ deep }, '/')).toEqual({ deep: keyIdOf('') });
});
