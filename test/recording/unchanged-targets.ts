import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsInput } from '../../src/client/sandbox-interface.ts';
import type { Difference } from '../../src/contract/difference.ts';
import type { Agreement } from '../../src/recording/agreement.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { otherJson, publishedBody, publishedUrl } from '../published.ts';
import { recordIn, type SentCall, sampleOf, sending } from './service.ts';

/** A service that is a sandbox, and what its caller tells `record` of it. */
export interface UnchangedTarget {
  readonly what: string;
  readonly settings: SettingsInput;
  /** Settings that `record` is told, because the service has them. */
  readonly same?: SettingsInput;
}

/** Other worlds, other stores, other words: the same service. The first stand in the ordinary suite. */
export const unchangedTargets: readonly UnchangedTarget[] = [
  {
    what: 'a larger world of the published words',
    settings: { seed: 2, size: 400 },
    same: { vocabulary: 'published' },
  },
  {
    what: 'prices of its own and another status of failures',
    settings: { seed: 3 },
    same: { prices: { 'clip/profile': 7, 'v2/gramBasic': 4, nls: 2 }, v2Status: 400 },
  },
  { what: 'a ledger in a file', settings: { seed: 4, ledger: 'sqlite' } },
  ...[11, 12, 13, 14, 15].map((seed) => ({ what: `seed ${seed}`, settings: { seed } })),
  ...[10, 30, 250].map((size) => ({ what: `${size} people`, settings: { seed: 21, size } })),
  { what: 'pictures of its own', settings: { seed: 23, pictures: 'sandbox' } },
  { what: 'a world that stands still', settings: { seed: 24, worldTime: 'still' } },
  { what: 'a later day of its run', settings: { seed: 25, epoch: '2026-05-02' } },
  { what: 'an earlier day of its run', settings: { seed: 26, epoch: '2026-07-20' } },
  { what: 'streams without a charset', settings: { seed: 27 }, same: { nlsCharset: 'none' } },
  { what: 'look-ups by GET alone', settings: { seed: 28 }, same: { lookups: 'get' } },
  {
    what: 'an operation that is withdrawn',
    settings: { seed: 29 },
    same: { withdrawn: ['tube/content-search'] },
  },
  {
    what: 'the published words, a file',
    settings: { seed: 30, ledger: 'sqlite' },
    same: { vocabulary: 'published' },
  },
];

/** Refusals of each generation: by the request, by what exists, by two faults at once, by the account. */
const refused: readonly SentCall[] = [
  { method: 'GET', path: '/clip/profile', query: { uniqueId: 'nobody.that.anyone.knows' } },
  { method: 'GET', path: '/clip/profile', query: {} },
  { method: 'POST', path: '/clip/search', body: { pageSize: 10, offset: -1 } },
  {
    method: 'POST',
    path: '/clip/search',
    body: { pageSize: 0, offset: -1, filters: [{ filterName: 'colour', op: '=', value: 1 }] },
  },
  { method: 'POST', path: '/nls', body: { description: '' } },
  { method: 'POST', path: '/nls', body: { description: 'anything at all' } },
  { method: 'GET', path: '/tube/subtitles/meta', query: { videoId: 'unknown0000' } },
  {
    method: 'GET',
    path: '/gram/performance-history',
    query: { uniqueId: 'nobody.that.anyone.knows', pastDayRange: '400' },
  },
  { method: 'GET', path: '/v2/clipBasic', query: { clipId: 'nobody.that.anyone.knows' } },
  { method: 'GET', path: '/v2/clipBasic', query: {} },
  {
    method: 'POST',
    path: '/v2/clipAdvancedSearch',
    body: { maxResults: 5, sortBy: 'nothing', offset: 0, desc: true, filters: [] },
  },
];

/** Streams in each outcome, and searches that find some, all and nothing. */
const searches: readonly SentCall[] = [
  {
    method: 'POST',
    path: '/nls',
    body: { description: 'three clip creators from the USA with more than 1000 followers' },
  },
  {
    method: 'POST',
    path: '/nls',
    body: { description: 'tube channels about cooking with at least 50000 subscribers' },
  },
  {
    method: 'POST',
    path: '/nls',
    body: { description: 'gram creators from Italy with more than 900000000 followers' },
  },
  ...['clip', 'gram', 'tube'].flatMap((platform): SentCall[] => {
    const filterName = platform === 'tube' ? 'totalSubscribers' : 'totalFollowers';
    const search = (value: number): SentCall => ({
      method: 'POST',
      path: `/${platform}/search`,
      body: {
        filters: [{ filterName, op: '>', value }],
        pageSize: 5,
        offset: 0,
        sortBy: filterName,
        desc: true,
      },
    });
    return [search(1_000), search(900_000_000_000)];
  }),
];

export interface TargetRun {
  readonly differences: readonly (Difference & { operation: string })[];
  readonly exchanges: number;
  readonly operations: number;
  readonly err: string;
}

/** Records a service with every sample request, refusals and streams, and gives what does not agree. */
export async function recordedTarget({ settings, same = {} }: UnchangedTarget): Promise<TargetRun> {
  const folder = newFolder();
  const data = settings.ledger === 'sqlite' ? { data: join(folder, 'ledger') } : {};
  mkdirSync(join(folder, 'ledger'));
  const service = await testApp({ vocabulary: 'neutral', ...settings, ...same, ...data });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const samples = service.deps.servedRoutes
    .filter(
      ({ operation, method }, n, all) =>
        n === all.findIndex((each) => each.operation === operation && each.method === method),
    )
    .map(sampleOf);
  const calls = [...samples, ...own(service.deps.world.example), ...refused, ...searches];
  writeFileSync(join(folder, 'told.json'), JSON.stringify(same));
  const inWords = same.vocabulary === 'published' ? calls.map(published) : calls;
  const { code, err } = await recordIn(folder, url, sending(inWords), { flags: ['--config', 'told.json'] });
  if (code !== 0) throw new Error(err);
  const file = join(folder, 'recordings', 'agreement.json');
  const { operations } = JSON.parse(readFileSync(file, 'utf8')) as Agreement;
  return {
    differences: operations.flatMap(({ operation, differences }) =>
      differences.map((each) => ({ operation, ...each }) as Difference & { operation: string }),
    ),
    exchanges: operations.reduce((sum, { exchanges }) => sum + exchanges, 0),
    operations: operations.length,
    err,
  };
}

/** Look-ups of a creator whom only this world has, whole and by `fields`. */
const own = ({ clip }: { clip: string }): SentCall[] => [
  ...['profile', 'performance', 'audience', 'contact', 'content-detail'].map((name) => ({
    method: 'GET',
    path: `/clip/${name}`,
    query: { uniqueId: clip },
  })),
  { method: 'GET', path: '/clip/profile', query: { uniqueId: clip, fields: '["country","bio"]' } },
  { method: 'GET', path: '/clip/performance-history', query: { uniqueId: clip, pastDayRange: '40' } },
  ...['clipBasic', 'clipHistory'].map((name) => ({
    method: 'GET',
    path: `/v2/${name}`,
    query: { clipId: clip },
  })),
];

function published({ method, path, query, body }: SentCall): SentCall {
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  const [otherPath = '', otherSearch] = publishedUrl(path + search).split('?');
  return {
    method,
    path: otherPath,
    ...(query && { query: Object.fromEntries(new URLSearchParams(otherSearch)) }),
    ...(body !== undefined && { body: JSON.parse(otherJson(JSON.stringify(body), publishedBody)) }),
  };
}
