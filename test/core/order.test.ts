import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byCodePoint } from '../../src/core/order.ts';

const points = (text: string): number[] => [...text].map((character) => character.codePointAt(0) ?? 0);

describe('the order of texts', () => {
  it('compares any two texts as lists of code points', () => {
    const texts = fc
      .array(fc.constantFrom('a', 'b', '\u{d7ff}', '\u{e000}', '\u{ffff}', '\u{10000}', '\u{10ffff}'), {
        maxLength: 4,
      })
      .map((characters) => characters.join(''));
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const [left, right] = [points(a), points(b)];
        const at = left.findIndex((point, index) => point !== right[index]);
        const expected = at === -1 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
        expect(Math.sign(byCodePoint(a, b))).toBe(Math.sign(expected));
      }),
    );
  });
});
