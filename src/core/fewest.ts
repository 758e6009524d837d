/**
 * The fewest items for which a condition holds, in their order: without any of them it does not hold. It holds for all
 * items, and more items never break it. Asks about k × log(n / k) times, k being the number of items found (QuickXplain).
 */
export async function findFewest<Of>(
  items: readonly Of[],
  holds: (items: readonly Of[]) => Promise<boolean>,
): Promise<readonly Of[]> {
  if (items.length === 0 || (await holds([]))) return [];
  return within([], false, items);

  async function within(fixed: readonly Of[], isNew: boolean, rest: readonly Of[]): Promise<readonly Of[]> {
    if (isNew && (await holds(fixed))) return [];
    if (rest.length === 1) return rest;
    const half = rest.length >> 1;
    const [left, right] = [rest.slice(0, half), rest.slice(half)];
    const ofRight = await within([...fixed, ...left], true, right);
    const ofLeft = await within([...fixed, ...ofRight], ofRight.length > 0, left);
    return [...ofLeft, ...ofRight];
  }
}
