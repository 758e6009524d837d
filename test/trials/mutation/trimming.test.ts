import { expect, it } from 'vitest';
import { generations } from '../../../src/app/app.ts';
import type { ReplyRewriter } from '../../../src/service/http/reply-rewriter.ts';
import { observeCleanRun } from '../../../src/trials/mutation/clean-run.ts';
import { replyTrimming, sellingOnly, watchSites } from '../../../src/trials/mutation/trimming.ts';
import { testApp } from '../../harness.ts';

const openWith = (rewriter: ReplyRewriter) => testApp({ vocabulary: 'neutral' }, {}, generations, rewriter);
type App = Awaited<ReturnType<typeof openWith>>;

/** What a client asks: sites of both forms, one of them twice, and a search, which is sold whole only. */
async function ask({ get, post }: App) {
  const replies = [
    await get('/clip/content-detail?uniqueId=sample.creator', 'demo-full'),
    await get('/clip/content-detail?uniqueId=private.account', 'demo-full'),
    await post('/clip/profile', { uniqueId: 'sample.creator', fields: ['bio', 'country'] }, 'demo-full'),
    await post(
      '/clip/search',
      { filters: [{ filterName: 'totalFollowers', op: '>', value: 1000 }], pageSize: 1, offset: 0 },
      'demo-full',
    ),
    await get('/clip/content-detail?uniqueId=nobody.at.all', 'demo-full'),
  ];
  return replies.map(({ body }) => body);
}
const [videosSite, profileSite] = [
  'clip/content-detail uniqueId',
  'clip/profile fields=["bio","country"], uniqueId',
];
const fewer = new Map<string, readonly string[] | Record<string, number>>([
  [videosSite, { recentVideos: 2 }],
  [profileSite, ['country']],
]);

it('the sites of a client are its look-ups by form, with what they get now and what fewer fields would cost', async () => {
  const { rewriter, sites, credits } = watchSites();
  const replies = await ask(await openWith(rewriter));
  const items = replies.map(
    ({ data }) => (data as { recentVideos?: unknown[] } | undefined)?.recentVideos?.length ?? 0,
  );
  const paid = replies.map(({ creditsUsed = 0 }) => creditsUsed as number);
  expect(
    sites().map(({ cost, ...site }) => ({ ...site, before: cost(), after: cost(fewer.get(site.id)) })),
  ).toEqual([
    {
      id: videosSite,
      ...{ operation: 'clip/content-detail', parameters: 'uniqueId', form: 'object', calls: 2 },
      whole: { recentVideos: Math.max(...items) },
      before: 6,
      after: 0.2,
    },
    {
      id: profileSite,
      operation: 'clip/profile',
      ...{ parameters: 'fields=["bio","country"], uniqueId', form: 'array', calls: 1 },
      whole: ['bio', 'country'],
      ...{ before: 0.2, after: 0.1 },
    },
  ]);
  expect(credits()).toBeCloseTo(paid.reduce((sum, each) => sum + each, 0));
});

it('sites that ask alike are told apart by their lines, in the order of their names', async () => {
  const { rewriter, sites } = watchSites();
  const { app } = await openWith(rewriter);
  const askAt = (site: string, uniqueId: string) =>
    app.inject({
      ...{ method: 'GET', url: `/clip/content-detail?uniqueId=${uniqueId}` },
      headers: { 'api-key': 'demo-full', 'x-sandbox-call-site': site },
    });
  await askAt('src/b.ts:2:3 second', 'private.account');
  await askAt('src/a.ts:1', 'sample.creator');
  await askAt('src/b.ts:2:3 second', 'private.account');
  const [first, second, ...more] = sites();
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    id: `${videosSite} src/a.ts:1`,
    ...{ callSite: { file: 'src/a.ts', line: 1 }, parameters: 'uniqueId', calls: 1 },
  });
  expect(second).toMatchObject({
    id: `${videosSite} src/b.ts:2:3 second`,
    callSite: { file: 'src/b.ts', line: 2, column: 3, function: 'second' },
    // no reply had an item
    ...{ calls: 2, whole: { recentVideos: 0 } },
  });
  expect([first?.cost({ recentVideos: 3 }), second?.cost({ recentVideos: 3 })]).toEqual([0.3, 0]);
});

