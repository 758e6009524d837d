import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.ts';
import { operations } from '../../../src/core/operations.ts';
import { dictionaryOf, neutralWords } from '../../../src/service/vocabulary/dictionary.ts';
import { createWords } from '../../../src/service/vocabulary/words.ts';
import { testApp } from '../../harness.ts';
import { publishedTable } from '../../published.ts';

describe('the published words', () => {
  const dictionary = dictionaryOf();

  it.each<readonly [string, string]>([
    ...publishedTable,
    ['getClipProfile', 'getTiktokProfile'],
    ['searchTube', 'searchYoutube'],
    ['searchTubeContent', 'searchYoutubeContent'],
    ['submitGramCreators', 'submitInstagramCreators'],
  ])('say %s as %s', (word, published) => {
    expect(dictionary.get(word)).toBe(published);
  });

  it('cover every word with the name of a platform', () => {
    expect([...dictionary.keys()].sort()).toEqual([...neutralWords].sort());
    for (const { platform, operationId } of operations)
      expect(dictionary.has(operationId), operationId).toBe(platform !== null);
  });

  it('have one meaning each', () => {
    expect(new Set(dictionary.values()).size).toBe(dictionary.size);
  });
});

describe('the words of a user', () => {
  it('rename every word that contains a renamed platform', () => {
    const dictionary = dictionaryOf({ gram: 'photos', basicGram: 'photoBasics' });
    expect(
      ['gram', 'gramId', 'Gram', 'basicGram', 'brandGramIds', 'getGramProfile', 'clip', 'basicClip'].map(
        (word) => dictionary.get(word),
      ),
    ).toEqual([
      'photos',
      'photosId',
      'Photos',
      'photoBasics',
      'brandPhotosIds',
      'getPhotosProfile',
      'tiktok',
      'basicTikTok',
    ]);
  });

  it('may keep a neutral one', () => {
    const words = createWords({ vocabulary: 'published', dictionary: { gram: 'gram', Gram: 'Gram' } });
    expect(words.pathsOf('gram/profile')).toEqual(['/gram/profile']);
    expect(words.pathsOf('clip/profile')).toEqual(['/tiktok/profile']);
  });

  it.each([
    [{ gramm: 'photos' }, 'dictionary cannot replace "gramm"; the nearest valid one is gram.'],
    [{ emails: 'mail' }, 'dictionary cannot replace "emails"'],
    [
      { gram: 5 },
      'dictionary cannot replace "gram" by 5: use 1 to 64 letters and digits, beginning with a letter.',
    ],
    [{ gram: 'a/b' }, 'dictionary cannot replace "gram" by "a/b"'],
    [{ gram: '__proto__' }, 'dictionary cannot replace "gram" by "__proto__"'],
    [{ gram: '' }, 'dictionary cannot replace "gram" by ""'],
    [{ gram: 'x'.repeat(65) }, 'use 1 to 64 letters and digits, beginning with a letter.'],
    [{ gram: 'tiktok' }, 'dictionary uses "tiktok" for both "clip" and "gram".'],
    [{ gram: 'clip', clip: 'gram' }, 'dictionary uses "clip" for both "gram" and "clip".'],
    [{ gram: 'sponsor' }, 'dictionary cannot replace "gram" by "sponsor": a path has that name already.'],
    [{ gram: 'v2' }, 'dictionary cannot replace "gram" by "v2": a path has that name already.'],
  ])('are refused when they are %j', (own, message) => {
    expect(() => dictionaryOf(own)).toThrow(UsageError);
    expect(() => dictionaryOf(own)).toThrow(message);
  });

  it('leave other fields with the same name unchanged', async () => {
    const dictionary = { gram: 'videos', tube: 'channel', clip: 'name' };
    const own = await testApp({ vocabulary: 'published', dictionary });
    const neutral = await testApp({ vocabulary: 'neutral' });
    const both = async (neutralUrl: string, ownUrl: string) => {
      const headers = { 'api-key': 'demo-full', apiid: 'demo-full' };
      const [first, second] = await Promise.all([
        neutral.app.inject({ url: neutralUrl, headers }),
        own.app.inject({ url: ownUrl, headers }),
      ]);
      expect(first.statusCode).toBe(200);
      return [JSON.parse(first.body).data, JSON.parse(second.body).data];
    };

    const channel = '?channelId=UCsample-creator00000000';
    const [profile, ownProfile] = await both(`/tube/profile${channel}`, `/channel/profile${channel}`);
    expect(ownProfile).toEqual(profile);
    const [niches, ownNiches] = await both('/clip/niches', '/name/niches');
    expect(ownNiches).toEqual(niches);
    const [brands, ownBrands] = await both('/sponsor/list?sortBy=name', '/sponsor/list?sortBy=name');
    expect(ownBrands.sponsors[0]).toMatchObject({ name: brands.sponsors[0].name });
    const basic = '?clipId=sample.creator';
    const [{ basicClip }, { basicName }] = await both(
      `/v2/clipBasic${basic}`,
      '/v2/nameBasic?nameId=sample.creator',
    );
    expect(basicName).toMatchObject({ nameId: 'sample.creator', videos: basicClip.videos });
  });
});
