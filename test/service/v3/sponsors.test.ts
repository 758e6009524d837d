import type { TSchema } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { SponsorAudience } from '../../../src/creators/records/sponsor-audience.ts';
import {
  SponsorInformation,
  SponsorListItem,
  sponsorListItem,
  sponsorReach,
} from '../../../src/creators/records/sponsor-brand.ts';
import { SponsorCreators } from '../../../src/creators/records/sponsor-creators.ts';
import { SponsorPerformance } from '../../../src/creators/records/sponsor-performance.ts';
import { SponsorSummary } from '../../../src/creators/records/sponsor-summary.ts';
import { sponsorships } from '../../../src/service/v3/sponsor/brand.ts';
import { sponsorPage } from '../../../src/service/v3/sponsor/list.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, testApp } from '../../harness.ts';
import { newKey, refused, success } from './common.ts';

/** The look-ups and lists of brands. The golden exchanges have whole records. */

const { get, world } = await testApp({ size: 100 });

/** A brand of the fixtures that sponsors on both platforms. */
const brandId = 'lanternfish-tea.example';

type Data = Record<string, unknown>;
const dataOf = async (path: string) => (await get(path, 'demo-unlimited')).body['data'] as Data;

it.skipIf(isPublished).each<[string, TSchema, string]>([
  ['information', SponsorInformation, ''],
  ['audience', SponsorAudience, ''],
  ['summary', SponsorSummary, ''],
  ['creators', SponsorCreators, '&platform=tube'],
  ['creators', SponsorCreators, '&platform=gram'],
  ['performance', SponsorPerformance, '&platform=tube'],
  ['performance', SponsorPerformance, '&platform=gram'],
])('/sponsor/%s has a valid record of every brand', async (operation, record, rest) => {
  for (const brand of world.brands()) {
    if (brand.brandId === '') continue;
    const path = `/sponsor/${operation}?brandId=${brand.brandId}${rest}`;
    const { status, body } = await get(path, 'demo-unlimited');
    expect([brand.brandId, status]).toEqual([brand.brandId, 200]);
    expectValid(record, body['data']);
  }
});

it.each(['-', '...', 'LANTERNFISH-TEA.example', 'x'.repeat(3000)])(
  'a brand may look odd (contract 7.2(3)): %s',
  async (id) => {
    const reply = await get(`/sponsor/summary?brandId=${id}`, 'demo-full');
    expect(reply).toMatchObject({ status: 404, body: refused('notFound') });
  },
);

describe('/sponsor/audience', () => {
  it('answers one platform alone, with null where the brand sponsors nobody with a known audience', async () => {
    const { tube, gram } = await dataOf(`/sponsor/audience?brandId=${brandId}`);
    expect((tube as { audienceLocations: object[] }).audienceLocations).toHaveLength(5);
    expect(gram).toBeNull();
    expect(await dataOf(`/sponsor/audience?brandId=${brandId}&platform=tube`)).toEqual({ tube });
    expect(await dataOf(`/sponsor/audience?brandId=${brandId}&platform=gram`)).toEqual({ gram });
  });
});

describe('/sponsor/performance', () => {
  it('has null where contents are too young, and estimates no cost on gram', async () => {
    const performance = async (brand: string, platform: string) =>
      (await dataOf(`/sponsor/performance?brandId=${brand}&platform=${platform}`))[
        'sponsoredCreators'
      ] as SponsorPerformance['sponsoredCreators'];
    const several = (await performance('driftleaf.example', 'tube')).find(
      ({ creatorId }) => creatorId === 'UCseveral-brands00000000',
    );
    expect(several).toMatchObject({
      creatorSpecificSponsoredStats: { avgViews: 600, avgLikes: 52, avgComments: 4, sponsoredCount: 2 },
      content: [
        { contentId: 'sevbrands01', views7d: null, views30d: null, views90d: null, viewsLifetime: 700 },
        { contentId: 'sevbrands02', views90d: null, viewsLifetime: 500 },
      ],
    });
    const onGram = await performance(brandId, 'gram');
    expect(onGram.length).toBeGreaterThan(0);
    for (const { estimatedCreatorCPM, content } of onGram)
      expect([estimatedCreatorCPM, ...content.map((each) => each.estimatedContentCPM)]).toEqual(
        [null, ...content].map(() => null),
      );
  });
});

