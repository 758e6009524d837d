import { compareTexts } from '../../core/order.ts';
import { shares } from '../../core/statistics.ts';
import type { TubeAccount } from './account.ts';

/** The categories of listed contents and their shares, largest first. */
export function categoriesOf(contents: readonly { category: string }[]): TubeAccount['categories'] {
  const counts = new Map<string, number>();
  for (const { category } of contents) counts.set(category, (counts.get(category) ?? 0) + 1);
  const categories = [...counts].sort(
    ([a, countOfA], [b, countOfB]) => countOfB - countOfA || compareTexts(a, b),
  );
  const parts = shares(categories.map(([, count]) => count));
  return categories.map(([category], index) => ({ category, share: parts[index] as number }));
}
