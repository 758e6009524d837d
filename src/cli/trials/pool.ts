/** Does work on items side by side, in their order. @param more asked before each item: false leaves the rest */
export async function inParallel<Of>(
  items: readonly Of[],
  most: number,
  work: (item: Of) => Promise<void>,
  more: () => boolean = () => true,
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) {
      if (!more()) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
}
