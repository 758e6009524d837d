import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { defaultWorld } from '../../../seed/build.ts';
import { openWorldWithFixtures } from '../../../seed/fixtures/with-fixtures.ts';
import { dayMs } from '../../../src/core/durations.ts';
import type { Search } from '../../../src/core/search-body.ts';
import { yieldToLoop } from '../../../src/core/yield-to-loop.ts';
import { makeColumns } from '../../../src/creators/search/columns.ts';
import { contentNames } from '../../../src/creators/search/contents.ts';
import { searchTables, type TableName } from '../../../src/creators/search/search-tables.ts';
import { createSearches, type SearchesOfDay } from '../../../src/creators/search/searches.ts';
import { epochAt } from '../../../src/creators/world/account.ts';
import { livingWorld } from '../../../src/creators/world/view.ts';
import { openWorld, type World } from '../../../src/creators/world/world.ts';
import { newFolder } from '../../new-folder.ts';
import { loadGenerator, worldFile, worldOf } from '../world/worlds.ts';
import { atOnce } from './at-once.ts';

const small = { seed: 1, size: 60 };
const file = await worldFile(small);
const base = await worldOf(small);
const living = (world: World): World =>
  livingWorld(
    world,
    { mode: 'living', epochDay: (now) => Math.floor((now - epochAt) / dayMs) },
    loadGenerator,
  );
const world = living(base);
await world.on(epochAt + dayMs).ready();
const dayOf = (day: number, of = world): World => of.on(epochAt + day * dayMs);

const search: Search = { filters: [], sortBy: undefined, desc: undefined, offset: 0, pageSize: 50 } as never;
const moment = { now: epochAt, shiftMs: 0 };

/** The findings of a search of each table, by each of its orders. */
function everything(searches: SearchesOfDay): unknown[] {
  const found: unknown[] = [];
  for (const [name, { names }] of Object.entries(searchTables)) {
    const [platform, kind = 'brands'] = name.split(' ') as ['clip', 'creators'];
    const finder = searches[kind](platform);
    for (const { name: sortBy, sortable } of names)
      if (sortable) found.push(atOnce<unknown>(finder.find({ ...search, sortBy, desc: true }, moment)));
  }
  return found;
}

describe('the columns in the file of a world', () => {
  it('have the bytes of their version: whatever changes them increases columnsVersion', async () => {
    const db = new Database(await worldFile(defaultWorld), { readonly: true });
    const version = db.prepare("SELECT value FROM meta WHERE key = 'searchColumns'").pluck().get();
    db.close();
    const whole = openWorld(await worldFile(defaultWorld));
    const hashes = Object.entries(searchTables).map(([table, { names }]) => {
      const hash = createHash('sha256');
      for (const { name, field } of names) {
        const { column, bytes } = field ? { column: field } : (whole.searchColumn?.(table, name) ?? {});
        hash.update(JSON.stringify([name, column])).update(bytes ?? '');
      }
      return `${table} ${hash.digest('hex').slice(0, 12)}`;
    });
    whole.close();
    expect([`version ${version}`, ...hashes]).toMatchInlineSnapshot(`
      [
        "version 5",
        "gram creators 77a8c2b5f92c",
        "gram contents 08efca1f65e2",
        "gram basics 1e426ff47b84",
        "clip creators 0f7e48911e52",
        "clip contents 85f1634bbbaa",
        "clip basics 9712feb555cf",
        "tube creators c49cfc994e01",
        "tube contents a27aca5a8aaf",
        "tube basics 3d98a221b932",
        "brands a84d07647089",
      ]
    `);
  });

  it('find the same as those that are made in memory', () => {
    const made = createSearches().of({ ...base, searchColumn: undefined });
    expect(everything(made)).toEqual(everything(createSearches().of(base)));
  });

  it('are made in memory if the file has those of another version', () => {
    const db = new Database(file, { readonly: true });
    const copy = new Database(db.serialize());
    db.close();
    copy.exec(`UPDATE meta SET value = '0' WHERE key = 'searchColumns'; DROP TABLE search_columns`);
    const old = openWorld(copy);
    expect(old.searchColumn).toBeUndefined();
    expect(atOnce(createSearches().of(old).creators('tube').find(search, moment))).toEqual(
      atOnce(createSearches().of(base).creators('tube').find(search, moment)),
    );
    old.close();
  });

  it('are those of the world, not of fixtures that are merged over it', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'creators'));
    const mine = { clip: { handle: 'only.here', displayName: '  first of all', followers: 5 } };
    writeFileSync(join(folder, 'creators', 'mine.json'), JSON.stringify(mine));
    const merged = openWorldWithFixtures(file, folder);
    const { ids, totalResults } = atOnce(createSearches().of(merged).creators('clip').find(search, moment));
    expect(ids).toContain('only.here');
    expect(totalResults).toBe(base.info.counts.clip + 1);
    merged.close();
  });
});

describe('a search', () => {
  const contents = createSearches().of(base).contents('clip');
  const sortable = contentNames.clip.filter((name) => name.sortable).map(({ name }) => name);

  it('finds the same in slices', async () => {
    const filters = [
      { name: 'description', type: 'string', anyOf: ['a'], contains: false },
      { name: 'plays', type: 'number', op: '>', value: 100 },
    ] as const;
    for (const sortBy of sortable) {
      const asked = { ...search, filters, sortBy, offset: 30 };
      expect(
        await yieldToLoop(createSearches().of(base).contents('clip').find(asked, moment), { budgetMs: 0 }),
      ).toEqual(atOnce(contents.find(asked, moment)));
    }
  });
});

describe('the columns of another day', () => {
  it.each([-100, 1, 400])('have figures that do not depend on texts: day %i', (day) => {
    const view = dayOf(day);
    for (const table of Object.keys(searchTables) as TableName[]) {
      const { names, subjects } = searchTables[table];
      const bare = names.filter(({ isWritten }) => !isWritten);
      expect(atOnce(makeColumns(bare, subjects(view, false))), table).toEqual(
        atOnce(makeColumns(bare, subjects(view, true))),
      );
    }
  });

  it('are made anew where making them failed', async () => {
    const day = dayOf(60);
    let fails = true;
    const view: World = {
      ...day,
      *bareAccounts(platform) {
        for (const account of day.bareAccounts(platform)) {
          yield account;
          if (fails) throw new Error('unreadable');
        }
      },
    };
    const searches = createSearches().of(view);
    const find = () => yieldToLoop(searches.creators('gram').find(search, moment), { budgetMs: 0 });
    await expect(find()).rejects.toThrow('unreadable');
    fails = false;
    expect(await find()).toEqual(atOnce(createSearches().of(day).creators('gram').find(search, moment)));
  });

  it('stay within their bytes, those used last', () => {
    const reads: number[] = [];
    const counted = (day: number): World => {
      const view = dayOf(day);
      return {
        ...view,
        sponsoredAccounts() {
          reads.push(day);
          return view.sponsoredAccounts();
        },
      };
    };
    const find = (searches: ReturnType<typeof createSearches>, day: number) =>
      atOnce(searches.of(counted(day)).brands().find(search, moment));
    const some = createSearches(200_000);
    for (const day of [1, 2, 3, 4, 5, 5, 1]) find(some, day);
    expect(reads).toEqual([1, 2, 3, 4, 5, 1]);
    reads.length = 0;
    const all = createSearches();
    for (const day of [1, 2, 3, 4, 5, 5, 1]) find(all, day);
    expect(reads).toEqual([1, 2, 3, 4, 5]);
  });
});
