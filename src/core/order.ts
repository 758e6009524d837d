/** Orders texts by code point: the order of names in every reply, on every machine (assumed: code-point-order). */
export function byCodePoint(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return place(left) - place(right);
  }
  return a.length - b.length;
}

/** UTF-16 puts surrogates, which spell the highest code points, below U+E000 to U+FFFF. */
function place(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
