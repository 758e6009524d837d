/** Statistics of tests. */

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The standard deviation. */
export function spread(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Pearson's. */
export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const [x, y] = [mean(pairs.map(([a]) => a)), mean(pairs.map(([, b]) => b))];
  const sum = (of: (a: number, b: number) => number): number =>
    pairs.reduce((total, [a, b]) => total + of(a - x, b - y), 0);
  return sum((a, b) => a * b) / Math.sqrt(sum((a) => a * a) * sum((_, b) => b * b));
}

/** Spearman's. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const [a, b] = [ranksOf(pairs.map(([x]) => x)), ranksOf(pairs.map(([, y]) => y))];
  return correlation(a.map((rank, index) => [rank, b[index] ?? 0]));
}

/** The mean rank of equal values. */
function ranksOf(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1] ?? 0] === values[order[from] ?? 0]) to += 1;
    for (const index of order.slice(from, to + 1)) ranks[index] = (from + to) / 2;
    from = to + 1;
  }
  return ranks;
}

/** The standard deviation of the logarithm of the second value, apart from what follows from the first one's. */
export function residualSpread(pairs: readonly (readonly [number, number])[]): number {
  const logs = pairs.map(([a, b]) => [Math.log(a), Math.log(b)] as const);
  return spread(logs.map(([, b]) => b)) * Math.sqrt(1 - correlation(logs) ** 2);
}

/** The most frequent words and their shares. */
export function topShares(words: readonly string[], count: number): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([word, times]) => [word, times / words.length]);
}
