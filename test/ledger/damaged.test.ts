import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.ts';
import { openLedger } from '../../src/ledger/open.ts';
import { newFolder } from '../new-folder.ts';
import { call, callerOf, credits, ledgerOf, settings, startAt } from './harness.ts';

const keys = { k: { plan: credits(1_000), purchased: credits(5) } };
const start = (folder: string) => openLedger({ ...settings({ keys }), folder });
const file = (folder: string, name = 'ledger.sqlite') => join(folder, name);

/** @returns the folder of a ledger with some calls, as a kill leaves it: most of them are in the log */
async function killed(): Promise<string> {
  const [running, folder] = [newFolder(), newFolder()];
  const ledger = await ledgerOf({ folder: running, keys });
  const caller = await callerOf(ledger, 'k');
  await ledger.snapshots.put('one', ['{"format":', '"creator-sandbox snapshot 1"}'], 0);
  for (let n = 0; n < 40; n += 1) await ledger.charge(caller, { ...call(1), traceId: `trace ${n}` });
  await ledger.hold(caller, call(3, startAt, 'nls'));
  cpSync(running, folder, { recursive: true });
  return folder;
}

/** The same, ended in order: all is in the file. */
async function ended(): Promise<string> {
  const folder = await killed();
  await start(folder).close();
  return folder;
}

const contentsOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'base64')]);

/** Every start refuses with one sentence, and leaves each byte as it was. */
function expectRefused(folder: string, flaw: RegExp | string, what = ''): void {
  const before = contentsOf(folder);
  for (let n = 0; n < 2; n += 1) {
    expect(() => start(folder), what).toThrow(UsageError);
    expect(() => start(folder), what).toThrow(flaw);
  }
  expect(contentsOf(folder), what).toEqual(before);
}

