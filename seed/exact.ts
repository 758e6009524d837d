/**
 * Arithmetic with the same bits on every machine. `Math.exp` and `Math.log` may differ in the last place
 * between engines, so the generator uses only additions, multiplications and divisions.
 */

const ln2 = Math.LN2;

export function exp(x: number): number {
  const halvings = Math.round(x / ln2);
  const rest = x - halvings * ln2;
  let term = 1;
  let sum = 1;
  for (let n = 1; n <= 14; n += 1) {
    term *= rest / n;
    sum += term;
  }
  const factor = halvings < 0 ? 0.5 : 2;
  for (let n = Math.abs(halvings); n > 0; n -= 1) sum *= factor;
  return sum;
}

/** @param x greater than 0. */
function ln(x: number): number {
  let doublings = 0;
  let mantissa = x;
  while (mantissa > 1.5) {
    mantissa /= 2;
    doublings += 1;
  }
  while (mantissa < 0.75) {
    mantissa *= 2;
    doublings -= 1;
  }
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let power = ratio;
  let sum = 0;
  for (let n = 1; n <= 27; n += 2) {
    sum += power / n;
    power *= square;
  }
  return 2 * sum + doublings * ln2;
}

/** @param x greater than 0. */
export const log10 = (x: number): number => ln(x) / Math.LN10;

/** `base` to the `exponent`. @param base greater than 0. */
export const power = (base: number, exponent: number): number => exp(exponent * ln(base));

export const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));
