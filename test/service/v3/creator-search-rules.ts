import type { TObject } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { creatorPage } from '../../../src/service/v3/search.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, noon, type TestApp } from '../../harness.ts';
import { newKey, refused, shortfall, success } from './common.ts';
import { creators } from './search-subjects.ts';
import { expectWalksToAgree } from './search-walk.ts';

export interface CreatorSearchRules {
  platform: 'clip' | 'gram' | 'tube';
  item: TObject;
  /** Items of all creators by name, as records have them. */
  items: { displayName: string; uniqueId: string }[];
  id: 'uniqueId' | 'channelId';
  followers: 'totalFollowers' | 'totalSubscribers';
  /** Every look-up that a creator may carry, with a part of it; its price for that part where nothing is missing. */
  blocks: Record<string, { fields: object; whole: number }>;
}

/** The names of the figures of recent contents of a kind. */
export const recent = (kinds: string) => [
  ...['avg', 'median', 'min', 'max'].flatMap((statistic) =>
    ['Views', 'Likes', 'Comments'].map((measure) => `${statistic}Recent${kinds}${measure}`),
  ),
  `avgRecent${kinds}EngagementRate`,
  ...['Views', 'Likes', 'Comments', 'EngagementRate'].map((measure) => `avgRecent${kinds}${measure}Growth`),
];

/** The names of a creator search, in their order, and those that it can sort by. */
export const creatorNames = (counts: readonly string[], own: readonly string[] = []) => ({
  names: [
    ...['displayName', 'uniqueId', 'country', 'mainLanguage', 'hashtags', 'niches', ...own],
    ...['mainAudienceLocation', 'mainAudienceAge', 'mainAudienceGender', 'audienceMaleRatio'],
    ...['audienceFemaleRatio', 'isAccountVerified', 'hasSponsors', ...counts],
  ],
  sortable: [
    ...['displayName', 'uniqueId', 'country', 'mainLanguage', 'mainAudienceLocation', 'mainAudienceAge'],
    ...['audienceMaleRatio', 'audienceFemaleRatio', ...counts],
  ],
});

type Creator = Record<string, unknown>;

