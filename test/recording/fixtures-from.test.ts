import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ExchangeFile } from '../../src/contract/exchange.ts';
import { createSandbox } from '../../src/library/index.ts';
import { commandIn } from '../cli/io.ts';
import { newFolder } from '../new-folder.ts';
import {
  bodyOf,
  contradictionsOf,
  creatorsIn,
  described,
  recordedInstant,
  recordedRun,
  unlikeRecordings,
} from './recorded-creators.ts';
import { realKey, secret } from './service.ts';

const run = await recordedRun(9, { seed: 5 });
const [first] = run.recordings.values();
const at = first ? recordedInstant(first) : Number.NaN;
const fixtures = join(run.folder, 'fixtures');
const creators = creatorsIn(fixtures);

/** Another world, on the day of the recording, with the recorded creators. */
const sandbox = await createSandbox({
  fixtures,
  ...{ seed: 8, size: 60, vocabulary: 'neutral', pace: 0 },
  clock: new Date(at).toISOString(),
});
afterAll(() => sandbox.close());

describe('fixtures of recordings', () => {
  it('answer every recorded look-up as it was recorded, in another world', async () => {
    const { unlike, compared } = await unlikeRecordings(sandbox.url, run.recordings.values());
    expect(unlike.slice(0, 20)).toEqual([]);
    expect(compared).toBeGreaterThan(100 * run.creators);
  });

  it('contradict neither themselves nor the searches, in both generations', async () => {
    for (const creator of creators) expect(await contradictionsOf(sandbox.url, creator)).toEqual([]);
  });

  it('are sound as a world', async () => {
    const line = ['world', 'verify', '--size', '60', '--seed', '8', '--fixtures', 'fixtures'];
    expect(await commandIn(run.folder, line)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/ is sound\.\n$/),
    });
  });

  it('are found by a search in plain words', async () => {
    for (const { platform, id } of creators.slice(0, 4)) {
      const query = platform === 'tube' ? { channelId: id } : { uniqueId: id };
      const { data } = await bodyOf(sandbox.url, { method: 'GET', path: `/${platform}/profile`, query });
      const [count, word] =
        platform === 'tube' ? [data.totalSubscribers, 'subscribers'] : [data.totalFollowers, 'followers'];
      expect(await described(sandbox.url, `${platform} creators with exactly ${count} ${word}`)).toContain(
        id,
      );
    }
  });

  it('hold neither the key nor the secret of the project', () => {
    const texts = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(fixtures, name), 'utf8'));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) for (const word of [realKey, secret]) expect(text).not.toContain(word);
  });
});

const dataOf = (reply: ExchangeFile['reply']) =>
  (reply?.body as Record<'data', { histories: { timestamp: number; totalContents: number }[] }> | undefined)
    ?.data ?? {
    histories: [],
  };

describe('on later days they', () => {
  it('publish and grow, and their past stays as it was recorded', async () => {
    const later = await createSandbox({
      fixtures,
      ...{ seed: 8, size: 60, vocabulary: 'neutral', pace: 0 },
      clock: new Date(at).toISOString(),
    });
    const histories = [...run.recordings.values()].filter(({ operation }) =>
      operation?.endsWith('/performance-history'),
    );
    expect(histories.length).toBeGreaterThan(0);
    // the first call decides the epoch
    await bodyOf(later.url, { method: 'GET', path: '/usage' });
    await later.advance('9d');
    let moved = 0;
    for (const { request, reply } of histories) {
      const query = { ...request.query, pastDayRange: '29' };
      const { data } = await bodyOf(later.url, { ...request, query });
      const before = dataOf(reply).histories;
      const past = new Map<number, object>(
        data.histories.map((day: { timestamp: number }) => [day.timestamp, day]),
      );
      for (const day of before) expect(past.get(day.timestamp)).toEqual(day);
      const [today, recorded] = [data.histories[0], before[0] ?? { timestamp: 0, totalContents: 0 }];
      expect(today.timestamp - recorded.timestamp).toBe(9 * 24 * 60 * 60_000);
      if (today.totalContents > recorded.totalContents) moved += 1;
    }
    expect(moved).toBeGreaterThan(0);
    for (const creator of creators.slice(0, 6))
      expect(await contradictionsOf(later.url, creator)).toEqual([]);
    await later.close();
  });
});

/** A recording of a look-up. */
const looked = (
  data: object,
  {
    recordedAt = '2026-03-02T10:00:00.000Z',
    query = { uniqueId: 'someone' },
    operation = 'clip/profile',
  } = {},
): ExchangeFile => ({
  title: 'a look-up',
  operation,
  recordedAt,
  request: { method: 'GET', path: `/${operation}`, query },
  elsewhere: 'a recording',
  reply: {
    status: 200,
    headers: {},
    body: { data, creditsUsed: 2, timestamp: Date.parse(recordedAt), success: true },
  },
});

/** Makes fixtures of these recordings. */
async function madeOf(
  files: Readonly<Record<string, object | string>>,
  folder = newFolder(),
  ...more: string[]
) {
  for (const [name, file] of Object.entries(files)) {
    mkdirSync(join(folder, 'recordings'), { recursive: true });
    writeFileSync(
      join(folder, 'recordings', `${name}.json`),
      typeof file === 'string' ? file : JSON.stringify(file),
    );
  }
  const line = ['fixtures', 'from', 'recordings', '--out', 'made', ...more];
  return { folder, ...(await commandIn(folder, line)) };
}

const filesOf = (folder: string) => readdirSync(join(folder, 'made', 'creators')).sort();

const madeFile = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, 'made', 'creators', `${name}.json`), 'utf8'));

