import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld } from '../../seed/build.ts';
import { mergeFixtures, readFixtures } from '../../seed/fixtures/fixtures.ts';
import { rankerFor } from '../../seed/fixtures/ranks.ts';
import { dayMs } from '../../src/core/durations.ts';
import { UsageError } from '../../src/core/errors.ts';
import { round4 } from '../../src/core/statistics.ts';
import {
  type Account,
  Brand,
  ClipAccount,
  epochAt,
  GramAccount,
  TubeAccount,
} from '../../src/creators/world/account.ts';
import { followersOn } from '../../src/creators/world/timeline.ts';
import { openWorld, type World } from '../../src/creators/world/world.ts';
import { expectCoherent } from '../creators/world/coherence.ts';
import { expectValid } from '../creators/world/strict.ts';
import { newFolder } from '../new-folder.ts';

const folder = fileURLToPath(new URL('../../fixtures', import.meta.url));
const schemas = { clip: ClipAccount, gram: GramAccount, tube: TubeAccount };

/** A folder with these files, each given as a value or as text. */
function folderOf(files: Record<string, unknown>): string {
  const made = newFolder();
  for (const name of ['creators', 'brands']) mkdirSync(join(made, name));
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(made, name), typeof value === 'string' ? value : JSON.stringify(value));
  return made;
}

const accountsOf = (creator: object) =>
  readFixtures(folderOf({ 'creators/a.json': creator })).people[0]?.accounts ?? expect.fail();
const only = (clip: object) => accountsOf({ clip })[0];

describe('the fixtures of the package', () => {
  const { people, brands } = readFixtures(folder);
  const accounts = people.flatMap((person) => person.accounts);

  test('are complete accounts', () => {
    for (const account of accounts) expectValid(schemas[account.platform], account);
    for (const { brand } of brands) expectValid(Brand, brand);
  });

  test('are all in the README, with their channel ids, and the README names no others', () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    for (const account of accounts) {
      const shown = account.handle.length === 101 ? 'long.handle.long.handle.…' : account.handle;
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${shown}\``)) ?? '';
      expect(row, account.handle).toContain(account.platform);
      if (account.platform === 'tube') expect(row).toContain(`\`${account.channelId}\``);
    }
    const rows = readme.split('\n').filter((line) => /^\| `[^`]+` \| (clip|gram|tube)/.test(line));
    expect(rows).toHaveLength(new Set(accounts.map((account) => account.handle)).size);
    for (const { brand } of brands)
      if (brand.brandId !== '' && !brand.key.startsWith('sixty-'))
        expect(readme).toContain(`\`${brand.brandId}\``);
  });

  test('for edge cases have fewer than 1,000 followers', () => {
    const many = accounts.filter((account) => followersOn(account, 0) >= 1000);
    expect(new Set(many.map((account) => account.handle))).toEqual(new Set(['sample.creator']));
  });

  test('name only brands and neighbours that exist', () => {
    const keys = new Set(brands.map(({ brand }) => brand.key));
    for (const account of accounts) {
      for (const content of account.contents)
        if ('brands' in content) for (const key of content.brands) expect(keys).toContain(key);
      const neighbours = accounts
        .filter((other) => other.platform === account.platform)
        .map((other) => other.handle);
      for (const handle of account.related) expect(neighbours).toContain(handle);
    }
  });
});

