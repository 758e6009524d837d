import { describe, expect, it } from 'vitest';
import { operations as all } from '../../src/core/operations.ts';
import { isPublished } from '../harness.ts';
import { recordedTarget, unchangedTargets } from './unchanged-targets.ts';

describe.skipIf(isPublished)('an unchanged service', () => {
  // all others take minutes: test/long/unchanged-targets.test.ts
  it.each(unchangedTargets.slice(0, 2).map((target) => [target.what, target] as const))(
    'of %s agrees in every exchange',
    async (_what, target) => {
      const { differences, exchanges, operations } = await recordedTarget(target);
      expect(differences).toEqual([]);
      expect(operations).toBe(all.length);
      expect(exchanges).toBeGreaterThan(80);
    },
  );
});
