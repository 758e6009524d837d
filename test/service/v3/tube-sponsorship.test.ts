import { describe, expect, it } from 'vitest';
import { TubeSponsorship } from '../../../src/creators/records/sponsorship.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), {
  operation: 'tube/sponsorship',
  reply: TubeSponsorship,
  price: 5,
});

describe('/tube/sponsorship', () => {
  it('shows a video under each of its sponsors, and sums up what each sponsored', async () => {
    const { sponsorList } = await of('several.brands');

    expect(
      sponsorList.map(({ brandId, sponsoredVideos }) => [
        brandId,
        sponsoredVideos.map(({ contentId, isSponsored }) => [contentId, isSponsored]),
      ]),
    ).toEqual([
      ['lanternfish-tea.example', [['sevbrands01', true]]],
      [
        'driftleaf.example',
        [
          ['sevbrands01', true],
          ['sevbrands02', true],
        ],
      ],
    ]);
    expect(sponsorList[1]?.sponsoredVideosPerformance).toEqual({
      likes: { all: 104, avg: 52, median: 52, min: 44, max: 60 },
      comments: { all: 8, avg: 4, median: 4, min: 3, max: 5 },
      views: { all: 1200, avg: 600, median: 600, min: 500, max: 700 },
      engagement: {
        avgEngagementRate: 0.0935,
        // 52, 4 and 600 over 640 subscribers
        likesPerSubscriber: 0.0813,
        commentsPerSubscriber: 0.0063,
        viewsPerSubscriber: 0.9375,
        engagementConsistency: {
          cv: expect.any(Number),
          medianVsMean: 1,
          topBottomRatio: 0,
          consistencyScore: null,
          consistencyLevel: null,
        },
      },
    });
  });

  it('is empty without sponsors', async () => {
    expect(await of('no.sponsors')).toEqual({ sponsorList: [] });
  });

  it('lists sixty sponsors, of the latest sixty sponsored contents', async () => {
    const { sponsorList } = await of('sixty.sponsors');
    expect(sponsorList).toHaveLength(60);
    expect(sponsorList.flatMap(({ sponsoredVideos }) => sponsoredVideos)).toHaveLength(60);
  });
});