describe('a field that is left out', () => {
  test('is derived, empty or zero', () => {
    expect(
      only({ handle: 'my.creator', followers: 12, contents: [{ publishedAt: '3d', text: 'Hi #a #b #a' }] }),
    ).toEqual({
      platform: 'clip',
      handle: 'my.creator',
      displayName: 'my.creator',
      bio: '',
      category: '',
      country: '',
      languages: ['eng'],
      niches: [],
      links: [],
      emails: [],
      isBusiness: false,
      isPrivate: false,
      isVerified: false,
      isStill: true,
      createdAt: epochAt - 500 * dayMs,
      updatedAt: epochAt - dayMs / 24,
      following: 0,
      followerWeeks: new Array(60).fill(12),
      audience: null,
      related: [],
      linked: { clip: 'my.creator', gram: '', tube: '' },
      seed: expect.any(Number),
      older: [],
      ranks: {},
      contents: [
        {
          kind: 'video',
          id: expect.stringMatching(/^7\d{18}$/),
          publishedAt: epochAt - 3 * dayMs,
          lengthSec: 15,
          text: 'Hi #a #b #a',
          hashtags: ['#a', '#b'],
          views: 0,
          likes: 0,
          comments: 0,
          shares: 0,
          commerceHashtags: [],
          audio: { id: expect.any(String), title: 'original sound', author: 'my.creator', album: '' },
          isAd: false,
          isDuetEnabled: true,
        },
      ],
    });
  });

  test('is empty or zero in contents of every kind, whose language is that of the account', () => {
    const contentsOf = (creator: object) => accountsOf(creator)[0]?.contents;
    const id = expect.stringMatching(/^[\w-]{11}$/);
    const figures = { text: '', hashtags: [], views: 0, likes: 0, comments: 0, brands: [] };
    const ages = { 0: { publishedAt: epochAt - dayMs }, 1: { publishedAt: epochAt - 3 * dayMs } };
    const gram = { ...figures, id, carousel: 0, contains: [], tagged: [], place: null, audio: null };
    expect(contentsOf({ gram: { handle: 'a', contents: [{}, { kind: 'reel' }] } })).toEqual([
      { ...gram, ...ages[0], kind: 'image', lengthSec: 0, filter: '', sticker: '' },
      { ...gram, ...ages[1], kind: 'reel', lengthSec: 15, filter: '', sticker: '' },
    ]);
    const tube = { ...figures, id, isStream: false, title: '', topic: '', isMemberOnly: false };
    const rest = { language: 'ita', category: '', subtitles: [], subtitleRepeat: 1 };
    const languages = ['ita', 'deu'];
    expect(contentsOf({ tube: { handle: 'a', languages, contents: [{}, { kind: 'short' }] } })).toEqual([
      { ...tube, ...rest, ...ages[0], kind: 'video', lengthSec: 300 },
      { ...tube, ...rest, ...ages[1], kind: 'short', lengthSec: 30 },
    ]);
  });

  test('weeks of followers are as many as the account is old, at most sixty', () => {
    const weeksAt = (createdAt: string) => only({ handle: 'a', followers: 3, createdAt })?.followerWeeks;
    expect(weeksAt('13d')).toEqual([3, 3]);
    expect(weeksAt('14d')).toEqual([3, 3, 3]);
    expect(weeksAt('5000d')).toHaveLength(60);
  });

  test('contents are sorted, and the account is older than the oldest', () => {
    const account = only({
      handle: 'a',
      contents: [{ publishedAt: '900d' }, { publishedAt: '5h' }, { publishedAt: '2d' }],
    });
    expect(account?.contents.map((content) => (epochAt - content.publishedAt) / dayMs)).toEqual([
      5 / 24,
      2,
      900,
    ]);
    expect(account?.createdAt).toBe(epochAt - 901 * dayMs);
    const figures = { kind: 'video', lengthSec: 1, views: 1, likes: 1, comments: 1, shares: 1 };
    const older = [10, 30].map((count) => ({ ...figures, count, everyMs: 20 * dayMs }));
    const contents = Array.from({ length: 28 }, () => ({ publishedAt: '1d' }));
    expect(only({ handle: 'a', older, contents })?.createdAt).toBe(epochAt - (1 + 30 * 20 + 1) * dayMs);
  });

  test('the accounts of a person are linked', () => {
    const [clip, tube] = accountsOf({ clip: { handle: 'one' }, tube: { handle: 'two' } });
    if (tube?.platform !== 'tube') expect.fail();
    expect(tube.channelId).toMatch(/^UC[a-zA-Z0-9_-]{22}$/);
    expect(clip?.linked).toEqual({ clip: 'one', gram: '', tube: tube.channelId });
    expect(tube.linked).toEqual(clip?.linked);
  });
});

