import { describe, expect, it } from 'vitest';
import { SponsorPerformance } from '../../../src/creators/records/sponsor-performance.ts';
import { testApp } from '../../harness.ts';
import { brandId, describeSponsorLookup, describeSponsorPages } from './sponsors.ts';

const sandbox = await testApp();
const of = describeSponsorLookup(sandbox, {
  operation: 'sponsor/performance',
  reply: SponsorPerformance,
  price: 15,
  rest: '&platform=tube',
});
const own = (name: string) => (item: Record<string, unknown>) =>
  Number((item['creatorSpecificSponsoredStats'] as Record<string, unknown>)[name]);

describeSponsorPages(sandbox, 'sponsor/performance', 'sponsoredCreators', {
  publishTime: own('latestSponsoredContentDate'),
  views: own('avgViews'),
  likes: own('avgLikes'),
  engagementRate: own('avgEngagementRate'),
});

describe('/sponsor/performance', () => {
  it('shows the performance of the contents of a brand, null where they are too young', async () => {
    const { sponsoredCreators } = await of('driftleaf.example');
    const several = sponsoredCreators.find(({ creatorId }) => creatorId === 'UCseveral-brands00000000');

    expect(several).toMatchObject({
      creatorSpecificSponsoredStats: { avgViews: 600, avgLikes: 52, avgComments: 4, sponsoredCount: 2 },
      content: [
        { contentId: 'sevbrands01', views7d: null, views30d: null, views90d: null, viewsLifetime: 700 },
        { contentId: 'sevbrands02', views90d: null, viewsLifetime: 500 },
      ],
    });
    const short = several?.content[1];
    expect(short?.views7d).toBeGreaterThan(0);
    expect(short?.views30d).toBeGreaterThanOrEqual(short?.views7d ?? 0);
    expect(short?.views30d).toBeLessThanOrEqual(500);
  });

  it('estimates no cost on gram', async () => {
    const { sponsoredCreators } = await of(brandId, '&platform=gram');
    expect(sponsoredCreators.length).toBeGreaterThan(0);
    for (const { estimatedCreatorCPM, content } of sponsoredCreators)
      expect([estimatedCreatorCPM, ...content.map((one) => one.estimatedContentCPM)]).toEqual([
        null,
        ...content.map(() => null),
      ]);
  });

  it('is empty for a brand that sponsors no creator', async () => {
    expect(await of('never-sponsored.example')).toEqual({
      sponsoredCreators: [],
      totalResults: 0,
      offset: 0,
      pageSize: 50,
    });
  });
});
