import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { findOperation } from '../../../src/core/operations.ts';
import { type Platform, platforms, sponsoringPlatforms } from '../../../src/core/platforms.ts';
import type { Account, Brand } from '../../../src/creators/world/account.ts';
import { testApp } from '../../harness.ts';
import { neutralWords, publishedUrl, publishedWords } from '../../published.ts';

const key = 'sandbox:unlimited,fractional:world-leaks';
const headers = { 'api-key': key, apiid: key };

/** Keys and values that are a word, and keys with the name of a platform in them. */
export const otherWords = {
  neutral: leaking(publishedWords, 'instagram|tiktok|youtube', 'Instagram|TikTok|Tiktok|YouTube|Youtube'),
  published: leaking(neutralWords, 'gram|clip|tube', 'Gram|Clip|(?<!You)Tube'),
};

function leaking(words: readonly string[], first: string, inner: string): RegExp {
  const name = `(?:${first})(?=[A-Z"])[A-Za-z]*|[a-z][A-Za-z]*(?:${inner})(?=[A-Z"])[A-Za-z]*`;
  return new RegExp(`"(?:${words.join('|')})"|"(?:${name})":`, 'g');
}

const size = 60;

/** Asks for every brand, creator and content of a world, in both vocabularies. */
export const describeWorldLeaks = (): void =>
  describe.each(['neutral', 'published'] as const)('with %s words', (vocabulary) => {
    it(`no reply about a world of ${size} people has a word of the other vocabulary`, async () => {
      const { app, world } = await testApp({ vocabulary, size, journal: 0 });
      const inWords = vocabulary === 'neutral' ? (url: string) => url : publishedUrl;
      const found = new Set<string>();

      async function ask(request: InjectOptions & { url: string }): Promise<string> {
        const { statusCode, body } = await app.inject({ ...request, url: inWords(request.url), headers });
        expect([request.url, statusCode]).toEqual([request.url, 200]);
        for (const [leak] of body.matchAll(otherWords[vocabulary]))
          found.add(`${request.url.split('?')[0]} ${leak}`);
        return body;
      }
      const get = (url: string) => ask({ method: 'GET', url });

      for (const platform of platforms) {
        for (const account of world.accounts(platform)) for (const url of urlsOf(account)) await get(url);
        await askForContents(platform, ask);
        await get(`/${platform}/niches`);
        await get(`/v2/topicTable?platform=${platform}`);
      }
      await get('/tube/topics');
      for (const brand of world.brands()) for (const url of brandUrlsOf(brand)) await get(url);
      for (let offset = 0; offset < world.info.counts.brands; offset += 100)
        await get(`/sponsor/list?pageSize=100&offset=${offset}`);
      expect([...found]).toEqual([]);
    });
  });

function urlsOf(account: Account): string[] {
  const { platform } = account;
  const [query, query2] =
    platform === 'tube'
      ? [`channelId=${account.channelId}`, `tubeId=${account.channelId}`]
      : [`uniqueId=${account.handle}`, `${platform}Id=${account.handle}`];
  const lookups = ['profile', 'contact', 'performance', 'audience', 'content-detail', 'sponsorship'];
  return [
    ...lookups
      .filter((lookup) => findOperation(`${platform}/${lookup}`) !== undefined)
      .map((lookup) => `/${platform}/${lookup}?${query}`),
    `/${platform}/performance-history?${query}&pastDayRange=2`,
    `/v2/${platform}Basic?${query2}`,
    `/v2/${platform}History?${query2}`,
    ...(platform === 'tube'
      ? ['tubeDetail', 'contactInformation'].map((each) => `/v2/${each}?${query2}`)
      : []),
    ...account.contents
      .slice(0, 1)
      .map(({ id }) => `/v2/getPostById?postId=${encodeURIComponent(id)}&platform=${platform}`),
  ];
}

const brandUrlsOf = ({ brandId }: Brand): string[] =>
  brandId === ''
    ? []
    : [
        ...['information', 'audience', 'summary'].map((each) => `/sponsor/${each}?brandId=${brandId}`),
        ...sponsoringPlatforms.flatMap((platform) =>
          ['creators', 'performance'].map(
            (each) => `/sponsor/${each}?brandId=${brandId}&platform=${platform}&pageSize=100`,
          ),
        ),
      ];

/** Walks all pages of the platform's contents. */
async function askForContents(
  platform: Platform,
  ask: (request: InjectOptions & { url: string }) => Promise<string>,
): Promise<void> {
  const filters = [{ filterName: 'publishTime', op: '>', value: 0 }];
  for (let offset: number | null = 0; offset !== null; ) {
    const payload = { filters, pageSize: 100, offset };
    const body = await ask({ method: 'POST', url: `/${platform}/content-search`, payload });
    const { data } = JSON.parse(body) as { data: { hasNextPage: boolean; nextOffset: number } };
    offset = data.hasNextPage ? data.nextOffset : null;
  }
}
