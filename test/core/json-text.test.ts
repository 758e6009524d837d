import { expect, test } from 'vitest';
import { indentedJson, jsonTexts } from '../../src/core/json-text.ts';
import { yieldToLoop } from '../../src/core/yield-to-loop.ts';

test.each([
  {},
  [],
  { a: undefined, b: [] as unknown[], c: { d: { e: [1, 'two', null] } }, 'f "g"': true },
  Array.from({ length: 20_000 }, (_, n) => `${n} of many`),
  { long: Array.from({ length: 300 }, (_, n) => ({ n, of: { n: String(n) } })) },
  [[], {}, undefined, 1],
  'text',
  null,
])('the JSON that is written in slices is the usual one: %#', async (value) => {
  for (const levels of [0, 1, 2, 9])
    expect((await yieldToLoop(jsonTexts(value, levels))).join('')).toBe(JSON.stringify(value));
});

test('JSON for people is indented by two, and ends its last line', () => {
  expect(indentedJson({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}\n');
});
