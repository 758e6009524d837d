import { expect, it } from 'vitest';
import { generations } from '../../../src/app/app.ts';
import type { ReplyRewriter } from '../../../src/service/http/reply-rewriter.ts';
import { observeCleanRun } from '../../../src/trials/mutation/clean-run.ts';
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
  const foretold = clean.mutants().flatMap(({ mutant: { id }, foreseen }) => {
    if (!foreseen?.reached) {
      (foreseen ? unmet : unknown).push(id);
      return [];
    }
    const { reached, changed, example = '' } = foreseen;
    return `${id}: ${changed} of ${reached} ${example.replace(/\[\{.*(?= →)/, '…')}`;
  });
  const called = clean.operations().map((each) => `${each.operation}: ${each.calls}`);
  const others = [`a run of its own tells: ${unknown.join(', ')}`, `met no reply: ${unmet.join(', ')}`];
  await expect(`${[...called, ...others, ...foretold].join('\n')}\n`).toMatchFileSnapshot('foretold.txt');
});
