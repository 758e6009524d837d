import type { MutationRule } from '../rule.ts';
import { creditRules } from './credits.ts';
import { faultRules } from './faults.ts';
import { fieldRules } from './fields.ts';
import { listRules } from './lists.ts';
import { outcomeRules } from './outcomes.ts';
import { pageRules } from './pages.ts';
import { timeRules } from './time.ts';

/** Every rule, those about single values first. */
export const mutationRules: readonly MutationRule[] = [
  ...fieldRules,
  ...listRules,
  ...pageRules,
  ...creditRules,
  ...outcomeRules,
  ...faultRules,
  ...timeRules,
];