test.each([
  ['clip', 101],
  ['gram', 30],
  ['tube', 100],
])('a handle on %s has at most %i characters', (platform, longest) => {
  const read = (length: number) => accountsOf({ [platform]: { handle: 'a'.repeat(length) } });
  expect(read(longest)[0]?.handle).toHaveLength(longest);
  expect(() => read(longest + 1)).toThrow(`handle: must NOT have more than ${longest} characters`);
});

test('a fixture is accepted up to its limits', () => {
  const audience = (...locations: number[]) => ({
    locations: locations.map((share) => ({ country: 'USA', share })),
    maleRatio: 0.5,
    ages: [1, 0, 0, 0, 0, 0, 0],
  });
  expect(only({ handle: 'a', audience: audience(0.5, 0.5) })?.audience?.locations).toHaveLength(2);
  expect(only({ handle: 'a', followers: 1e12 })?.followerWeeks[0]).toBe(1e12);
  expect(() => only({ handle: 'a', followers: 1e12 + 1 })).toThrow(
    'clip.followers: must be <= 1000000000000',
  );
  const emails = (count: number) => ({ handle: 'a', emails: new Array(count).fill('a@b.example') });
  expect(only(emails(10_000))?.emails).toHaveLength(10_000);
  expect(() => only(emails(10_001))).toThrow('clip.emails: must NOT have more than 10000 items');
});

test('a file of fixtures has 16 MB at most', () => {
  const read = (bytes: number) =>
    readFixtures(folderOf({ 'creators/a.json': '{"clip":{"handle":"a"}}'.padEnd(bytes) }));
  expect(read(16_000_000).people).toHaveLength(1);
  expect(() => read(16_000_001)).toThrow('a.json: it has more than 16 MB');
});

test('a fixture is ranked among the first thousand accounts of its platform', () => {
  const account = only({ handle: 'a', followers: 5 }) ?? expect.fail();
  let taken = 0;
  const world = {
    *accounts() {
      for (;;) yield { ...account, followerWeeks: [taken++ < 250 ? 4 : 6] };
    },
  };
  expect(rankerFor(world as unknown as World)(account)['totalFollowers']?.global).toBe(0.25);
  expect(taken).toBe(1000);
});

test('a content may be as old as its account', () => {
  const account = only({ handle: 'a', createdAt: '3d', contents: [{ publishedAt: '3d' }] });
  expect(account?.contents[0]?.publishedAt).toBe(account?.createdAt);
});

