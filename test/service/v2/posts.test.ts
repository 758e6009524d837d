import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TubeContentItem } from '../../../src/creators/records/content-search-item.ts';
import { tubeContentItem } from '../../../src/creators/records/content-search-item.ts';
import { Post } from '../../../src/creators/records/posts.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { noon, testApp } from '../../harness.ts';
import { failure, newKey } from './common.ts';

const { getV2, world, available } = await testApp();
const shiftMs = world.shiftMs(noon);

type Basic = Record<string, Record<string, unknown>[]>;

const byId = (platform: string, id: string, key = 'demo-unlimited') =>
  getV2(`/v2/getPostById?platform=${platform}&postId=${id}`, key);
const byLink = (link: string, key = 'demo-unlimited') =>
  getV2(`/v2/getPostByLink?postLink=${encodeURIComponent(link)}`, key);
const basicOf = async (platform: string, id: string) =>
  (await getV2(`/v2/${platform}Basic?${platform}Id=${id}`, 'demo-unlimited')).body['data'] as Record<
    string,
    Basic
  >;

describe('/v2/getPostById', () => {
  it('shows the videos of clip as the basic record does', async () => {
    for (const { handle } of world.accounts('clip')) {
      const { recentVideos = [] } = (await basicOf('clip', handle))['basicClip'] ?? {};
      for (const video of recentVideos.slice(0, 3)) {
        const { data } = (await byId('clip', String(video['videoId']))).body;
        expect(data).toEqual({ basicClipPost: video });
        expectValid(Post, data);
      }
    }
  });

  it('shows the posts of gram as the basic record does', async () => {
    for (const { handle } of world.accounts('gram')) {
      const { recentPosts = [] } = (await basicOf('gram', handle))['basicGram'] ?? {};
      for (const post of recentPosts.slice(0, 3)) {
        const { data } = (await byId('gram', String(post['shortcode']))).body;
        expect(data).toEqual({ basicGramPost: post });
        expectValid(Post, data);
      }
    }
  });

  it('shows the contents of tube as content search does', async () => {
    const kinds = new Set<string>();
    for (const account of world.accounts('tube'))
      for (const content of account.contents) {
        const { data } = (await byId('tube', content.id)).body;
        const item: TubeContentItem = tubeContentItem(account, content, shiftMs, world.brandByKey);
        const part = item.comments === 0 ? 0 : expect.any(Number);
        expect(data).toEqual({
          basicTubePost: {
            uploadDate: item.publishTime,
            videoId: item.contentId,
            length: item.lengthSec,
            title: item.title,
            likes: item.likes,
            comments: item.comments,
            selfCommentRatio: part,
            commentLikeRatio: part,
            commentReplyRatio: part,
            views: item.views,
            engageRate: item.engagementRate,
            category: item.category,
            lang: item.language,
            isPaidPromote: item.isSponsored,
            isStreaming: item.contentType === 'stream',
            isShorts: item.contentType === 'shorts',
            hashtags: item.hashtags,
          },
        });
        expectValid(Post, data);
        kinds.add(item.contentType);
      }
    expect([...kinds].sort()).toEqual(['shorts', 'stream', 'video']);
  });

  it.each([
    ['', 'ValueEmpty'],
    ['?postId=shanvideo01', 'ValueEmpty'],
    ['?platform=tube', 'ValueEmpty'],
    ['?platform=tube&postId=', 'ValueEmpty'],
    ['?platform=radio&postId=shanvideo01', 'ValueEmpty'],
    ['?platform=tube&postId=a&postId=b', 'ValueEmpty'],
    ['?platform=tube&postId=nosuchvideo', 'PostIdNotFound'],
    ['?platform=clip&postId=shanvideo01', 'PostIdNotFound'],
    ['?platform=tube&postId=%00', 'PostIdNotFound'],
  ])('fails on "%s" with %s, free of charge', async (query, error) => {
    const key = newKey('post');
    expect(await getV2(`/v2/getPostById${query}`, key)).toMatchObject({ status: 403, body: failure(error) });
    expect(await available(key)).toBe(100);
  });
});

describe('/v2/getPostByLink', () => {
  it('finds a content by the links of the records', async () => {
    const [gram] = world.accounts('gram');
    const { recentPosts = [] } = (await basicOf('gram', gram?.handle ?? ''))['basicGram'] ?? {};
    for (const post of recentPosts)
      expect((await byLink(String(post['photoURL']))).body['data']).toEqual({ basicGramPost: post });
  });

  const video = 'clip/7590000000000000000';
  it.each([
    ['https://clip.example/@sample.creator/video/7590000000000000000', video],
    ['https://www.clip.example/@sample.creator/video/7590000000000000000?lang=en', video],
    ['clip.example/@sample.creator/photo/7590000000000000000/', video],
    ['https://video.example/watch?v=shanvideo01', 'tube/shanvideo01'],
    ['https://video.example/watch?app=desktop&v=shanvideo01&t=5s', 'tube/shanvideo01'],
    ['https://video.example/shorts/shanvideo01', 'tube/shanvideo01'],
    ['https://video.example/live/shanvideo01?feature=share', 'tube/shanvideo01'],
    ['https://short.example/shanvideo01?si=x', 'tube/shanvideo01'],
    ['short.example/shanvideo01', 'tube/shanvideo01'],
  ])('reads %s', async (link, name) => {
    const [platform = '', id = ''] = name.split('/');
    const { data } = (await byId(platform, id)).body;
    expect(data).not.toBeNull();
    expect((await byLink(link)).body['data']).toEqual(data);
  });

  it('reads the forms of links to pictures and reels', async () => {
    const account = [...world.accounts('gram')].find(({ contents }) => contents.length > 0);
    const id = account?.contents[0]?.id ?? expect.fail();
    const { data } = (await byId('gram', id)).body;
    expect(data).not.toBeNull();
    for (const path of ['p', 'reel', 'reels', 'tv', 'some.one/p'])
      expect((await byLink(`https://photos.example/${path}/${id}/`)).body['data']).toEqual(data);
  });

  it.each([
    ['https://video.example/watch?v=nosuchvideo'],
    ['https://video.example/@sample.creator'],
    ['https://clip.example/@sample.creator/video/abc'],
    ['shanvideo01'],
    ['x'],
    ['/'],
  ])('fails on %s with PostIdNotFound, free of charge', async (link) => {
    const key = newKey('link');
    expect((await byLink(link, key)).body).toEqual(failure('PostIdNotFound'));
    expect(await available(key)).toBe(100);
  });

  it('fails without a link', async () => {
    for (const query of ['', '?postLink=', '?postLink=a&postLink=b'])
      expect((await getV2(`/v2/getPostByLink${query}`, 'demo-full')).body).toEqual(failure('ValueEmpty'));
  });

  it('answers any text at all as a link', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), async (link) => {
        expect(['', 'PostIdNotFound']).toContain((await byLink(link)).body['error']);
      }),
      { numRuns: 200 },
    );
  });
});
