import { expect, it } from 'vitest';
import { plainLine, plainText, shortLine } from '../../src/core/plain-text.ts';

/** Every character, and what is shown in its place where that differs. */
const shown = (show: (text: string) => string): number[] =>
  Array.from({ length: 0x3000 }, (_, code) => code).filter((code) => {
    const text = String.fromCharCode(code);
    const replaced = show(text) !== text;
    if (replaced) expect(show(text)).toBe(`\\u${code.toString(16).padStart(4, '0')}`);
    return replaced;
  });
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

it('what moves a cursor, ends a line or turns the order of letters is written as its code', () => {
  const acting = [
    ...range(0x00, 0x08),
    ...range(0x0b, 0x1f),
    ...range(0x7f, 0x9f),
    0x061c,
    ...range(0x200e, 0x200f),
    ...range(0x2028, 0x202e),
    ...range(0x2066, 0x2069),
  ];
  expect(shown(plainText)).toEqual(acting);
  expect(shown(plainLine)).toEqual([...range(0x00, 0x1f), ...acting.filter((code) => code > 0x1f)]);
});

it('a text from a client has at most 400 characters in a line', () => {
  expect([399, 400, 401].map((length) => shortLine('x'.repeat(length)).length)).toEqual([399, 400, 400]);
  expect(shortLine('\n'.repeat(100)).length).toBe(400);
});