/** Rules that the creator searches of all platforms share. */
export function describeCreatorSearch(sandbox: TestApp, rules: CreatorSearchRules): void {
  const { post, world, available } = sandbox;
  const { platform, item, items, id, followers, blocks } = rules;
  const operation = `${platform}/search` as const;
  const any = { filterName: followers, op: '>', value: -1 };
  const byName = items.toSorted((a, b) => (a.displayName < b.displayName ? -1 : 1));

  async function search(body: object, key = newKey(operation, 'plan=100000,fractional')) {
    const { status, body: reply } = await post(`/${operation}`, { pageSize: 100, offset: 0, ...body }, key);
    expect(status, JSON.stringify(reply)).toBe(200);
    expectValid(creatorPage(platform, item), reply['data']);
    return {
      ...(reply['data'] as { creatorList: Creator[]; totalResults: number; hasNextPage: boolean }),
      creditsUsed: reply['creditsUsed'] as number,
    };
  }
  const lookUp = (name: string, creator: Creator, fields: object | undefined) =>
    post(
      `/${platform}/${name}`,
      { [id]: creator[id], ...(fields && { fields }) },
      newKey('mixed', 'plan=100000,fractional'),
    );

  describe(`/${operation}`, () => {
    it('lists creators by display name when nothing else is said', async () => {
      const { body } = await post(
        `/${operation}`,
        { filters: [any], pageSize: 3, offset: 1 },
        newKey(operation),
      );
      expect(body).toEqual(
        success(
          {
            creatorList: byName.slice(1, 4),
            totalResults: items.length,
            hasNextPage: true,
            nextOffset: 4,
          },
          1,
          999,
        ),
      );
    });

    it('finds a display name in any case, and a part of it when asked', async () => {
      const [first] = byName as [(typeof byName)[number]];
      const named = { filterName: 'displayName', op: '=', value: first.displayName.toUpperCase() };
      const { creatorList } = await search({ filters: [named] });
      expect(creatorList).toContainEqual(first);

      const part = first.displayName.slice(1, 4).toUpperCase();
      const fuzzy = await search({ filters: [{ ...named, value: part, isFuzzySearch: true }] });
      expect(fuzzy.totalResults).toBe(
        items.filter(({ displayName }) => displayName.toLowerCase().includes(part.toLowerCase())).length,
      );
      expect((await search({ filters: [{ ...named, value: part }] })).totalResults).toBe(
        items.filter(({ displayName }) => displayName.toLowerCase() === part.toLowerCase()).length,
      );
    });

    it('finds a handle with and without a leading @', async () => {
      const [first] = byName as [(typeof byName)[number]];
      const bare = first.uniqueId.replace(/^@/, '');
      for (const value of [bare, `@${bare}`])
        expect(
          (await search({ filters: [{ filterName: 'uniqueId', op: 'in', value: [value] }] })).creatorList,
        ).toEqual([first]);
    });

    it('finds the last content as the profile shows it, in Unix milliseconds', async () => {
      const active = noon - 20 * 86_400_000;
      const { creatorList, totalResults } = await search({
        filters: [{ filterName: 'lastPublishTime', op: '>', value: active }],
        fields: { profile: ['lastPublishTime'] },
      });
      expect(totalResults).toBeGreaterThan(0);
      expect(totalResults).toBeLessThan(items.length);
      for (const { profile } of creatorList)
        expect((profile as { lastPublishTime: number }).lastPublishTime).toBeGreaterThan(active);
    });

    it('carries the named records of each creator, cut and priced like look-ups of their own', async () => {
      const fields = Object.fromEntries(Object.entries(blocks).map(([name, block]) => [name, block.fields]));
      const { creatorList, creditsUsed } = await search({ filters: [any], pageSize: 4, fields });

      let sum = 1;
      for (const creator of creatorList)
        for (const [name, block] of Object.entries(blocks)) {
          const { body } = await lookUp(name, creator, block.fields);
          expect(creator[name]).toEqual(body['data']);
          sum += body['creditsUsed'] as number;
        }
      expect(creatorList).toHaveLength(4);
      expect(creditsUsed).toBeCloseTo(sum, 9);
    });

    it('carries whole records at the price of the whole', async () => {
      for (const [name, { fields, whole }] of Object.entries(blocks)) {
        const empty = Array.isArray(fields) ? [] : {};
        const { creatorList, creditsUsed } = await search({
          filters: [any],
          pageSize: 2,
          fields: { [name]: empty },
        });
        expect(creditsUsed).toBe(1 + 2 * whole);
        for (const creator of creatorList)
          expect(creator[name]).toEqual((await lookUp(name, creator, undefined)).body['data']);
      }
    });

    it('carries nothing and costs no more without names', async () => {
      expect(await search({ filters: [any], fields: {} })).toEqual(await search({ filters: [any] }));
    });

    it('holds out for the price of a full page before it looks, and takes that of what it found', async () => {
      const [first] = byName as [(typeof byName)[number]];
      const body = {
        filters: [{ filterName: 'displayName', op: '=', value: first.displayName }],
        pageSize: 10,
        offset: 0,
        fields: { profile: ['country'] },
      };
      expect((await post(`/${operation}`, body, newKey(operation, 'plan=1.9,fractional'))).body).toEqual(
        refused('insufficientCredits', shortfall(2, 1.9)),
      );
      const key = newKey(operation, 'plan=2,fractional');
      expect((await post(`/${operation}`, body, key)).body).toMatchObject({ creditsUsed: 1.1 });
      expect(await available(key)).toBe(0.9);
    });

    it('refuses records that it does not know, by prefix or at all', async () => {
      const fields = { [`${platform}/profile`]: [], nothing: [], profile: ['nothing'] };
      const { status, body } = await post(
        `/${operation}`,
        { filters: [any], pageSize: 1, offset: 0, fields },
        newKey(operation),
      );
      expect(status).toBe(400);
      expect((body['details'] as { field: string }[]).map(({ field }) => field)).toEqual([
        `fields.${platform}/profile`,
        'fields.nothing',
        'fields.profile[0]',
      ]);
    });

    it.skipIf(isPublished)('finds on its pages exactly what looking at everything finds', () =>
      expectWalksToAgree(sandbox, operation, creators(world, platform, noon), { list: 'creatorList', id }),
    );
  });
}
