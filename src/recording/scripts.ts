/** Where a letter or digit stands in its alphabet. */
export interface AlphabetPlace {
  readonly index: number;
  readonly size: number;
  /** The letter at another place, in the case of this one. */
  letter(index: number): string;
}

/** First and last code points of alphabets, in one case. */
const ranges: readonly (readonly [number, number])[] = [
  [0x30, 0x39], // digits
  [0x61, 0x7a], // Latin
  [0xe0, 0xf6],
  [0xf8, 0xfe],
  [0x3b1, 0x3c9], // Greek
  [0x430, 0x44f], // Cyrillic
  [0x5d0, 0x5ea], // Hebrew
  [0x628, 0x63a], // Arabic
  [0x641, 0x64a],
  [0x905, 0x939], // Devanagari
  [0xe01, 0xe2e], // Thai
  [0x3041, 0x3093], // Hiragana
  [0x30a1, 0x30f3], // Katakana
  [0x4e00, 0x9fff], // Han
  [0xac00, 0xd7a3], // Hangul
  // the people, food and faces that texts carry
  [0x1f300, 0x1f37c],
  [0x1f400, 0x1f43e],
  [0x1f600, 0x1f64f],
];

const hexDigits = '0123456789abcdef';

/**
 * The place of a character in its alphabet. A letter of another script than those above counts as a Latin one: better
 * another form than a true letter.
 * @returns undefined for signs and blanks, which stay
 */
export function alphabetOf(character: string, isHex: boolean): AlphabetPlace | undefined {
  if (isHex) return placeIn(hexDigits.indexOf(character), 16, (index) => hexDigits[index] ?? '0');
  const lower = character.toLowerCase();
  const toCase = (letter: string) => (lower === character ? letter : letter.toUpperCase());
  const code = [...lower].length === 1 ? (lower.codePointAt(0) as number) : Number.NaN;
  for (const [first, last] of ranges)
    if (code >= first && code <= last)
      return placeIn(code - first, last - first + 1, (index) => toCase(String.fromCodePoint(first + index)));
  if (/[\p{L}\p{N}]/u.test(character))
    return placeIn((character.codePointAt(0) as number) % 26, 26, (index) =>
      toCase(String.fromCodePoint(0x61 + index)),
    );
  return undefined;
}

const placeIn = (index: number, size: number, letter: (index: number) => string): AlphabetPlace => ({
  index,
  size,
  letter,
});
