import { closestMatch } from 'leven';
import { operationIds, publishedPlatforms } from './operations.ts';

/**
 * The operation that a wrong name may mean. Who speaks the published words writes `tiktok/profile` for
 * `clip/profile`: by its letters alone that would be nearest to another platform.
 */
export function nearestOperation(name: string): string {
  const neutral = Object.entries(publishedPlatforms).reduce(
    (text, [platform, published]) => text.replaceAll(published, platform),
    name,
  );
  return closestMatch(neutral, [...operationIds]) ?? operationIds[0] ?? '';
}
