import { Type } from '@sinclair/typebox';
import { activityCheckCount, isMarkedBD } from '../../creators/records/gram-history.ts';
import type { GramAccount } from '../../creators/world/account.ts';
import type { CreatorFacts } from './facts.ts';

/**
 * A seed with which the undocumented `bd` fields of generation 2 are the recorded ones: they follow from the seed alone
 * (assumed: bd-fields).
 */
export function seedWithChecks({ seed }: Pick<GramAccount, 'seed'>, facts: CreatorFacts): number {
  const isMarked = facts.get<boolean>(Type.Boolean(), [['basic', 'isBD']]);
  const checks = facts.get<number>(Type.Integer(), [['basic', 'bdDauCheckedTimestamps']], (value) =>
    Array.isArray(value) ? value.length : undefined,
  );
  if (isMarked === undefined) return seed;
  for (let next = seed; next < seed + maxTries; next++) {
    if (isMarkedBD(next) === isMarked && (!checks || activityCheckCount(next) === checks)) return next;
  }
  return seed;
}

const maxTries = 1_000;
