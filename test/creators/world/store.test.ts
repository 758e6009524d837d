import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildWorld, defaultWorld, ensureWorld, isCurrent } from '../../../seed/build.ts';
import { readFixtures } from '../../../seed/fixtures/fixtures.ts';
import { dayMs } from '../../../src/core/durations.ts';
import { platformsByName } from '../../../src/core/platforms.ts';
import { accountId } from '../../../src/creators/world/rows.ts';
import { schemaVersion } from '../../../src/creators/world/schema.ts';
import { openWorld } from '../../../src/creators/world/world.ts';
import { fixturesFolder } from '../../../src/system/package-root.ts';
import { newFolder } from '../../new-folder.ts';
import { changedWorld, worldFile, worldOf } from './worlds.ts';

const small = { seed: 1, size: 60 };
const world = await worldOf(small);

/** A copy of the small world, changed. */
const changed = (sql: string) => changedWorld(small, sql);

describe('a world of more accounts than a page', () => {
  it('lists each account once, and in one person', async () => {
    const large = await worldOf(defaultWorld);
    const listed = platformsByName.map((platform) =>
      [...large.accounts(platform as 'clip')].map((account) => accountId(account)),
    );
    expect(listed.map(({ length }) => length)).toEqual(
      platformsByName.map((platform) => large.info.counts[platform]),
    );
    const people = [...large.people()];
    expect(people).toHaveLength(large.info.counts.people);
    for (const [n, platform] of platformsByName.entries()) {
      expect(new Set(listed[n]).size).toBe(listed[n]?.length);
      expect(people.flatMap((person) => person[platform] || []).sort()).toEqual(listed[n]?.toSorted());
    }
  });
});

describe('building a world', () => {
  it('leaves nothing if it is aborted before or during the build', async () => {
    const folder = newFolder();
    const file = join(folder, 'world.sqlite');
    const before = AbortSignal.abort(new Error('given up'));
    await expect(buildWorld(file, { ...small, signal: before })).rejects.toThrow('given up');
    for (const stage of ['people', 'ranks', 'indexes'])
      for (const threads of [0, 1]) {
        const controller = new AbortController();
        const made = buildWorld(file, {
          ...small,
          threads,
          signal: controller.signal,
          onProgress: (progress) => {
            if (progress.stage === stage) controller.abort(new Error('given up'));
          },
        });
        await expect(made).rejects.toThrow('given up');
      }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the existing world if the build fails', async () => {
    const file = await changed('');
    const size = statSync(file).size;
    await expect(buildWorld(file, { ...small, signal: AbortSignal.abort() })).rejects.toThrow();
    expect(statSync(file).size).toBe(size);
  });

  it('may happen twice at the same time', async () => {
    const folder = newFolder();
    const options = { seed: 5, size: 30, cacheDir: folder };
    const [one, other] = await Promise.all([ensureWorld(options), ensureWorld(options)]);
    expect(one).toBe(other);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(openWorld(one).clip('slow')).toBeDefined();
  });

  it('removes the files of a killed process, but not those of a running one', async () => {
    const folder = newFolder();
    const [dead, alive] = ['.unfinished-dead.sqlite', '.unfinished-alive.sqlite'];
    for (const name of [dead, alive]) writeFileSync(join(folder, name), '');
    const twoDaysAgo = new Date(Date.now() - 2 * dayMs);
    utimesSync(join(folder, dead), twoDaysAgo, twoDaysAgo);
    await buildWorld(join(folder, 'world.sqlite'), { seed: 1, size: 10, threads: 0 });
    expect(readdirSync(folder).sort()).toEqual([alive, 'world.sqlite']);
  });

  it('reports its progress', async () => {
    const seen: string[] = [];
    await buildWorld(join(newFolder(), 'world.sqlite'), {
      ...small,
      onProgress: ({ stage, done, size }) => seen.push(`${stage} ${done}/${size}`),
    });
    expect(seen.at(0)).toBe('people 10/60');
    expect(seen.slice(-3)).toEqual(['people 60/60', 'ranks 60/60', 'indexes 60/60']);
  });
});

