import { nearest } from './nearest.ts';
import type { Operation } from './operations.ts';
import { publishedPlatforms } from './platforms.ts';

/**
 * The operation that a wrong name may mean. A published name such as `tiktok/profile` means `clip/profile`; by its
 * letters alone it would be nearest to another platform.
 */
export function nearestOperation(name: string, operations: readonly Operation[]): string {
  const neutral = Object.entries(publishedPlatforms).reduce(
    (text, [platform, published]) => text.replaceAll(published, platform),
    name,
  );
  return (
    nearest(
      neutral,
      operations.map(({ id }) => id),
    ) ?? ''
  );
}
