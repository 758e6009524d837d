import { it } from 'vitest';
import { compareBills } from '../report/random-bills.ts';

it('bills what the ledger charged, in 1,000 random runs', () => compareBills(1_000, 37));
