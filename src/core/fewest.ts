/**
 * Finds a minimal list of items for which a condition holds: without any one of them it does not hold. The condition
 * must hold for all items, and adding items must never break it. Tests it about k × log(n / k) times to find k of n
 * items (QuickXplain).
 */
export async function findFewest<T>(
  items: readonly T[],
  holds: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  if (await holds([])) return [];
  return within([], false, items);

  async function within(fixed: readonly T[], isNew: boolean, rest: readonly T[]): Promise<readonly T[]> {
    if (isNew && (await holds(fixed))) return [];
    if (rest.length <= 1) return rest;
    const half = rest.length >> 1;
    const [left, right] = [rest.slice(0, half), rest.slice(half)];
    const ofRight = await within([...fixed, ...left], true, right);
    const ofLeft = await within([...fixed, ...ofRight], ofRight.length > 0, left);
    return [...ofLeft, ...ofRight];
  }
}