/** The figure of an item by which a page is sorted. */
const number = (name: string) => (item: Data) => Number(item[name]);
const own = (name: string) => (item: Data) => Number((item['creatorSpecificSponsoredStats'] as Data)[name]);

describe.each<[string, string, Record<string, (item: Data) => number>]>([
  [
    'creators',
    'creators',
    {
      lastSponsoredDate: number('lastSponsoredDate'),
      followers: number('followers'),
      avgRecentSponsoredEngagementRate: number('avgRecentSponsoredEngagementRate'),
      sponsoredCount: number('sponsoredCount'),
    },
  ],
  [
    'performance',
    'sponsoredCreators',
    {
      publishTime: own('latestSponsoredContentDate'),
      views: own('avgViews'),
      likes: own('avgLikes'),
      engagementRate: own('avgEngagementRate'),
    },
  ],
])('the pages of /sponsor/%s', (operation, list, sortable) => {
  const page = (more: string) => dataOf(`/sponsor/${operation}?brandId=${brandId}&platform=tube${more}`);
  const items = async (more: string) => (await page(more))[list] as Data[];
  const idOf = (item: Data) => String(item['creatorId']);

  it('have 50 elements, latest first, if nothing else is asked, join to the whole list and end', async () => {
    const all = await items('');
    expect(all.length).toBeGreaterThan(1);
    expect(all).toEqual(await items(`&sortBy=${Object.keys(sortable)[0]}&desc=true`));
    const joined = [];
    for (let offset = 0; offset < all.length; offset++)
      joined.push(...(await items(`&pageSize=1&offset=${offset}`)));
    expect(joined).toEqual(all);
    const frame = { totalResults: all.length, pageSize: 50 };
    expect(await page('')).toMatchObject({ ...frame, offset: 0 });
    expect(await page(`&offset=${all.length}`)).toEqual({ [list]: [], ...frame, offset: all.length });
  });

  it.each(Object.entries(sortable))('are in the order of %s, either way', async (name, figure) => {
    const sorted = async (sign: number) =>
      (await items(`&sortBy=${name}`)).toSorted(
        (a, b) => sign * (figure(a) - figure(b)) || (idOf(a) < idOf(b) ? -1 : 1),
      );
    expect(await items(`&sortBy=${name}`)).toEqual(await sorted(-1));
    expect(await items(`&sortBy=${name}&desc=false`)).toEqual(await sorted(1));
  });
});

describe('/sponsor/list', () => {
  const all = [...world.brands()]
    .filter(({ brandId }) => brandId !== '')
    .map((brand) => sponsorListItem(brand, sponsorReach(sponsorships(world, brand))));
  const byId = (a: { brandId: string }, b: { brandId: string }): number => (a.brandId < b.brandId ? -1 : 1);
  const byName = all.toSorted((a, b) => (a.name === b.name ? byId(a, b) : a.name < b.name ? -1 : 1));
  const list = async (query: string) => {
    const data = await dataOf(`/sponsor/list${query}`);
    expectValid(sponsorPage(SponsorListItem), data);
    return data['sponsors'];
  };

  it('answers with fifty brands by name when nothing is asked, and with each once over its pages', async () => {
    const { body } = await get('/sponsor/list', newKey('sponsor/list'));
    const first = { sponsors: byName.slice(0, 50), totalResults: all.length, offset: 0, pageSize: 50 };
    expect(body).toEqual(success(first, 1, 999));
    const walked = [];
    for (let offset = 0; offset < all.length + 7; offset += 7)
      walked.push(await list(`?pageSize=7&offset=${offset}`));
    expect(walked.flat()).toEqual(byName);
  });

  it('sorts by what a brand sponsors, equal ones by id, or by name, either way', async () => {
    const by = (sign: number) =>
      all
        .toSorted((a, b) => sign * (a.totalSponsoredContent - b.totalSponsoredContent) || byId(a, b))
        .slice(0, 100);
    expect(await list('?pageSize=100&sortBy=totalSponsoredContent')).toEqual(by(1));
    expect(await list('?pageSize=100&sortBy=totalSponsoredContent&desc=true')).toEqual(by(-1));
    expect(await list('?pageSize=1&desc=true')).toEqual(byName.slice(-1));
  });
});
