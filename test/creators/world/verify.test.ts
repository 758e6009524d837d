import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { epochAt } from '../../../src/creators/world/account.ts';
import { summaryOfWorld } from '../../../src/creators/world/summary.ts';
import { verifyWorld } from '../../../src/creators/world/verify.ts';
import { newFolder } from '../../new-folder.ts';
import { changedWorld, worldFile, worldOf } from './worlds.ts';

const small = { seed: 1, size: 60 };

/** A copy of the small world, changed. */
const changed = (sql: string) => changedWorld(small, sql);

const edit = (path: string, value: string): string =>
  `UPDATE accounts SET truth = json_set(truth, '$.${path}', ${value}) WHERE platform = 'clip' AND id = 'slow'`;

const audience = (...shares: number[]): string =>
  `json('${JSON.stringify({ maleRatio: 0.5, ages: [1, 0, 0, 0, 0, 0, 0], locations: shares.map((share) => ({ country: 'USA', share })) })}')`;

const ofSlow = `AND account = (SELECT number FROM accounts WHERE platform = 'clip' AND handle = 'slow')`;

describe('verifying a world', () => {
  it.each([1, 2, 3])('finds no problem with seed %d', async (seed) => {
    expect(await verifyWorld(await worldFile({ seed, size: 60 }))).toEqual([]);
  });

  it.each<[string, string, string[]]>([
    ['a figure out of its schema', edit('following', '-1'), ['clip slow: /following must be >= 0']],
    [
      'a link to nobody',
      edit('linked.gram', `'no.body'`),
      [
        'clip slow: is linked to gram no.body, which does not exist',
        'gram slow: is not linked back by clip slow',
      ],
    ],
    [
      'a link to itself under another name',
      edit('linked.clip', `'sample.creator'`),
      ['clip slow: is linked as sample.creator'],
    ],
    ['no link to itself', edit('linked.clip', `''`), ['clip slow: is linked as nobody']],
    [
      'a link that is not returned',
      edit('linked.gram', `'sample.creator'`),
      ['clip slow: is not linked back by gram sample.creator', 'gram slow: is not linked back by clip slow'],
    ],
    [
      'an index without its niche',
      edit('niches', `json('[]')`),
      ['clip slow: is in the index of a niche or topic that it does not have'],
    ],
    [
      'a brand that is gone',
      `DELETE FROM brands WHERE key = 'slow'`,
      [
        'gram slow: content 2yj3Ih26fX9 names the brand slow, which does not exist',
        'gram slow: content ouNr0_zLLHp names the brand slow, which does not exist',
        'slow: is in the index of sponsors, but there is no such brand',
        'tube UCslow000000000000000000: content slowvideo02 names the brand slow, which does not exist',
        'tube UCslow000000000000000000: content slowvideo04 names the brand slow, which does not exist',
      ],
    ],
    [
      'an index without a sponsor',
      `DELETE FROM sponsorships WHERE brand = 'slow'`,
      [
        'gram slow: has a sponsored content that is missing in the index of sponsors',
        'tube UCslow000000000000000000: has a sponsored content that is missing in the index of sponsors',
      ],
    ],
    [
      'a content of tomorrow',
      `UPDATE clip_contents SET published_at = published_at + 86400000000 WHERE n = 0 ${ofSlow}`,
      ['clip slow: content 7062788755526057426 is younger than today'],
    ],
    [
      'a content of the first moment of today',
      `UPDATE clip_contents SET published_at = ${epochAt} WHERE n = 0 ${ofSlow}`,
      ['clip slow: content 7062788755526057426 is younger than today'],
    ],
    [
      'a content of the last moment of yesterday',
      `UPDATE clip_contents SET published_at = ${epochAt - 1} WHERE n = 0 ${ofSlow}`,
      [],
    ],
    [
      'a content of the moment in which its account began',
      edit('createdAt', `(SELECT min(published_at) FROM clip_contents WHERE account = accounts.number)`),
      [],
    ],
    [
      'a content of the moment before its account began',
      edit('createdAt', `1 + (SELECT min(published_at) FROM clip_contents WHERE account = accounts.number)`),
      ['clip slow: content 7402185146964544828 is older than the account'],
    ],
    [
      'a list in the wrong order',
      `UPDATE clip_contents SET published_at = published_at - 86400000000 WHERE n = 0 ${ofSlow}`,
      [
        'clip slow: content 7035729825147025940 is out of order',
        'clip slow: content 7062788755526057426 is older than the account',
      ],
    ],
    [
      'a reserved name',
      `UPDATE accounts SET truth = json_set(truth, '$.handle', 'sandbox-slow') WHERE platform = 'tube' AND handle = 'slow'`,
      ['tube UCslow000000000000000000: the name is reserved'],
    ],
    [
      'a niche of another platform',
      `UPDATE niche_accounts SET id = 'id_food_HowtoStyle' WHERE id = 'id_food_All' AND account =
        (SELECT number FROM accounts WHERE platform = 'clip' AND handle = 'sample.friend')`,
      [
        'clip sample.friend: has a niche of another platform',
        'clip sample.friend: has niches or topics that are missing in their index',
        'clip sample.friend: is in the index of a niche or topic that it does not have',
      ],
    ],
    [
      'an account that is related to itself',
      `UPDATE standings SET related = '["slow"]' WHERE account =
        (SELECT number FROM accounts WHERE platform = 'clip' AND id = 'slow')`,
      ['clip slow: is related to itself'],
    ],
    [
      'audiences that do not add up',
      `${edit('audience', `json('{"maleRatio":0.5,"ages":[0.5,0,0,0,0,0,0],"locations":[]}')`)};
       ${edit('audience', audience(0.6, 0.5)).replace('slow', 'sample.creator')};
       ${edit('audience', audience(0.3, 0.5)).replace('slow', 'sample.friend')}`,
      [
        'clip sample.creator: the locations of the audience sum to more than 1',
        'clip sample.friend: the locations of the audience do not descend',
        'clip slow: the ages of the audience do not sum to 1',
      ],
    ],
    ['an audience in one place', edit('audience', audience(0.5, 0.5)), []],
    [
      'earlier contents below a short list',
      edit(
        'older',
        `json('[{"kind":"video","count":1,"everyMs":1,"lengthSec":1,"views":1,"likes":1,"comments":1,"shares":1}]')`,
      ),
      ['clip slow: has earlier contents but lists fewer than 28'],
    ],
    [
      'an id of two contents',
      `UPDATE clip_contents SET id = (SELECT id FROM clip_contents WHERE n = 0 ${ofSlow}) WHERE n = 1 ${ofSlow}`,
      ['clip content 7062788755526057426: is the id of several contents'],
    ],
    [
      'a sponsor of a content that does not name it',
      `INSERT INTO sponsorships SELECT 'lanternfish-tea', number, 1 FROM accounts WHERE platform = 'gram' AND handle = 'slow'`,
      ['gram slow: is in the index of sponsors for a content that does not name the sponsor'],
    ],
    [
      'a niche that is not listed',
      `UPDATE niches SET id = 'id_meals_All' WHERE id = 'id_food_All'`,
      ['niches', 'topics'].map(
        (list) => `${list} id_food_All: is a niche or topic of accounts, but not in its list`,
      ),
    ],
    [
      'a reserved brand',
      `UPDATE brands SET truth = json_set(truth, '$.brandId', 'sandbox-slow') WHERE key = 'lanternfish-tea'`,
      ['brand lanternfish-tea: the name is reserved'],
    ],
    [
      'a related account that is gone',
      `UPDATE standings SET related = '["no.body"]' WHERE account = 1`,
      ['clip kyle.lens.official: is related to no.body, which does not exist'],
    ],
  ])('finds %s', async (_, sql, found) => {
    const problems = await verifyWorld(await changed(sql));
    expect(problems[0]).toMatch(/^the content has the hash [0-9a-f]{64}, but the world states [0-9a-f]{64}$/);
    expect(problems.slice(1).sort()).toEqual(found);
  });

  it('lists fifty problems, and counts the others', async () => {
    const every = `UPDATE accounts SET truth = json_set(truth, '$.following', -1)`;
    const problems = await verifyWorld(await changed(every));
    expect(problems).toHaveLength(51);
    expect(problems.slice(1, 50).every((each) => each.endsWith('/following must be >= 0'))).toBe(true);
    const { clip, gram, tube } = (await worldOf(small)).info.counts;
    // the hash is the first of them
    expect(problems.at(-1)).toBe(`and ${1 + clip + gram + tube - 50} more`);
  });

  it('reports a file that is not a world, or damaged', async () => {
    const file = join(newFolder(), 'world.sqlite');
    expect((await verifyWorld(file))[0]).toContain('cannot be read as a world');
    writeFileSync(file, 'x'.repeat(5000));
    expect((await verifyWorld(file))[0]).toContain('cannot be read as a world');
    const damaged = await changed('');
    writeFileSync(damaged, readFileSync(damaged).fill(7, 200_000, 204_096));
    for (const problem of await verifyWorld(damaged)) expect(problem).toMatch(/^the file is damaged: /);
  });

  it('stops on its signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(verifyWorld(await worldFile(small), signal)).rejects.toThrow('enough');
  });
});

describe('the summary of a world', () => {
  it('counts what the world holds, and nothing where there is none', async () => {
    const file = await worldFile(small);
    const summary = summaryOfWorld(file);
    const { hash, bytes } = summary;
    expect([hash, bytes]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), statSync(file).size]);
    await expect(
      `${JSON.stringify({ ...summary, file: '', hash: '', bytes: 0 }, null, 2)}\n`,
    ).toMatchFileSnapshot('summary.json');
    const bare = await changed(`DELETE FROM tube_contents; DELETE FROM accounts WHERE platform = 'tube'`);
    expect(summaryOfWorld(bare).platforms[2]).toEqual({
      platform: 'tube',
      accounts: 0,
      verified: 0,
      contents: 0,
      medianFollowers: 0,
      mostFollowers: 0,
    });
  });
});