it('trimmed sites get these fields at the old price, sold ones pay for no more; no other reply changes', async () => {
  const whole = await ask(await openWith({ rewrite: (unsent) => unsent }));
  const trimmed = await ask(await openWith(replyTrimming(fewer)));
  const sold = await ask(await openWith(sellingOnly(fewer)));
  const used = (replies: typeof whole) => replies.map(({ creditsUsed }) => creditsUsed);
  expect(used(trimmed)).toEqual(used(whole));
  const videos = (whole[0]?.['data'] as { recentVideos: unknown[] } | undefined)?.recentVideos;
  for (const replies of [trimmed, sold]) {
    expect(replies[0]?.['data']).toEqual({ recentVideos: videos?.slice(0, 2) });
    expect(Object.keys(replies[2]?.['data'] as object)).toEqual(['uniqueId', 'country']);
    expect(replies[3]?.['data']).toEqual(whole[3]?.['data']);
    expect(replies[4]).toEqual({ ...whole[4], traceId: expect.any(String), timestamp: expect.any(Number) });
  }
  expect(used(sold)).toEqual([0.2, 0, 0.1, whole[3]?.['creditsUsed'], undefined]);
});

/** Further replies of each form: pages, streams and downloads, successes and refusals of both generations. */
async function askMore({ app, get, getV2, post }: App) {
  const search = { filters: [{ filterName: 'totalFollowers', op: '>', value: 1000 }], pageSize: 2 };
  const order = { sortBy: 'totalFollowers', desc: true };
  for (const more of [{ offset: 0, ...order }, { offset: 2, ...order }, { offset: 0 }])
    await post('/clip/search', { ...search, ...more }, 'demo-unlimited');
  const none = { filterName: 'totalFollowers', op: '>', value: 1e11 };
  await post('/clip/search', { filters: [none], pageSize: 2, offset: 0 }, 'demo-full');
  for (const page of ['', '&offset=0', '&offset=2'])
    await get(`/sponsor/list?pageSize=2${page}`, 'demo-full');
  for (const url of ['/clip/profile?uniqueId=nobody.at.all', '/usage']) await get(url, 'demo-full');
  for (const name of ['sample.creator', 'nobody.at.all'])
    await getV2(`/v2/clipBasic?clipId=${name}`, 'demo-full');
  for (const track of ['a.zh-Hant', 'none'])
    await get(`/tube/subtitles/download?videoId=shanvideo01&vssId=${track}`, 'demo-full');
  for (const key of ['demo-full', 'demo-empty'])
    await app.inject({
      ...{ method: 'POST', url: '/nls', headers: { 'api-key': key } },
      payload: { description: 'short video creators from Italy' },
    });
}

it('a run without mutants foretells what each would change, and names the first change', async () => {
  const { rewriter, ...clean } = observeCleanRun({});
  const app = await openWith(rewriter);
  await ask(app);
  await askMore(app);
  const [unknown, unmet]: [string[], string[]] = [[], []];
  const foretold = clean.mutants().flatMap((mutant) => {
    const effects = clean.effectsOf(mutant);
    if (!effects?.reached) {
      (effects ? unmet : unknown).push(mutant.id);
      return [];
    }
    const { reached, changed, changedRequests, example = '' } = effects;
    const times = [...changedRequests.values()].join(' ');
    return `${mutant.id}: ${changed} of ${reached} (${times}) ${example.replace(/\[\{.*(?= →)/, '…')}`;
  });
  const called = clean.operations().map((each) => `${each.operation}: ${each.calls} ${each.digest}`);
  const others = [`a run of its own tells: ${unknown.join(', ')}`, `met no reply: ${unmet.join(', ')}`];
  await expect(`${[...called, ...others, ...foretold].join('\n')}\n`).toMatchFileSnapshot('foretold.txt');
  expect(() => clean.about('gram/profile')).toThrow('gram/profile was not called');
});
