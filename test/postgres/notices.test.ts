import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../src/ledger/job.ts';
import { openSharedLedger } from '../../src/ledger/open.ts';
import { call, callerOf, settings } from '../ledger/harness.ts';
import { newSchema, schemaOf } from './schemas.ts';

test('a batch tells the others of its new keys and of rows of the whole sandbox, and of nothing else', async () => {
  const url = newSchema();
  const ledger = await openSharedLedger(url, {}, settings());
  const listening = new pg.Client({ connectionString: url });
  onTestFinished(() => Promise.all([ledger.close(), listening.end()]).then(() => {}));
  const heard: unknown[] = [];
  listening.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload)));
  await listening.connect();
  await listening.query(`LISTEN ${schemaOf(url)}`);
  const row = (account: number | null) => ({ name: `row of ${account}`, account, counter: false, value: 1 });
  const set = (account: number | null) =>
    inTransaction(ledger, undefined, () => ledger.shared.set(row(account)));

  const caller = await callerOf(ledger, 'sandbox:plan=10:first');
  await ledger.charge(caller, call(1));
  await set(1);
  await set(null);
  const many = await Promise.all(
    Array.from({ length: 201 }, (_, n) => callerOf(ledger, `sandbox:plan=1:${n}`)),
  );
  await expect.poll(() => heard.length).toBe(3);
  const from = ledger.replicas?.number;
  expect(heard).toEqual([
    { keys: [caller.id], from },
    { keys: [], from },
    { keys: many.slice(0, 200).map(({ id }) => id), from },
  ]);
});