describe('the cache', () => {
  it('is read before a world is built', async () => {
    const options = { seed: 1, size: 10, cacheDir: newFolder() };
    const file = await ensureWorld(options);
    const madeAt = statSync(file).mtimeMs;
    expect(await ensureWorld(options)).toBe(file);
    expect(statSync(file).mtimeMs).toBe(madeAt);
  });

  it.each([
    ['a file that is no database', 'not a database'],
    ['an empty file', ''],
  ])('is rebuilt over %s', async (_, content) => {
    const options = { seed: 1, size: 10, cacheDir: newFolder() };
    const file = await ensureWorld(options);
    writeFileSync(file, content);
    expect(openWorld(await ensureWorld(options)).info.counts.people).toBeGreaterThan(10);
  });
});

describe('a world is current', () => {
  it('when this generator made it with this seed and size', async () => {
    const file = await worldFile(small);
    expect(isCurrent(file, small)).toBe(true);
    expect(isCurrent(file, { ...small, seed: 2 })).toBe(false);
    expect(isCurrent(file, { ...small, size: 61 })).toBe(false);
    expect(isCurrent(join(newFolder(), 'absent.sqlite'), small)).toBe(false);
  });

  it.each([
    ['an edited generator', `UPDATE meta SET value = 'other' WHERE key = 'sources'`],
    ['other tables', `UPDATE meta SET value = 'other' WHERE key = 'version'`],
    ['an interrupted build', `DELETE FROM meta WHERE key = 'hash'`],
  ])('not after %s', async (_, sql) => {
    expect(isCurrent(await changed(sql), small)).toBe(false);
  });
});

describe('an opened world', () => {
  it.each(platformsByName)('has as its example no person without %s', async (platform) => {
    const first = `SELECT person FROM accounts WHERE id = '${world.example[platform]}'`;
    const file = await changed(`DELETE FROM accounts WHERE platform = '${platform}' AND person = (${first})`);
    const { example, close } = openWorld(file);
    expect(Object.values(example)).not.toContain('');
    close();
  });

  it('holds every built-in fixture', () => {
    for (const { accounts } of readFixtures(fixturesFolder).people)
      for (const { platform, ranks: _, related, ...account } of accounts) {
        const found =
          platform === 'tube' ? world.tubeByHandle(account.handle) : world[platform](account.handle);
        expect(found).toMatchObject({ ...account, related });
        expect(Object.keys(found?.ranks ?? {}).length).toBeGreaterThan(1);
      }
  });

  it('is refused if its tables have another version', async () => {
    const file = await changed(`UPDATE meta SET value = '99' WHERE key = 'version'`);
    expect(() => openWorld(file)).toThrow(`this world has version 99, not ${schemaVersion}`);
    expect(() => openWorld(join(newFolder(), 'absent.sqlite'))).toThrow();
    expect(existsSync(file)).toBe(true);
  });
});

describe('accounts in memory', () => {
  it('keep their contents from the second look-up on, those used last, within their bytes', async () => {
    const large = await worldOf(defaultWorld);
    const contentsOf = (id: string) => large.clip(id)?.contents;
    const ids = [...large.accounts('clip')].map((account) => accountId(account));
    const [first = ''] = ids;
    const looked = [1, 2, 3].map(() => contentsOf(first));
    expect(looked[1]).not.toBe(looked[0]);
    expect(looked[2]).toBe(looked[1]);
    const kept = new Map(ids.map((id) => [id, [contentsOf(id), contentsOf(id)][1]]));
    const held = ids.toReversed().findIndex((id) => contentsOf(id) !== kept.get(id));
    expect(held).toMatchInlineSnapshot(`160`);
  });
});