describe('an invalid fixture is refused with its file, the place and the reason', () => {
  const creator = (clip: object) => ({ 'creators/a.json': { clip } });
  const content = (one: object) => creator({ handle: 'a', contents: [{}, one] });
  const tube = (one: object) => ({ 'creators/a.json': { tube: { handle: 'a', ...one } } });
  const audience = { locations: [], maleRatio: 0.5, ages: [1, 0, 0, 0, 0, 0, 0] };
  const id = '7'.repeat(19);
  const usa = (share: number) => ({ country: 'USA', share });
  const figures = { count: 1, everyMs: 1, lengthSec: 1, views: 1, likes: 1, comments: 1, shares: 1 };
  const earlier = (kind: string) => ({ kind, ...figures });
  const twice = (folder: string, ...files: unknown[]) =>
    Object.fromEntries(files.map((file, n) => [`${folder}/${'ab'[n]}.json`, file]));

  test.each<[string, Record<string, unknown>, string]>([
    ['no JSON', { 'creators/a.json': '{ "clip": ' }, 'a.json: Unexpected end of JSON input'],
    ['an empty object', { 'creators/a.json': {} }, 'a.json: must NOT have fewer than 1 properties'],
    ['an unknown platform', { 'creators/a.json': { clop: {} } }, 'a.json: there is no field clop'],
    [
      'two unknown fields, by the first',
      creator({ handle: 'a', folowers: 3, folowing: 4 }),
      'a.json: clip: there is no field folowers',
    ],
    ['an empty file of brands', { 'brands/b.json': {} }, 'b.json: must NOT have fewer than 1 properties'],
    ['no handle', creator({ followers: 3 }), "a.json: clip: must have required property 'handle'"],
    ['a handle that no platform has', creator({ handle: '@a' }), 'a.json: clip.handle: must match pattern'],
    ['a word for living', creator({ handle: 'a', living: 'yes' }), 'a.json: clip.living: must be boolean'],
    ['the stored name of living', creator({ handle: 'a', isStill: true }), 'there is no field isStill'],
    ['a negative figure', content({ views: -1 }), 'a.json: clip.contents[1].views: must be >= 0'],
    [
      'a date',
      content({ publishedAt: '2026-01-01' }),
      'a.json: clip.contents[1].publishedAt: must match pattern',
    ],
    [
      'the future',
      content({ publishedAt: '0d' }),
      'clip.contents[1].publishedAt: a content must be older than today, 00:00 UTC',
    ],
    [
      'a kind of another platform',
      tube({ contents: [{ kind: 'reel' }] }),
      'tube.contents[0].kind: must be one of video, short',
    ],
    [
      'followers in two ways',
      creator({ handle: 'a', followers: 1, followerWeeks: [1] }),
      'clip.followers: give followers or followerWeeks, not both',
    ],
    [
      'an account of the future',
      creator({ handle: 'a', createdAt: '0d', contents: [] }),
      'clip.createdAt: an account must be older than today, 00:00 UTC',
    ],
    [
      'two contents with one id',
      creator({ handle: 'a', contents: [{ id }, { id }] }),
      `clip.contents: two contents have the id ${id}`,
    ],
    [
      'a content older than its account',
      creator({ handle: 'a', createdAt: '2d', contents: [{ publishedAt: '3d' }] }),
      'clip.createdAt: the content',
    ],
    [
      'more weeks than its age',
      creator({ handle: 'a', createdAt: '8d', followerWeeks: [1, 1, 1] }),
      'clip.followerWeeks: it has more weeks',
    ],
    [
      'earlier contents below a short list',
      creator({
        handle: 'a',
        older: [earlier('video')],
      }),
      'clip.older: an account with earlier contents must list at least 28',
    ],
    [
      'earlier contents of a kind of another platform',
      { 'creators/a.json': { gram: { handle: 'a', older: [earlier('image'), earlier('short')] } } },
      'gram.older[1].kind: must be one of image, reel',
    ],
    [
      'ages that do not sum to 1',
      creator({ handle: 'a', audience: { ...audience, ages: [0.5, 0, 0, 0, 0, 0, 0] } }),
      'clip.audience.ages: the seven shares must sum to 1',
    ],
    [
      'five decimals',
      creator({ handle: 'a', audience: { ...audience, maleRatio: 0.12345 } }),
      'clip.audience: ratios and shares have at most 4 decimals',
    ],
    [
      'places with more than the whole audience',
      creator({ handle: 'a', audience: { ...audience, locations: [usa(0.6), usa(0.5)] } }),
      'clip.audience.locations: the shares must not sum to more than 1',
    ],
    [
      'places in the wrong order',
      creator({ handle: 'a', audience: { ...audience, locations: [usa(0.3), usa(0.5)] } }),
      'clip.audience.locations: the largest share must come first',
    ],
    [
      'a reserved handle',
      creator({ handle: 'sandbox-error-500' }),
      'clip.handle: sandbox-error-500: names that begin with sandbox- are reserved',
    ],
    [
      'a reserved handle on gram',
      { 'creators/a.json': { gram: { handle: 'sandbox_slow_1' } } },
      'gram.handle: sandbox_slow_1',
    ],
    [
      'a reserved channel',
      tube({ channelId: 'UCsandbox-error-503-----' }),
      'tube.channelId: UCsandbox-error-503-----',
    ],
    ['a reserved video', tube({ contents: [{ id: 'sbx-err-503' }] }), 'tube.contents: sbx-err-503'],
    [
      'a reserved brand',
      { 'brands/b.json': { b: { name: 'B', brandId: 'sandbox-error-500' } } },
      'b.json: b.brandId: sandbox-error-500',
    ],
    [
      'a brand without a name',
      { 'brands/b.json': { b: {} } },
      "b.json: b: must have required property 'name'",
    ],
    [
      'the same handle twice',
      twice('creators', { clip: { handle: 'a' } }, { clip: { handle: 'a' } }),
      'b.json: the clip account a is in',
    ],
    [
      'the same tube handle in another case',
      twice(
        'creators',
        { tube: { handle: 'a' } },
        { tube: { handle: 'A', channelId: `UC${'0'.repeat(22)}` } },
      ),
      'b.json: the tube handle a is in',
    ],
    [
      'the same content twice',
      twice(
        'creators',
        ...['a', 'b'].map((handle) => ({ gram: { handle, contents: [{ id: 'Abcdefghijk' }] } })),
      ),
      'b.json: the gram content Abcdefghijk is in',
    ],
    [
      'the same brand twice',
      twice('brands', { one: { name: 'A' } }, { one: { name: 'B' } }),
      'b.json: the brand one is in',
    ],
    [
      'the same id of two brands',
      twice('brands', ...['one', 'two'].map((key) => ({ [key]: { name: 'A', brandId: 'a.example' } }))),
      'b.json: the brand id a.example is in',
    ],
  ])('%s', (_, files, message) => {
    expect(() => readFixtures(folderOf(files))).toThrow(UsageError);
    expect(() => readFixtures(folderOf(files))).toThrow(message);
  });

  test('a folder without fixtures', () => {
    expect(() => readFixtures(newFolder())).toThrow(
      'neither a folder creators, nor a folder brands, nor a file readings.json',
    );
    const folder = folderOf({ 'brands/b.json': { mine: { name: 'Mine' } } });
    rmSync(join(folder, 'creators'), { recursive: true });
    expect(readFixtures(folder)).toMatchObject({ people: [], brands: [{ brand: { key: 'mine' } }] });
  });
});

