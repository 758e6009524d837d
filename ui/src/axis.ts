/** Round values from 0 to at least the largest one, in 3 to 6 equal steps: 1, 2 or 5 times a power of ten. */
export function niceTicks(largest: number): number[] {
  const rough = (largest > 0 ? largest : 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough * 0.999999) ?? 10) * power;
  const count = Math.ceil((largest > 0 ? largest : 1) / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)));
}
