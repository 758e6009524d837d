import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readFixtures } from '../../../seed/fixtures/fixtures.ts';
import { dayMs } from '../../../src/core/durations.ts';
import { halfUp, mean, round4, sum } from '../../../src/core/statistics.ts';
import { SponsorAudience, sponsorAudience } from '../../../src/creators/records/sponsor-audience.ts';
import {
  SponsorInformation,
  SponsorListItem,
  SponsorSearchItem,
  sponsorInformation,
  sponsorListItem,
  sponsorReach,
  sponsorSearchItem,
} from '../../../src/creators/records/sponsor-brand.ts';
import { SponsorCreator, sponsorCreator } from '../../../src/creators/records/sponsor-creators.ts';
import {
  SponsorPerformanceCreator,
  sponsorPerformanceCreator,
} from '../../../src/creators/records/sponsor-performance.ts';
import { SponsorSummary, sponsorSummary } from '../../../src/creators/records/sponsor-summary.ts';
import { type SponsoredAccount, sponsorshipsOf } from '../../../src/creators/records/sponsored.ts';
import { gramSponsorship, tubeSponsorship } from '../../../src/creators/records/sponsorship.ts';
import type { Brand } from '../../../src/creators/world/account.ts';
import { expectValid } from '../world/strict.ts';

const { people, brands } = readFixtures(fileURLToPath(new URL('../../../fixtures', import.meta.url)));
const brandOf = (key: string) => brands.find(({ brand }) => brand.key === key)?.brand;
const accounts = people
  .flatMap((person) => person.accounts)
  .filter((account): account is SponsoredAccount => account.platform !== 'clip');
const shiftMs = 3 * dayMs;

describe('the sponsor family', () => {
  test.each(brands.map(({ brand }) => [brand.key, brand] as const))(
    'agrees for %s with the sponsorship records',
    (_, brand) => {
      const sponsorships = sponsorshipsOf(brand, accounts);
      const reach = sponsorReach(sponsorships);
      const creators = sponsorships.map((one) => sponsorCreator(one, shiftMs));
      const performances = sponsorships.map((one) => sponsorPerformanceCreator(one, shiftMs));
      const { summary } = sponsorSummary(sponsorships);
      expectValid(SponsorInformation, sponsorInformation(brand, reach));
      expectValid(SponsorListItem, sponsorListItem(brand, reach));
      expectValid(SponsorSearchItem, sponsorSearchItem(brand));
      expectValid(SponsorAudience, sponsorAudience(sponsorships));
      expectValid(SponsorSummary, { summary });
      for (const creator of creators) expectValid(SponsorCreator, creator);
      for (const performance of performances) expectValid(SponsorPerformanceCreator, performance);

      const listed = accounts.flatMap((account) => listedUnder(brand, account));
      expect(reach.totalSponsoredContent).toBe(listed.length);
      expect(summary).toMatchObject({
        totalSponsoredCreators: creators.length,
        totalSponsoredContent: listed.length,
      });
      expect(sum(creators.map((creator) => creator.sponsoredCount))).toBe(listed.length);
      expect(performances.flatMap((one) => one.content.map((content) => content.contentId)).sort()).toEqual(
        listed.map((content) => content.contentId).sort(),
      );
      expect(reach.sponsoringPlatforms).toEqual(
        (['Tube', 'Gram'] as const).filter((platform) =>
          creators.some((creator) => creator.platform === platform.toLowerCase()),
        ),
      );
      for (const platform of ['tube', 'gram'] as const) {
        const of = performances.filter((one) => one.platform === platform).flatMap((one) => one.content);
        expect(summary[platform].creators.sponsoredContent).toBe(of.length);
        expect(summary[platform].performance.likes.total).toBe(sum(of.map((content) => content.likes)));
        expect(summary[platform].performance.engagement.avgEngagementRate).toBe(
          round4(mean(of.map((content) => content.engagementRate))),
        );
      }
      for (const [index, performance] of performances.entries())
        expectOne(performance, creators[index] ?? expect.fail());
    },
  );

  test('covers brands without sponsorships', () => {
    const brand = brandOf('never-sponsored') ?? expect.fail();
    expect(sponsorReach(sponsorshipsOf(brand, accounts))).toEqual({
      totalSponsoredContent: 0,
      sponsoringPlatforms: [],
    });
    expect(sponsorAudience([])).toEqual({ tube: null, gram: null });
  });

  test.each([
    [0, 3, 0.75],
    [0, 0, 0.5],
  ])('weighs audiences by followers, at least one each: %i and %i', (few, many, maleRatio) => {
    const channel = accounts.find((one) => one.platform === 'tube') ?? expect.fail();
    const sponsorships = [few, many].map((followers, male) => ({
      account: {
        ...channel,
        followerWeeks: [followers],
        audience: { locations: [], maleRatio: male, ages: [1, 0, 0, 0, 0, 0, 0] },
      } as SponsoredAccount,
      contents: [],
    }));
    expect(sponsorAudience(sponsorships).tube?.audienceGender.maleRatio).toBe(maleRatio);
  });

  test('estimates no cost on gram, and none without views', () => {
    for (const { brand } of brands)
      for (const sponsorship of sponsorshipsOf(brand, accounts)) {
        const { platform, estimatedCost, estimatedCreatorCPM, content } = sponsorPerformanceCreator(
          sponsorship,
          0,
        );
        const costs = [estimatedCost, estimatedCreatorCPM, ...content.map((one) => one.estimatedContentCPM)];
        for (const cost of costs) expect(cost === null).toBe(platform === 'gram');
      }
  });
});

