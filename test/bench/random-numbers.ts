/** Numbers that look random and are the same in every run. */
export function randomNumbers(seed: number) {
  let state = seed;
  const unit = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(unit() * most);
  return {
    unit,
    below,
    /** Most stay near the typical figure, a few are fifty times as large. */
    longTail: (typical: number): number => Math.floor(typical / (0.02 + unit())),
    pick: <T>(of: readonly T[]): T => of[below(of.length)] as T,
  };
}