describe('creator-sandbox fixtures from', () => {
  it('tells where recordings of one day contradict each other', async () => {
    const recordedAt = '2026-03-02T11:00:00.000Z';
    const { folder, code, err } = await madeOf({
      a: looked({ totalFollowers: 900 }),
      b: looked({ totalFollowers: 1_000 }, { recordedAt }),
    });
    expect([code, filesOf(folder)]).toEqual([0, ['clip-someone.json']]);
    expect(err).toContain(
      'Recordings of one day contradict each other, and the newest stands: clip someone: totalFollowers is 1000 in b.json, 900 in a.json.',
    );
  });

  it('invents the same around the same facts, in the language and the niche of the creator', async () => {
    const facts = {
      totalFollowers: 50_000,
      totalFollowing: 70,
      country: 'DEU',
      languages: ['deu'],
      niches: ['id_food_All'],
    };
    const [one, two] = [await madeOf({ a: looked(facts) }), await madeOf({ a: looked(facts) })];
    expect(madeFile(one.folder, 'clip-someone')).toEqual(madeFile(two.folder, 'clip-someone'));
    const { clip } = madeFile(one.folder, 'clip-someone');
    expect(clip.contents.length).toBeGreaterThan(20);
    // Texts that the sandbox writes as they were recorded need no correction.
    expect(clip).not.toHaveProperty('recorded');
    expect(clip.contents.map(({ text }: { text: string }) => text).join(' ')).toMatch(
      / (?:und|der|die|das|mit) /,
    );
    expect(clip).toMatchObject({
      languages: ['deu'],
      niches: ['id_food_All'],
      audience: { ages: expect.any(Array) },
    });
  });

  it('writes into no folder that holds files, unless it is told to', async () => {
    const { folder } = await madeOf({ a: looked({ totalFollowers: 7 }) });
    const again = await madeOf({}, folder);
    expect(again).toMatchObject({
      code: 2,
      err: 'creator-sandbox: made exists and holds files: name another folder, or add --force to replace those of the same names.\n',
    });
    writeFileSync(join(folder, 'made', 'creators', 'mine.json'), '{"clip":{"handle":"mine"}}');
    const forced = await madeOf({ a: looked({ totalFollowers: 8 }) }, folder, '--force');
    expect(forced.err).toContain('creator-sandbox: 1 file in made replaced.\n');
    expect(madeFile(folder, 'clip-someone').clip.followerWeeks[0]).toBe(8);
    expect(madeFile(folder, 'mine')).toEqual({ clip: { handle: 'mine' } });
  });

  it.each([
    [
      'a folder without creators',
      { a: looked({}, { operation: 'usage', query: {} as never }) },
      /has no look-up of a creator/,
    ],
    ['a file that is no JSON', { a: '{' }, /a\.json cannot be read/],
    ['a file of another form', { a: '{"title": 1}' }, /a\.json/],
    [
      'a file that is nested deep',
      { a: `${'['.repeat(5_000)}${']'.repeat(5_000)}` },
      /a\.json .*nested deeper/,
    ],
    ['a file that is too large', { a: ' '.repeat(33_000_000) }, /a\.json/],
  ])('refuses %s', async (_what, files, reason) => {
    const { code, err } = await madeOf(files);
    expect(err).toMatch(reason);
    expect(code).toBe(2);
  });

  it('trusts nothing in the files of a stranger', async () => {
    const hostile = {
      displayName: ['not', 'a', 'text'],
      totalFollowers: -5,
      bio: '__proto__',
      country: 'Nowhere',
      languages: ['../../etc'],
      niches: ['id_food_All', 'id_unheard-of_All'],
      lastPublishTime: 'yesterday',
      subscriberGrowth: { g7: -1, g30: Number.MAX_VALUE, g90: null },
      hashtags: { __proto__: 1 },
      relatedCreators: ['nobody.knows'],
    };
    const contents = {
      recentVideos: [
        { contentId: '../../../x', publishTime: 1 },
        { contentId: '7000000000000000001', publishTime: 9e15, views: 1 },
        {
          contentId: '7000000000000000002',
          publishTime: 1_772_000_000_000,
          views: 1e15,
          likes: 'many',
          hashtags: ['no tag'],
        },
      ],
    };
    const { folder, code, err } = await madeOf({
      a: looked(hostile),
      b: looked(contents, { operation: 'clip/content-detail' }),
      c: looked({ totalFollowers: 1 }, { query: { uniqueId: '../../outside' } }),
      d: looked({ totalFollowers: 1 }, { query: { uniqueId: 'sandbox-error-503' } }),
      e: {
        ...looked({ totalFollowers: 3 }, { query: { uniqueId: 'admin' } }),
        request: {
          ...{ method: 'POST', path: '/__admin/reset', headers: { host: 'elsewhere.example' } },
          body: { uniqueId: 'admin' },
        },
      },
    });
    expect(code, err).toBe(0);
    expect(err).toContain('Left out: clip ../../outside has a name that no creator of a world can have.');
    expect(err).toContain('Left out: clip sandbox-error-503 has a name');
    expect(filesOf(folder)).toEqual(['clip-admin.json', 'clip-someone.json']);
    expect(readdirSync(folder).sort()).toEqual(['made', 'recordings']);
    const start = await createSandbox({ fixtures: join(folder, 'made'), size: 60, vocabulary: 'neutral' });
    const query = { uniqueId: 'someone' };
    const { data } = await bodyOf(start.url, { method: 'GET', path: '/clip/profile', query });
    expect(data).toMatchObject({ uniqueId: 'someone', bio: '__proto__' });
    await start.close();
  });
});