describe('fixtures merged into a world', () => {
  const file = join(newFolder(), 'world.sqlite');
  beforeAll(() => buildWorld(file, { seed: 1, size: 20 }));

  function merged(files: Record<string, unknown>): World {
    const db = new Database(readFileSync(file));
    mergeFixtures(db, readFixtures(folderOf(files)));
    return openWorld(db);
  }

  test('are found by their ids', () => {
    const world = merged({
      'creators/a.json': {
        clip: { handle: 'my.creator', followers: 7 },
        tube: { handle: 'My.Channel', contents: [{ id: 'myvideo0001', brands: ['mine'] }] },
      },
      'brands/b.json': { mine: { name: 'Mine', brandId: 'mine.example' } },
    });
    expect(world.clip('my.creator')?.followerWeeks[0]).toBe(7);
    const channel = world.tubeByHandle('my.channel') ?? expect.fail();
    expect(world.tube(channel.channelId)).toEqual(channel);
    expect(world.post('tube', 'myvideo0001')?.account).toEqual(channel);
    expect(world.clip('my.creator')?.linked.tube).toBe(channel.channelId);
    expect(world.brand('mine.example')?.name).toBe('Mine');
    expect(world.sponsored('mine')).toEqual([
      { platform: 'tube', id: channel.channelId, contentIds: ['myvideo0001'] },
    ]);
  });

  test('keep the fields of an account that they do not give', () => {
    const before = openWorld(file);
    const [known] = before.accounts('clip');
    const [channel] = before.accounts('tube');
    if (!known || !channel) expect.fail();
    const world = merged({
      'creators/a.json': { clip: { handle: known.handle, bio: 'Rewritten', followers: 5 } },
      'creators/b.json': {
        tube: { handle: channel.handle.toUpperCase(), contents: [{ title: 'The only one', views: 3 }] },
      },
    });
    const after = world.clip(known.handle) ?? expect.fail();
    expect(after).toEqual({ ...known, isStill: true, bio: 'Rewritten', followerWeeks: after.followerWeeks });
    expect(new Set(after.followerWeeks)).toEqual(new Set([5]));
    const changed = world.tube(channel.channelId) ?? expect.fail();
    const { contents, updatedAt } = changed;
    expect(contents.map(({ title, publishedAt }) => [title, publishedAt])).toEqual([
      ['The only one', epochAt - dayMs],
    ]);
    expect(updatedAt).toBe(Math.max(channel.updatedAt, epochAt - dayMs));
    expect(changed).toEqual({
      ...channel,
      ...{ handle: channel.handle.toUpperCase(), isStill: true, contents, updatedAt, older: [] },
      categories: channel.categories.slice(0, 1).map(({ category }) => ({ category, share: 1 })),
    });
    for (const account of [after, changed]) expectCoherent(account, (key) => world.brandByKey(key), 92);
    before.close();
  });

  test('join the person of an account that they name, or are a new one', () => {
    const before = openWorld(file);
    const known = [...before.people()];
    const person = known.find(({ gram, tube }) => gram === '' && tube === '') ?? expect.fail();
    before.close();
    const world = merged({
      'creators/a.json': { clip: { handle: person.clip }, tube: { handle: 'joins' } },
      'creators/b.json': { gram: { handle: 'is.new' } },
    });
    const joined = { ...person, tube: world.tubeByHandle('joins')?.channelId };
    const people = [...world.people()];
    expect(people).toHaveLength(known.length + 1);
    expect(people).toEqual(expect.arrayContaining([joined, { clip: '', gram: 'is.new', tube: '' }]));
  });

  test('are ranked by their figures among the accounts of the world', () => {
    const before = openWorld(file);
    const others = [...before.accounts('clip')];
    before.close();
    const given = { global: 0.5, country: 0.6, language: 0.7 };
    const { country, languages } = others.find((other) => other.country !== '') ?? expect.fail();
    const world = merged({
      'creators/a.json': { clip: { handle: 'one', followers: 9000, country, languages } },
      'creators/b.json': { clip: { handle: 'alone', country: 'ATA', languages: ['lat'] } },
      'creators/c.json': {
        clip: { handle: 'given', country: 'ATA', languages: ['lat'], ranks: { totalFollowers: given } },
      },
    });
    const rankAmong = (group: readonly Account[]) =>
      round4(group.filter((other) => followersOn(other, 0) < 9000).length / group.length);
    expect(world.clip('one')?.ranks['totalFollowers']).toEqual({
      global: rankAmong(others),
      country: rankAmong(others.filter((other) => other.country === country)),
      language: rankAmong(others.filter((other) => other.languages[0] === languages[0])),
    });
    expect(world.clip('alone')?.ranks['totalFollowers']).toEqual({ global: 0, country: 1, language: 1 });
    expect(world.clip('given')?.ranks).toEqual({ ...world.clip('alone')?.ranks, totalFollowers: given });
  });

  test('change a brand of the world, by its key', () => {
    const before = openWorld(file);
    const [brand] = before.brands();
    if (!brand) expect.fail();
    const world = merged({ 'brands/b.json': { [brand.key]: { name: 'Renamed' } } });
    expect(world.brandByKey(brand.key)).toEqual({ ...brand, name: 'Renamed' });
    before.close();
  });

  test('are refused if they name an unknown brand', () => {
    expect(() =>
      merged({ 'creators/a.json': { gram: { handle: 'a', contents: [{ brands: ['nobody'] }] } } }),
    ).toThrow('gram.contents[0].brands: there is no brand nobody');
  });
});
