import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { assertBalanced, call, callerOf, credits, ledgerOf, startAt } from './harness.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'version-0.1', name), 'utf8');

/** A folder as version 0.1 left it when it was killed: with an open hold. */
function folderOfVersion01(): string {
  const folder = newFolder();
  const file = new Database(join(folder, 'ledger.sqlite'));
  file.exec(fixture('ledger.sql'));
  file.close();
  return folder;
}

test('a folder of version 0.1 keeps everything, and its open holds are released', async () => {
  const folder = folderOfVersion01();
  const keys = { demo: { plan: credits(30), limit: credits(9) } };
  const ledger = await ledgerOf({ folder, keys });
  expect(await ledger.save()).toEqual(JSON.parse(fixture('saved.json')));
  expect(await ledger.snapshots.read('first')).toBe('{"origin":"self-describing"}');
  await ledger.close();

  const again = await ledgerOf({ folder, keys });
  const caller = await callerOf(again, 'sandbox:plan=20,purchased=5,rate=3/10s:kept');
  expect(await again.charge(caller, call(4))).toMatchObject({ planUsed: 20_000, purchased: 0, held: 0 });
  await assertBalanced(expect, again, caller, startAt);
  expect(await again.keys.create({ key: 'next' }, startAt)).toMatchObject({ state: { number: 5 } });
});
