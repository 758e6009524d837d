import { generation2Operations } from '../operations.ts';
import type { AccountTerms } from './terms.ts';

const fromCredits = (amount: number): number => amount * 1000;

const standard: AccountTerms = { plan: fromCredits(10_000) };

/** Keys that every sandbox knows: one for each situation that a client has to handle. */
export const demoKeys = {
  'demo-full': { plan: fromCredits(1_000_000), fractional: true },
  'demo-standard': standard,
  'demo-unlimited': { unlimited: true, fractional: true },
  'demo-purchased': { ...standard, used: fromCredits(10_000), purchased: fromCredits(500), fractional: true },
  'demo-low': { ...standard, used: fromCredits(9_997) },
  'demo-empty': {},
  'demo-capped': { ...standard, limit: fromCredits(20), fractional: true },
  'demo-spent': { ...standard, limit: fromCredits(20), spent: fromCredits(20) },
  'demo-forbidden': { ...standard, allow: generation2Operations },
  'demo-test-only': { ...standard, testOnly: true },
  'demo-throttled': { ...standard, rate: { count: 2, windowMs: 10_000 } },
} satisfies Record<string, AccountTerms>;
