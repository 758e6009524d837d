/** Round values from 0 to at least the largest one, in 3 to 6 equal steps: 1, 2 or 5 times a power of ten. */
export function niceTicks(largest: number): number[] {
  const top = largest > 0 ? largest : 1;
  const rough = top / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (rough <= power ? 1 : rough <= 2 * power ? 2 : rough <= 5 * power ? 5 : 10) * power;
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, n) => Number((n * step).toPrecision(12)));
}
