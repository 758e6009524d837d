import { describe, expect, it } from 'vitest';
import { nicheSlug } from '../../src/core/niche-id.ts';
import { platformsByName } from '../../src/core/platforms.ts';
import type { FoundCreator } from '../../src/creators/search/find-creators.ts';
import type { Account } from '../../src/creators/world/account.ts';
import { edgeCasesOf, edgeCaseWords } from '../../src/creators/world/edge-cases.ts';
import { accountId } from '../../src/creators/world/rows.ts';
import { followersOn } from '../../src/creators/world/timeline.ts';
import { testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const admin = adminOf(app);
const find = async (query: string): Promise<FoundCreator[]> =>
  (await admin('GET', `/world/creators?${query}`)).body['creators'] as FoundCreator[];

const all: Account[] = platformsByName.flatMap((platform) => [...app.world.accounts(platform)]);
const handles = (accounts: readonly Account[]) =>
  accounts.map(({ platform, handle }) => `${platform} ${handle}`).sort();
const found = async (query: string) =>
  (await find(`${query}&limit=1000`)).map(({ platform, handle }) => `${platform} ${handle}`).sort();

describe('creators of the world', () => {
  it('are found however many have more followers', async () => {
    const { world, ...large } = await testApp({ size: 1200 });
    const ranked = [...world.accounts('clip')].sort((a, b) => followersOn(b, 0) - followersOn(a, 0));
    expect(ranked.length).toBeGreaterThan(500);
    // Names are compared a hundred creators at a time.
    for (const rank of [0, 99, 100, 101, 250, ranked.length - 1]) {
      const handle = ranked[rank]?.handle ?? '';
      const { body } = await adminOf(large)('GET', `/world/creators?platform=clip&name=${handle}&limit=9`);
      const handles = (body['creators'] as FoundCreator[]).map((creator) => creator.handle);
      expect(handles, `rank ${rank}`).toContain(handle);
    }
  });

  it('have the neutral words in every vocabulary', async () => {
    const [sample] = await find('platform=tube&niche=home-cooking&country=GBR&minFollowers=200000');
    expect(sample).toEqual({
      platform: 'tube',
      handle: 'sample.creator',
      id: 'UCsample-creator00000000',
      displayName: 'Sample Creator',
      bio: 'Long recipes for short evenings.',
      followers: 231900,
      following: 0,
      country: 'GBR',
      language: 'eng',
      niches: ['id_food_HowtoStyle', 'id_homecooking_HowtoStyle'],
      edge: ['members-only', 'several-sponsors'],
    });
  });

  it.each<[string, (account: Account) => boolean]>([
    ['', () => true],
    ['platform=gram', ({ platform }) => platform === 'gram'],
    ['name=sample', ({ handle }) => handle.includes('sample')],
    ['name=ucSAMPLE', (account) => accountId(account).startsWith('UCsample')],
    ['name=SAMPLE%20c', ({ displayName }) => displayName.includes('Sample C')],
    ['niche=Food', ({ niches }) => niches.some((id) => nicheSlug(id) === 'food')],
    ['niche=id_food_All', ({ niches }) => niches.includes('id_food_All')],
    ['niche=home%20cooking', ({ niches }) => niches.some((id) => nicheSlug(id) === 'homecooking')],
    ['country=usa', ({ country }) => country === 'USA'],
    ['country=%20United%20States%20', ({ country }) => country === 'USA'],
    ['country=italy', ({ country }) => country === 'ITA'],
    ['country=de', ({ country }) => country === 'DEU'],
    ['language=spa', ({ languages }) => languages[0] === 'spa'],
    ['language=SPA', ({ languages }) => languages[0] === 'spa'],
    ['minFollowers=10000', (account) => followersOn(account, 0) >= 10_000],
    ['maxFollowers=500', (account) => followersOn(account, 0) <= 500],
    ['minFollowers=10k', (account) => followersOn(account, 0) >= 10_000],
    ['minFollowers=%201,000%20', (account) => followersOn(account, 0) >= 1_000],
    ['minFollowers=0.5m', (account) => followersOn(account, 0) >= 500_000],
    ['maxFollowers=1.5K', (account) => followersOn(account, 0) <= 1_500],
    [
      'platform=clip&country=ITA&minFollowers=100&edge=true',
      (account) =>
        account.platform === 'clip' &&
        account.country === 'ITA' &&
        followersOn(account, 0) >= 100 &&
        edgeCasesOf(account).length > 0,
    ],
    ['edge=true', (account) => edgeCasesOf(account).length > 0],
  ])('are those that meet all terms: %s', async (query, holds) => {
    const wanted = handles(all.filter(holds));
    expect(wanted.length).toBeGreaterThan(0);
    expect(await found(query)).toEqual(wanted);
  });

  it.each(edgeCaseWords)('include each edge case: %s', async (word) => {
    const wanted = handles(all.filter((account) => edgeCasesOf(account).includes(word)));
    expect(wanted.length).toBeGreaterThan(0);
    expect(await found(`edge=${word}`)).toEqual(wanted);
  });

  it('come with the largest first, twenty if no limit says otherwise', async () => {
    const twenty = await find('');
    const followers = twenty.map((creator) => creator.followers);
    expect(followers).toEqual(followers.toSorted((a, b) => b - a));
    expect(twenty).toHaveLength(20);
    expect(await find('limit=3')).toEqual(twenty.slice(0, 3));
  });

  it.each([
    ['platform=tiktok', 422, "'platform' cannot be 'tiktok': it takes one of clip, gram, tube."],
    ['niche=yogga', 422, "This world has no niche 'yogga'; the nearest valid one is yoga."],
    ['niche=YOGGA', 422, "This world has no niche 'YOGGA'; the nearest valid one is yoga."],
    [
      'niche=Home%20Coking',
      422,
      "This world has no niche 'Home Coking'; the nearest valid one is homecooking.",
    ],
    [
      'country=Itally',
      422,
      "'country' cannot be 'Itally': it takes a name, or two or three letters; the nearest valid one is italy.",
    ],
    [
      `country=${'x'.repeat(61)}`,
      422,
      `'country' cannot be '${'x'.repeat(60)}': it takes a name, or two or three letters.`,
    ],
    ['language=italian', 422, "'language' cannot be 'italian': it takes three letters."],
    [`niche=${'x'.repeat(61)}`, 422, expect.stringContaining(`no niche '${'x'.repeat(60)}'`)],
    [
      'minFollowers=many',
      422,
      "'minFollowers' cannot be 'many': it takes a number, such as 10000, 10k or 1.5M.",
    ],
    ['limit=0', 422, "'limit' cannot be '0': it takes a number from 1 to 1000."],
    [
      'edge=privat',
      422,
      expect.stringMatching(/^'edge' cannot be 'privat'.*nearest valid one is private\.$/),
    ],
    ['coutry=ITA', 400, expect.stringMatching(/coutry.*country/)],
    ['country=ITA&country=USA', 400, expect.any(String)],
  ])('are refused for %s', async (query, status, detail) => {
    const { status: refused, body } = await admin('GET', `/world/creators?${query}`);
    expect([refused, body]).toEqual([status, problem(status, detail)]);
  });

  it('can be asked for by their ids', async () => {
    for (const { platform, id, displayName } of await find('limit=5')) {
      const name = platform === 'tube' ? 'channelId' : 'uniqueId';
      const reply = await app.get(`/${platform}/profile?${name}=${id}`, 'demo-full');
      expect(reply.body['data']).toMatchObject({ displayName });
    }
  });
});
