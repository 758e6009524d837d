import { expect, it } from 'vitest';
import { recordedTarget, unchangedTargets } from '../recording/unchanged-targets.ts';

it.each(unchangedTargets.map((target) => [target.what, target] as const))(
  'a service of %s agrees in every exchange',
  async (_what, target) => {
    const { differences, exchanges, operations } = await recordedTarget(target);
    expect(differences).toEqual([]);
    expect(operations).toBeGreaterThan(60);
    expect(exchanges).toBeGreaterThan(80);
  },
);
