import { describe, expect, it } from 'vitest';
import { ClipContentDetail } from '../../../src/creators/records/clip-content-detail.ts';
import { noon, testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const dayMs = 86_400_000;
const midnight = noon - dayMs / 2;
const of = describeLookup(await testApp(), {
  operation: 'clip/content-detail',
  reply: ClipContentDetail,
  price: 3,
});

describe('/clip/content-detail', () => {
  it('shows every field of each content, newest first', async () => {
    const { recentVideos } = await of('sample.creator');
    const times = recentVideos.map(({ publishTime }) => publishTime);

    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(recentVideos[0]).toEqual({
      publishTime: midnight - 10 * 3_600_000,
      contentId: '7590000000000000000',
      description: 'Three ways to fold a fitted sheet, ranked by how much I cried #homecooking #easyrecipes',
      coverImageUrl: expect.stringMatching(/^https:\/\//),
      isAd: false,
      length: 79,
      likes: 12569,
      comments: 299,
      views: 175761,
      shares: 754,
      // (12569 + 299 + 754) / 175761
      engagementRate: 0.0775,
      hashtags: ['#homecooking', '#easyrecipes'],
      audioId: expect.stringMatching(/^\d+$/),
      audioTitle: 'Copper Kettle',
      audioAuthor: 'The Understairs',
      audioAlbum: 'Small Rooms',
      isDuetEnabled: true,
    });
  });

  it('lists what is younger than four days too', async () => {
    const { recentVideos } = await of('just.posted');
    expect(recentVideos).toHaveLength(4);
    for (const { publishTime } of recentVideos) expect(publishTime).toBeGreaterThan(midnight - 4 * dayMs);
  });

  it('has the length 0 for posts of pictures', async () => {
    expect(new Set((await of('photo.mode')).recentVideos.map(({ length }) => length))).toEqual(new Set([0]));
  });

  it.each([['private.account'], ['no.contents']])('is empty for %s', async (handle) => {
    expect(await of(handle)).toEqual({ recentVideos: [] });
  });

  it('carries any character unchanged', async () => {
    const captions = (await of('emoji.only')).recentVideos.map(({ description }) => description);
    expect(captions).toContain('"quotes" <b>&amp;</b> \\ / \t tab');
    expect(captions).toContain('चाय पर चर्चा ☕ #चाय');
  });

  it('shows 0 as the engagement of a content without views', async () => {
    const unseen = (await of('no.followers')).recentVideos.filter(({ views }) => views === 0);
    expect(unseen.map(({ engagementRate }) => engagementRate)).toEqual(unseen.map(() => 0));
    expect(unseen).not.toEqual([]);
  });
});