describe('the sponsor list', () => {
  test('has up to sixty sponsors, from the latest sixty contents', () => {
    const account = accounts.find((one) => one.handle === 'sixty.sponsors');
    if (account?.platform !== 'tube') expect.fail();
    const { sponsorList } = tubeSponsorship(account, 0, brandOf);
    expect(sponsorList).toHaveLength(60);
    expect(new Set(sponsorList.map((sponsor) => sponsor.brandId)).size).toBe(60);
    expect(sponsorList.map((sponsor) => sponsor.sponsoredVideos.length)).toEqual(new Array(60).fill(1));
  });

  test('shows a content with several sponsors under each, and brands without an id or a name', () => {
    const account = accounts.find((one) => one.handle === 'several.brands' && one.platform === 'gram');
    if (account?.platform !== 'gram') expect.fail();
    const { sponsorList } = gramSponsorship(account, 0, brandOf);
    const [shared] = account.contents;
    expect(
      sponsorList.map(({ brandName, brandId, sponsoredImages, sponsoredReels }) => [
        brandName,
        brandId,
        sponsoredImages.map((image) => image.contentId),
        sponsoredReels.length,
      ]),
    ).toEqual([
      ['Lanternfish Tea', 'lanternfish-tea.example', [shared?.id], 0],
      ['Driftleaf Coffee', 'driftleaf.example', [shared?.id], 1],
      ['Pebble & Twine', '', [shared?.id], 0],
      ['', '', [account.contents[2]?.id], 0],
    ]);
  });
});

function listedUnder(brand: Brand, account: SponsoredAccount): { contentId: string }[] {
  if (account.platform === 'tube')
    return tubeSponsorship(account, 0, (key) => (key === brand.key ? brand : undefined)).sponsorList.flatMap(
      (sponsor) => sponsor.sponsoredVideos,
    );
  return gramSponsorship(account, 0, (key) => (key === brand.key ? brand : undefined)).sponsorList.flatMap(
    (sponsor) => [...sponsor.sponsoredImages, ...sponsor.sponsoredReels],
  );
}

function expectOne(performance: SponsorPerformanceCreator, creator: SponsorCreator): void {
  const { content, creatorSpecificSponsoredStats: stats } = performance;
  expect(stats).toMatchObject({
    sponsoredCount: creator.sponsoredCount,
    latestSponsoredContentDate: creator.lastSponsoredDate,
    avgEngagementRate: creator.avgRecentSponsoredEngagementRate,
    avgLikes: halfUp(mean(content.map((one) => one.likes))),
    avgViews: halfUp(mean(content.flatMap((one) => one.viewsLifetime ?? []))),
  });
  expect(performance.creatorAllSponsoredStats.sponsoredCount).toBeGreaterThanOrEqual(stats.sponsoredCount);
  expect(performance.creatorTotalStats.contentCount).toBeGreaterThanOrEqual(
    performance.creatorAllSponsoredStats.sponsoredCount,
  );
  for (const one of content) {
    const views = [one.views7d, one.views30d, one.views90d, one.viewsLifetime].filter(
      (value) => value !== null,
    );
    expect(views).toEqual([...views].sort((a, b) => a - b));
    expect(one.viewsLifetime === null).toBe(one.length === null);
  }
}
