import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { defaultWorld } from '../../../seed/build.ts';
import { openWorldWithFixtures } from '../../../seed/fixtures/with-fixtures.ts';
import { platformsByName } from '../../../src/core/platforms.ts';
import type { Search } from '../../../src/core/search-body.ts';
import { inSlices } from '../../../src/core/steps.ts';
import { clipContentNames } from '../../../src/creators/search/clip-contents.ts';
import { creatorSearchNames } from '../../../src/creators/search/creators.ts';
import { indexesOf } from '../../../src/creators/search/indexes.ts';
import { openWorld, type World } from '../../../src/creators/world/world.ts';
import { newFolder } from '../../new-folder.ts';
import { worldFile, worldOf } from '../world/worlds.ts';
import { atOnce } from './at-once.ts';

const small = { seed: 1, size: 60 };
const file = await worldFile(small);
const world = await worldOf(small);
const moment = { now: world.info.epochAt, shiftMs: 0 };
const first: Search = { filters: [], sortBy: undefined, desc: undefined, offset: 0, pageSize: 20 } as never;

/** The same world without the indexes in its file. */
const bare = (of: World): World => ({ ...of, indexPart: undefined });

describe('the indexes of a world', () => {
  it('have the bytes of their version: whatever changes them increases indexVersion', async () => {
    const db = new Database(await worldFile(defaultWorld), { readonly: true });
    const hashes = new Map<string, Hash>();
    const parts = db.prepare<[], [string, string, string, Buffer]>(
      'SELECT index_name, part, type, data FROM index_parts ORDER BY index_name, part',
    );
    for (const [index, part, type, data] of parts.raw().iterate()) {
      const hash = hashes.get(index) ?? createHash('sha256');
      hashes.set(index, hash.update(`${part} ${type} `).update(data));
    }
    const version = db.prepare("SELECT value FROM meta WHERE key = 'indexes'").pluck().get();
    db.close();
    const lines = [...hashes].map(([index, hash]) => `${index} ${hash.digest('hex').slice(0, 12)}`);
    expect([`version ${version}`, ...lines]).toMatchInlineSnapshot(`
      [
        "version 3",
        "brands 2cf1b67ee2fa",
        "clip basics 61ba18d92bdb",
        "clip contents 71523f22f1cb",
        "clip creators cc6e1133f580",
        "gram basics 1f86d7a7eb47",
        "gram contents 7c45230ba98a",
        "gram creators caf6ceb68278",
        "tube basics b188db86df4b",
        "tube contents cd920a829a71",
        "tube creators 6adf1379093c",
      ]
    `);
  });

  it('find the same as indexes that are made in memory', () => {
    const [stored, made] = [indexesOf(world), indexesOf(bare(world))];
    for (const platform of platformsByName) {
      for (const { name, sortable } of creatorSearchNames[platform]) {
        if (!sortable) continue;
        const search = { ...first, sortBy: name, desc: true };
        expect(atOnce(stored.creators(platform).find(search, moment))).toEqual(
          atOnce(made.creators(platform).find(search, moment)),
        );
      }
      expect(atOnce(stored.contents(platform).find(first, moment))).toEqual(
        atOnce(made.contents(platform).find(first, moment)),
      );
      expect(atOnce(stored.basics(platform).find(first, moment))).toEqual(
        atOnce(made.basics(platform).find(first, moment)),
      );
    }
    expect(atOnce(stored.brands().find(first, moment))).toEqual(atOnce(made.brands().find(first, moment)));
  });

  it('find the same in slices', async () => {
    const contents = indexesOf(world).contents('clip');
    const filters = [
      { name: 'description', type: 'string', anyOf: ['a'], contains: false },
      { name: 'plays', type: 'number', op: '>', value: 100 },
    ] as const;
    for (const { name, sortable } of clipContentNames.content) {
      if (!sortable) continue;
      const search = { ...first, filters, sortBy: name, offset: 30 };
      expect(await inSlices(contents.find(search, moment), { budgetMs: 0 })).toEqual(
        atOnce(contents.find(search, moment)),
      );
    }
  });

  it('give pages that continue one another, to the last', () => {
    const contents = indexesOf(world).contents('clip');
    const filters = [{ name: 'plays', type: 'number', op: '>', value: 100 }] as const;
    for (const { name, sortable } of clipContentNames.content) {
      if (!sortable) continue;
      const find = (offset: number, pageSize: number) =>
        atOnce(contents.find({ ...first, filters, sortBy: name, offset, pageSize }, moment));
      const { contents: all, totalResults } = find(0, 1_000_000);
      // More than are read in one block.
      expect(totalResults).toBeGreaterThan(1024);
      const pages = [];
      for (let offset = 0; offset < totalResults; offset += 300) pages.push(...find(offset, 300).contents);
      expect(pages, name).toEqual(all);
    }
  });

  it('hold the fixtures that are merged over it', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'creators'));
    const mine = { clip: { handle: 'only.here', displayName: '  first of all', followers: 5 } };
    writeFileSync(join(folder, 'creators', 'mine.json'), JSON.stringify(mine));
    const merged = openWorldWithFixtures(file, folder);
    const { ids, totalResults } = atOnce(indexesOf(merged).creators('clip').find(first, moment));
    expect(ids).toContain('only.here');
    expect(totalResults).toBe(world.info.counts.clip + 1);
    // two searches make the index of another platform together
    const twice = [1, 2].map(() =>
      inSlices(indexesOf(merged).creators('tube').find(first, moment), { budgetMs: 0 }),
    );
    const expected = atOnce(indexesOf(world).creators('tube').find(first, moment));
    expect(await Promise.all(twice)).toEqual([expected, expected]);
    merged.close();
  });

  it('are made in memory if the file has those of another version', async () => {
    const db = new Database(file, { readonly: true });
    const copy = new Database(db.serialize());
    db.close();
    copy.exec(`UPDATE meta SET value = '0' WHERE key = 'indexes'; DROP TABLE index_parts`);
    const old = openWorld(copy);
    expect(old.indexPart).toBeUndefined();
    expect(atOnce(indexesOf(old).creators('tube').find(first, moment))).toEqual(
      atOnce(indexesOf(world).creators('tube').find(first, moment)),
    );
    old.close();
  });
});
