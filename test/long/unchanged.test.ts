import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dayMs } from '../../src/core/durations.ts';
import { operations } from '../../src/core/operations.ts';
import { platformsByName } from '../../src/core/platforms.ts';
import { clipSearchFigures } from '../../src/creators/records/clip-history.ts';
import { contentFigures } from '../../src/creators/records/content-figures.ts';
import { gramSearchFigures } from '../../src/creators/records/gram-history.ts';
import { searchFigures } from '../../src/creators/records/search-figures.ts';
import { tubeSearchFigures } from '../../src/creators/records/tube-search-figures.ts';
import { type Account, epochAt } from '../../src/creators/world/account.ts';
import { accountId } from '../../src/creators/world/rows.ts';
import { noon, testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';

/** Parameters by operation; `#` is the id of an account, `@` that of its oldest content. */
const ofAccounts = {
  clip: {
    name: 'uniqueId',
    v2: ['clipBasic?clipId=#', 'clipHistory?clipId=#', 'getPostById?platform=clip&postId=@'],
  },
  gram: {
    name: 'uniqueId',
    v2: ['gramBasic?gramId=#', 'gramHistory?gramId=#', 'getPostById?platform=gram&postId=@'],
  },
  tube: {
    name: 'channelId',
    v2: [
      ...['tubeBasic?tubeId=#', 'tubeHistory?tubeId=#', 'tubeDetail?tubeId=#', 'tubeEmail?tubeId=#'],
      'getPostById?platform=tube&postId=@',
    ],
  },
};
const ofBrands = ['information', 'creators', 'performance', 'audience', 'summary'];
const key = 'sandbox:unlimited:unchanged';
const fixtures = writeBounds();

/** Accounts whose contents are a day of a rule old, an hour less or an hour more, and whose followers are where rules begin. */
function writeBounds(): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'creators'));
  const ages = [4, 7, 14, 28, 30, 60, 90, 180, 365].flatMap((days) => [
    days * 24 - 1,
    days * 24,
    days * 24 + 1,
  ]);
  for (const followers of [1000, 10_000, 100_000, 1_000_000, 10_000_000]) {
    const contentsOf = (...each: object[]) =>
      ages.flatMap((age, n) =>
        each.map((more, k) => {
          const figures = { views: 5000 + 100 * n + k, likes: 400 - n, comments: 30 + n };
          return { ...figures, ...more, publishedAt: `${age}h` };
        }),
      );
    const account = { handle: `bounds.${followers}`, followers, living: true, createdAt: '728d' };
    const ofKinds = (...kinds: string[]) =>
      contentsOf(...kinds.map((kind) => ({ kind, brands: ['lanternfish-tea'] })));
    const creators = {
      clip: { ...account, contents: contentsOf({}) },
      gram: { ...account, contents: ofKinds('image', 'reel') },
      tube: { ...account, contents: ofKinds('video', 'short') },
    };
    writeFileSync(join(folder, 'creators', `${followers}.json`), JSON.stringify(creators));
  }
  return folder;
}

/**
 * Hashes of all that a world of 60 people answers at an instant, by operation. Users compare figures with those of their
 * last run, so none changes unseen; where they are meant to change, `-u` writes them.
 */
async function answersOn(instant: number): Promise<Record<string, string>> {
  const { ask, world } = await testApp({
    vocabulary: 'neutral',
    epoch: '2026-01-01',
    clock: String(instant),
    journal: 0,
    fixtures,
  });
  const hashes = new Map<string, Hash>();
  const note = (name: string, value: unknown) => {
    const hash = hashes.get(name) ?? createHash('sha256');
    hashes.set(name, hash.update(JSON.stringify(value)));
  };
  const read = async (url: string) => {
    const { status, body } = await ask({ method: 'GET', url, headers: { 'api-key': key, apiId: key } });
    note(`${url.slice(1).split('?', 1)}`, [
      status,
      Array.isArray(body) ? body : (body['data'] ?? body['errorCode'] ?? body['error']),
    ]);
  };
  for (const platform of platformsByName) {
    const { name, v2 } = ofAccounts[platform];
    const lookups = operations.filter(
      (each) =>
        each.platform === platform && each.generation === 3 && each.methods.some((one) => one === 'GET'),
    );
    const lists = lookups.filter(({ id }) => /niches|topics/.test(id));
    for (const { id } of lists) await read(`/${id}`);
    for (const account of world.accounts(platform)) {
      const id = encodeURIComponent(accountId(account));
      const urls = [
        ...lookups.flatMap((each) =>
          lists.includes(each)
            ? []
            : `/${each.id}?${name}=${id}&pastDayRange=365&videoId=${account.contents[0]?.id}&vssId=.en`,
        ),
        ...v2.map((url) => `/v2/${url.replace('#', id).replace('@', account.contents.at(-1)?.id ?? '')}`),
      ];
      for (const url of urls) await read(url);
      note(`figures of ${platform} searches`, figuresOf(account));
    }
  }
  for (const { brandId } of world.brands())
    for (const path of ofBrands)
      await read(`/sponsor/${path}?brandId=${encodeURIComponent(brandId)}&platform=tube`);
  return Object.fromEntries([...hashes].map(([name, hash]) => [name, hash.digest('hex').slice(0, 12)]));
}

function figuresOf(account: Account): unknown {
  const ofContent = contentFigures(account);
  const basic =
    account.platform === 'clip'
      ? clipSearchFigures(account)
      : account.platform === 'gram'
        ? gramSearchFigures(account)
        : tubeSearchFigures(account);
  return [searchFigures(account), basic, account.contents.map((content) => ofContent(content))];
}

it('a world keeps its replies: when it is made, five months later and 200 days before', async () => {
  const days = [await answersOn(epochAt), await answersOn(noon), await answersOn(epochAt - 200 * dayMs)];
  const lines = Object.keys(days[0] ?? {}).map(
    (name) => `${[name, ...days.map((day) => day[name])].join(' ')}\n`,
  );
  await expect(lines.join('')).toMatchFileSnapshot('unchanged.txt');
});
