import { describe, expect, it } from 'vitest';
import {
  SponsorSearchItem,
  sponsorInformation,
  sponsorReach,
  sponsorSearchItem,
} from '../../../src/creators/records/sponsor-brand.ts';
import { sponsorSummary } from '../../../src/creators/records/sponsor-summary.ts';
import { accountId } from '../../../src/creators/world/rows.ts';
import { sponsorships } from '../../../src/service/v3/sponsor/brand.ts';
import { sponsorPage } from '../../../src/service/v3/sponsor/list.ts';
import type { Subject } from '../../creators/search/reference.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, noon, testApp } from '../../harness.ts';
import { newKey, success } from './common.ts';
import { describeSearch } from './search-rules.ts';
import { expectWalksToAgree } from './search-walk.ts';

const sandbox = await testApp({ size: 100 });
const { post, get, world } = sandbox;
const operation = 'sponsor/search';

const spends = ['estimatedTotalSpend7d', 'estimatedTotalSpend30d', 'estimatedTotalSpend90d'] as const;
describeSearch(sandbox, {
  operation,
  names: [
    ...['name', 'industry', 'country', 'sponsoringRegion', 'sponsoringPlatforms'],
    ...['sponsoredTubeCreatorId', 'sponsoredGramCreatorId', 'totalSponsoredContent', 'hasActiveCampaign'],
    ...spends,
  ],
  sortable: ['name', 'totalSponsoredContent', ...spends],
  number: 'totalSponsoredContent',
  string: 'industry',
  price: 2,
  fewest: 0,
});

/** Brands that have an id, each with its own records. */
const subjects: Subject[] = [...world.brands()]
  .filter(({ brandId }) => brandId !== '')
  .map((brand) => {
    const sponsored = sponsorships(world, brand);
    const { tube, gram } = sponsorSummary(sponsored).summary;
    const information = sponsorInformation(brand, sponsorReach(sponsored));
    const idsOn = (platform: string) =>
      sponsored
        .filter(({ account }) => account.platform === platform)
        .map(({ account }) => accountId(account));
    const spend = (name: (typeof spends)[number]) => tube.performance[name] ?? 0;
    return {
      id: brand.brandId,
      values: {
        name: information.name,
        industry: information.industries,
        country: information.country,
        sponsoringRegion: sponsored.map(({ account }) => account.country),
        sponsoringPlatforms: information.sponsoringPlatforms,
        sponsoredTubeCreatorId: idsOn('tube'),
        sponsoredGramCreatorId: idsOn('gram'),
        totalSponsoredContent: information.totalSponsoredContent,
        hasActiveCampaign: tube.creators.sponsoredContent30d + gram.creators.sponsoredContent30d > 0,
        estimatedTotalSpend7d: spend('estimatedTotalSpend7d'),
        estimatedTotalSpend30d: spend('estimatedTotalSpend30d'),
        estimatedTotalSpend90d: spend('estimatedTotalSpend90d'),
      },
    };
  });

async function search(filters: object[], further: object = {}) {
  const body = { filters, pageSize: 100, offset: 0, ...further };
  const { status, body: reply } = await post(`/${operation}`, body, newKey(operation));
  expect(status, JSON.stringify(reply)).toBe(200);
  expectValid(sponsorPage(SponsorSearchItem), reply['data']);
  return reply['data'] as { sponsors: { brandId: string }[]; totalResults: number };
}

describe('/sponsor/search', () => {
  it('answers with all brands that can be looked up, by name, when nothing is asked', async () => {
    const brands = [...world.brands()]
      .filter(({ brandId }) => brandId !== '')
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const { body } = await post(`/${operation}`, { filters: [], pageSize: 2, offset: 1 }, newKey(operation));
    expect(body).toEqual(
      success(
        {
          sponsors: brands.slice(1, 3).map(sponsorSearchItem),
          totalResults: brands.length,
          offset: 1,
          pageSize: 2,
        },
        2,
        998,
      ),
    );
  });

  it('finds the brands that sponsor one creator, as the creator shows them', async () => {
    const idsOf = ({ values }: Subject) => values['sponsoredTubeCreatorId'] as string[];
    const brand = subjects.find((subject) => idsOf(subject).length > 0) ?? expect.fail();
    const [channelId = ''] = idsOf(brand);
    const { sponsors } = await search([{ filterName: 'sponsoredTubeCreatorId', op: '=', value: channelId }]);
    expect(sponsors.map(({ brandId }) => brandId)).toContain(brand.id);

    const { body } = await get(`/tube/sponsorship?channelId=${channelId}`, newKey('mixed'));
    const { sponsorList } = body['data'] as { sponsorList: { brandId: string }[] };
    expect(sponsors.map(({ brandId }) => brandId).sort()).toEqual(
      sponsorList
        .map(({ brandId }) => brandId)
        .filter(Boolean)
        .sort(),
    );
  });

  it('finds a name in any case', async () => {
    const [brand] = subjects;
    const value = String(brand?.values['name']).toUpperCase();
    const { sponsors } = await search([{ filterName: 'name', op: '=', value }]);
    expect(sponsors.map(({ brandId }) => brandId)).toContain(brand?.id);
  });

  it('answers an offset past the end with nothing', async () => {
    expect(await search([], { offset: 5000 })).toEqual({
      sponsors: [],
      totalResults: subjects.length,
      offset: 5000,
      pageSize: 100,
    });
  });

  // The parts of a platform's word by which it may be found are others there.
  it.skipIf(isPublished)('finds on its pages exactly what looking at everything finds', () =>
    expectWalksToAgree(
      sandbox,
      operation,
      {
        subjects,
        modes: {
          name: 'caseless',
          industry: 'caseless',
          sponsoringPlatforms: 'caseless',
          sponsoredGramCreatorId: 'handle',
        },
        sortable: ['name', 'totalSponsoredContent', ...spends],
        order: { by: 'name', desc: false },
        now: noon,
      },
      { list: 'sponsors', id: 'brandId', frame: (offset, pageSize) => ({ offset, pageSize }) },
    ),
  );
});
