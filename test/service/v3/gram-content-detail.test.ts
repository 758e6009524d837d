import { describe, expect, it } from 'vitest';
import { GramContentDetail } from '../../../src/creators/records/gram-content-detail.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), {
  operation: 'gram/content-detail',
  reply: GramContentDetail,
  price: 3,
});

describe('/gram/content-detail', () => {
  it('keeps pictures and reels apart, each newest first', async () => {
    const { recentImages, recentReels } = await of('sample.creator');
    for (const list of [recentImages, recentReels]) {
      const times = list.map(({ publishTime }) => publishTime);
      expect(times.length).toBeGreaterThan(5);
      expect(times).toEqual([...times].sort((a, b) => b - a));
    }
  });

  it('lists the pictures of a carousel, none for a single picture', async () => {
    const { recentImages } = await of('empty.carousel');
    expect(recentImages.map(({ carouselImageUrls }) => carouselImageUrls.length)).toEqual([0, 10, 2]);
  });

  it('shows places, always with a name, and none', async () => {
    const { recentImages, recentReels } = await of('empty.carousel');
    expect([...recentImages, ...recentReels].map((one) => one.gramGeoTaggedLocation)).toEqual([
      null,
      null,
      { lat: -33.8568, lng: 151.2153, name: 'Sydney Harbour' },
      { lat: -33.8568, lng: 151.2153, name: 'Sydney, New South Wales' },
      null,
    ]);
  });

  it('measures pictures over followers and reels over views, without views 0', async () => {
    const { recentImages, recentReels } = await of('empty.carousel');
    // (41 + 3) / 512 followers, (88 + 9) / 900 views
    expect(recentImages[0]).toMatchObject({ likes: 41, comments: 3, engagementRate: 0.0859 });
    expect(recentReels.map(({ views, engagementRate }) => [views, engagementRate])).toEqual([
      [900, 0.1078],
      [0, 0],
    ]);
  });

  it.each([['private.account'], ['no.contents']])('is empty for %s', async (handle) => {
    expect(await of(handle)).toEqual({ recentImages: [], recentReels: [] });
  });

  it('marks what is sponsored', async () => {
    const { recentImages, recentReels } = await of('several.brands');
    expect([...recentImages, ...recentReels].map(({ isSponsored }) => isSponsored)).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});