/** What a ledger holds, and whether a start finds it. */
async function foundIn(folder: string): Promise<unknown> {
  let ledger: ReturnType<typeof start>;
  try {
    ledger = start(folder);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  const found = await ledger.save();
  await ledger.close();
  return found;
}

describe('a damaged ledger', () => {
  test.each([
    ['in its file', ended, 'ledger.sqlite'],
    ['in its log', killed, 'ledger.sqlite-wal'],
  ])(
    '%s is refused or has lost nothing: no bit, sector or cut changes what it holds',
    async (_, made, name) => {
      const folder = await made();
      const whole = readFileSync(file(folder, name));
      const untouched = newFolder();
      cpSync(folder, untouched, { recursive: true });
      const expected = await foundIn(untouched);
      const refusals = { bit: 0, sector: 0, cut: 0 };
      for (let n = 0; n < 120; n += 1) {
        const kind = (['bit', 'sector', 'cut'] as const)[n % 3] as keyof typeof refusals;
        const at = Math.floor((n * 0.618034 * whole.length) % whole.length);
        const bytes = Buffer.from(whole);
        if (kind === 'bit') bytes.writeUInt8((bytes.readUInt8(at) ^ (1 << (n % 8))) & 0xff, at);
        if (kind === 'sector') bytes.fill(n % 2 ? 0 : 0xa5, at - (at % 512), at - (at % 512) + 512);
        const place = newFolder();
        cpSync(folder, place, { recursive: true });
        writeFileSync(file(place, name), kind === 'cut' ? bytes.subarray(0, at) : bytes);
        const before = contentsOf(place);
        const found = await foundIn(place);
        if (typeof found !== 'string') expect(found, `${kind} at ${at}`).toEqual(expected);
        else {
          refusals[kind] += 1;
          expect(found, `${kind} at ${at}`).toMatch(/^[^\n]*ledger\.sqlite (?:is|was) [^\n]*\.$/);
          expect(contentsOf(place), `${kind} at ${at}`).toEqual(before);
        }
        rmSync(place, { recursive: true });
      }
      for (const count of Object.values(refusals)) expect(count).toBeGreaterThan(3);
    },
  );

  test('is refused when it is empty or gone, though it had commits', async () => {
    const folder = await ended();
    const marked = Number.parseInt(readFileSync(file(folder, 'ledger.commits'), 'latin1'), 10);
    truncateSync(file(folder), 0);
    expectRefused(folder, `(its last ${marked} commits are missing) and was left as it is`);
    rmSync(file(folder));
    expectRefused(folder, `(its last ${marked} commits are missing)`);
    expect(existsSync(file(folder))).toBe(false);
  });

  test('is refused when it lacks a last commit that changed no account', async () => {
    const folder = await ended();
    const older = readFileSync(file(folder));
    const ledger = start(folder);
    await ledger.countRefused(await callerOf(ledger, 'k'), 'nls', startAt);
    await ledger.close();
    await start(folder).close();
    writeFileSync(file(folder), older);
    expectRefused(folder, '(its last commit is missing)');
  });

  test('is refused when its log or an older copy lacks the last commits, until their mark is deleted', async () => {
    const folder = await killed();
    const older = newFolder();
    copyFileSync(file(folder), file(older));
    const ledger = start(folder);
    await ledger.charge(await callerOf(ledger, 'k'), call(1));
    await ledger.close();
    copyFileSync(file(older), file(folder));
    expectRefused(
      folder,
      /\(its last \d+ commits are missing\) .* or go on with what is there by deleting ledger\.commits\.$/,
    );
    rmSync(file(folder, 'ledger.commits'));
    await start(folder).close();
    expect(existsSync(file(folder, 'ledger.commits'))).toBe(true);
  });

  test.each([
    ['a balance', 'UPDATE accounts SET plan = plan + 1', 'a row of accounts differs from its checksum'],
    ['a price', 'UPDATE entries SET plan = -1 WHERE id = 9', 'a row of entries differs from its checksum'],
    ['an entry that is gone', 'DELETE FROM entries WHERE id = 9', /the entries of account \S+ do not sum/],
    ['a key', "UPDATE keys SET opening = '{'", 'a row of keys differs from its checksum'],
    ['a snapshot', 'UPDATE snapshots SET takenAt = 1', 'a row of snapshots differs from its checksum'],
    ['its text', "UPDATE snapshotTexts SET text = '{}'", 'a row of snapshotTexts differs from its checksum'],
    [
      'a text that is gone',
      'DELETE FROM snapshotTexts WHERE place = 1',
      'the texts of snapshot one are not all',
    ],
  ])('is refused when another program changed %s', async (_, statement, flaw) => {
    const folder = await ended();
    const database = new Database(file(folder));
    database.exec(statement);
    database.close();
    expectRefused(folder, flaw);
  });

  test('is served when only the mark of its commits is damaged', async () => {
    const folder = await ended();
    for (const mark of ['', 'x', '0000000000000099 00000000\n']) {
      writeFileSync(file(folder, 'ledger.commits'), mark);
      await start(folder).close();
    }
    expect(() => start(folder).close()).not.toThrow();
  });
});

test.each(['ledger.sqlite', 'ledger.sqlite-wal', 'ledger.commits'])(
  'a link in place of %s is refused, and what it leads to stays',
  async (name) => {
    const [folder, elsewhere] = [await killed(), join(newFolder(), 'elsewhere')];
    renameSync(file(folder, name), elsewhere);
    const before = readFileSync(elsewhere, 'base64');
    symlinkSync(elsewhere, file(folder, name));
    expect(() => start(folder)).toThrow(`${file(folder, name)} is a link, which the ledger does not follow`);
    expect(readFileSync(elsewhere, 'base64')).toBe(before);
  },
);

test.each([
  ['its folder', (folder: string) => rmSync(folder, { recursive: true })],
  ['its file', (folder: string) => rmSync(file(folder))],
  [
    'its folder, made anew',
    (folder: string) => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      appendFileSync(file(folder), '');
    },
  ],
])(
  'a running ledger refuses calls when somebody removes %s, and says so before one comes',
  async (_, remove) => {
    const folder = newFolder();
    const ledger = await ledgerOf({ folder, keys });
    const caller = await callerOf(ledger, 'k');
    await ledger.charge(caller, call(1));
    expect(ledger.trouble).toBeUndefined();
    remove(folder);
    const message = `The ledger cannot be written: ${file(folder)} was removed while the sandbox runs.`;
    expect(ledger.trouble?.message).toBe(message);
    await expect(ledger.charge(caller, call(1))).rejects.toThrow(message);
    await expect(ledger.snapshots.put('one', ['{}'], 0)).rejects.toThrow(message);
    expect(await ledger.balance(caller, startAt)).toMatchObject({ planUsed: 1_000 });
  },
);
