import { it } from 'vitest';
import { compareReceipts } from '../report/random-receipts.ts';

const runs = Number(process.env['RECEIPTS'] ?? 1_000);

it(`the receipt has what the ledger charged, in ${runs} random runs`, () => compareReceipts(runs, 37));
