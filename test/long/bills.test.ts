import { it } from 'vitest';
import { compareBills } from '../report/random-bills.ts';

const runs = Number(process.env['BILLS'] ?? 1_000);

it(`bills what the ledger charged, in ${runs} random runs`, () => compareBills(runs, 37));
