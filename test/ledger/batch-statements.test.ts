import { expect, test } from 'vitest';
import { SharedRows } from '../../src/ledger/ledger-rows.ts';
import { batchStatements } from '../../src/ledger/postgres/write.ts';
import { openKey } from '../../src/ledger/resets.ts';
import { clearState, createState } from '../../src/ledger/state.ts';
import { changedRows } from '../../src/ledger/stored-tables.ts';
import { atOnce } from '../creators/search/at-once.ts';
import { settings, startAt } from './harness.ts';

test('a batch that writes a whole ledger does so in statements of at most 2,000 rows', () => {
  const state = createState();
  const shared = new SharedRows(state.changes);
  const rules = { ...settings(), cycleMs: 1_000 };
  clearState(state);
  for (let n = 0; n < 5_000; n++)
    openKey(state, rules, `sandbox:plan=1:${n}`, 'self-describing', { plan: 1_000 }, { openAt: startAt });
  const statements = [...batchStatements(state, atOnce(changedRows(state, shared)))];
  const rows = statements.flatMap(({ values }) =>
    values.flatMap((value) => (typeof value === 'string' ? (JSON.parse(value) as unknown[]).length : [])),
  );
  // Accounts, keys and their first entries, behind the removal of what was there.
  expect(rows).toEqual([2_000, 2_000, 1_000, 2_000, 2_000, 1_000, 2_000, 2_000, 1_000]);
  for (const { size } of statements) expect(size).toBeLessThan(2_000 * 600);
});
