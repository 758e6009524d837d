import { describe, expect, it } from 'vitest';
import { GramBasic, gramBasic } from '../../../src/creators/records/gram-history.ts';
import { isPublished, testApp } from '../../harness.ts';
import { newKey, success } from './common.ts';
import { describeLookup } from './lookups.ts';

const sandbox = await testApp();
const of = describeLookup(sandbox, { name: 'gramBasic', platform: 'gram', reply: GramBasic, price: 2 });

describe('/v2/gramBasic', () => {
  it.skipIf(isPublished)('is served at its published path too: contract 4.1', async () => {
    const data = await of('sample.creator');
    expect(
      (await sandbox.getV2('/v2/instagramBasic?gramId=sample.creator', newKey('published'))).body,
    ).toEqual(success(data, { used: 2, total: 2, plan: 98 }));
  });

  it('shows every field of a creator: contract 2.3', async () => {
    const { basicGram } = await of('sample.creator');

    expect(basicGram).toMatchObject({
      gramId: 'sample.creator',
      gramName: 'Sample Creator',
      tubeId: 'UCsample-creator00000000',
      clipId: 'sample.creator',
      category: 'Food blogger',
      categoryBusiness: 'Food & beverage',
      lang: 'eng',
      country: 'GBR',
      followers: 128440,
      nicheIds: ['id_food_All', 'id_homecooking_All'],
      activeUserType: 'WAU',
      isBD: true,
      isBDDAU: false,
      bdDauCheckedTimestamps: [],
      bdCountryCode: 'GBR',
      bdActiveUserType: 'WAU',
      bdIsPrivate: false,
    });
    for (const hashtag of basicGram.hashtags) expect(hashtag).toMatch(/^#/);
  });

  it('has its fields in the order of contract 2.3', async () => {
    const { basicGram } = await of('sample.creator');
    const table =
      'gramId gramName tubeId avatar description category categoryBusiness lang isVerified isBusinessAccount ' +
      'isPrivateAccount hashtags nicheIds following followers posts engageRate avgLikes avgComments avgPostsPerDay ' +
      'activeUserType relatedUsers recentPosts recentReels country clipId lastPublishTime dbUpdateTime gRateFollowers ' +
      'gRateLikes gRateComments gRateAvgLikes gRateAvgComments gRateEngageRate isBD isBDDAU bdDauCheckedTimestamps ' +
      'bdCountryCode bdActiveUserType bdIsPrivate';
    expect(Object.keys(basicGram)).toEqual(table.split(' '));
  });

  it('lists the latest 24 posts and averages exactly those', async () => {
    const { recentPosts, avgLikes, avgComments, engageRate, followers } = (await of('sample.creator'))
      .basicGram;
    const mean = (name: 'likes' | 'comments') =>
      Math.round(recentPosts.reduce((sum, post) => sum + post[name], 0) / 24);

    expect(recentPosts).toHaveLength(24);
    expect([avgLikes, avgComments]).toEqual([mean('likes'), mean('comments')]);
    expect(engageRate).toBe(Math.round(((avgLikes + avgComments) / followers) * 10_000) / 10_000);
  });

  it('shows carousels, places, stickers, filters and music, or empty text', async () => {
    const { recentPosts, recentReels } = (await of('empty.carousel')).basicGram;

    expect(recentPosts.map(({ carouselUrls }) => carouselUrls.length)).toEqual([0, 10, 2, 0, 0]);
    expect(recentPosts.map(({ location }) => location)).toEqual([
      '',
      '',
      'Sydney Harbour',
      'Sydney, New South Wales',
      '',
    ]);
    const [full, bare] = recentReels;
    for (const name of ['promptStickerLabel', 'filterLabel', 'musicTitle', 'musicDisplayArtist'] as const) {
      expect(full?.[name]).not.toBe('');
      expect(typeof bare?.[name]).toBe('string');
    }
    expect(bare).toMatchObject({ views: 0, plays: 0, promptStickerLabel: '', filterLabel: '' });
  });

  it('counts at least as many plays as views of a reel, and on many reels more', () => {
    const reels = [...sandbox.world.accounts('gram')].flatMap(
      (account) => gramBasic(account, 0).basicGram.recentReels,
    );
    const more = reels.filter(({ plays, views }) => plays > views).length;
    expect(reels.filter(({ plays, views }) => plays < views)).toEqual([]);
    expect(more / reels.length).toBeGreaterThan(0.5);
    // some have been watched by everybody once
    expect(more / reels.length).toBeLessThan(0.9);
  });

  it('calls a creator yearly active whose last post is 430 days old', async () => {
    expect((await of('paused.creator')).basicGram).toMatchObject({
      activeUserType: 'YAU',
      bdActiveUserType: 'YAU',
    });
  });

  it('is zeros and empty text where there is nothing', async () => {
    expect((await of('no.contents')).basicGram).toMatchObject({
      posts: 0,
      avgLikes: 0,
      avgPostsPerDay: 0,
      lastPublishTime: 0,
      recentPosts: [],
      recentReels: [],
    });
    expect((await of('unknown.country')).basicGram).toMatchObject({
      country: '',
      bdCountryCode: '',
      clipId: '',
      tubeId: '',
    });
  });
});
