/**
 * Compares by code point, on every machine the same. All names in replies are sorted so (assumed: code-point-order).
 */
export function byCodePoint(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** In UTF-16, surrogates (the highest code points) sort below U+E000 to U+FFFF. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** The order of texts by their code units: also the same on every machine, and faster; ASCII texts are in the same order by both. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
