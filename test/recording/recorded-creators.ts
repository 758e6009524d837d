import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventsOf } from '../../src/contract/event-stream.ts';
import type { ExchangeFile, ExchangeRequest } from '../../src/contract/exchange.ts';
import { invariantDifferences } from '../../src/contract/invariants.ts';
import { outgoing } from '../../src/contract/wire.ts';
import { type Platform, platformsByName } from '../../src/core/platforms.ts';
import { priceBook } from '../../src/core/prices.ts';
import { createRandom } from '../../src/core/random.ts';
import { accountId } from '../../src/creators/world/rows.ts';
import { isGap, replyPairs } from '../../src/recording/creators/corrections.ts';
import { commandIn } from '../cli/io.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { recordIn, recordingsIn, type SentCall, sending } from './service.ts';

/** A creator as callers name it: by handle, on tube by channel id. */
export interface CalledCreator {
  readonly platform: Platform;
  readonly id: string;
}

/** The look-ups of a creator, of both generations. */
export function lookupsOf({ platform, id }: CalledCreator): SentCall[] {
  const member = platform === 'tube' ? 'channelId' : 'uniqueId';
  const of3 = (name: string, more: Record<string, string> = {}): SentCall => ({
    method: 'GET',
    path: `/${platform}/${name}`,
    query: { [member]: id, ...more },
  });
  const of2 = (name: string): SentCall => ({
    method: 'GET',
    path: `/v2/${name}`,
    query: { [`${platform}Id`]: id },
  });
  return [
    ...['profile', 'performance', 'audience', 'contact', 'content-detail'].map((name) => of3(name)),
    of3('performance-history', { pastDayRange: '20' }),
    ...(platform === 'clip' ? [] : [of3('sponsorship')]),
    of2(`${platform}Basic`),
    of2(`${platform}History`),
    ...(platform === 'tube' ? [of2('tubeDetail'), of2('contactInformation')] : []),
    { method: 'POST', path: `/${platform}/profile`, body: { [member]: id } },
  ];
}

export interface RecordedRun {
  /** With `recordings` and `fixtures` below it. */
  readonly folder: string;
  readonly creators: number;
  readonly recordings: ReadonlyMap<string, ExchangeFile>;
  /** What `fixtures from` said. */
  readonly said: string;
}

/**
 * Records creators of a sandbox through `record`, and makes fixtures of them.
 * @param count accounts @param seed draws them, and the look-ups of each
 */
export async function recordedRun(
  count: number,
  { seed, size = 60, of = lookupsOf }: { seed: number; size?: number; of?: typeof lookupsOf },
): Promise<RecordedRun> {
  const service = await testApp({ vocabulary: 'neutral', seed, size, maxKeys: 10 });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const random = createRandom(seed);
  const accounts = platformsByName.flatMap((platform: Platform) => [
    ...service.deps.world.accounts(platform as 'clip'),
  ]);
  const drawn = accounts
    .map((account) => ({ account, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ account }) => account);
  const calls = drawn.flatMap((account) => {
    const all = of({ platform: account.platform, id: accountId(account) });
    const some = all.filter(() => random() < 0.6);
    return some.length > 0 ? some : all;
  });
  const folder = newFolder();
  const { code, err } = await recordIn(folder, url, sending(calls), { flags: ['--spend', '100000'] });
  expect(code, err).toBe(0);
  const made = await commandIn(folder, ['fixtures', 'from', 'recordings', '--out', 'fixtures']);
  expect(made.code, made.err).toBe(0);
  const recordings = recordingsIn(join(folder, 'recordings'));
  return { folder, creators: drawn.length, recordings, said: made.err };
}

/** The creators in a folder of fixtures. */
export const creatorsIn = (folder: string): CalledCreator[] =>
  readdirSync(join(folder, 'creators')).flatMap((name) => {
    const file = JSON.parse(readFileSync(join(folder, 'creators', name), 'utf8')) as Record<
      Platform,
      { handle: string; channelId?: string }
    >;
    return Object.entries(file).map(([platform, { handle, channelId }]) => ({
      platform: platform as Platform,
      id: channelId ?? handle,
    }));
  });

/** The instant of a recorded reply, moved as all instants of its recording are. */
export const recordedInstant = ({ reply }: ExchangeFile): number =>
  (reply?.body as { timestamp: number } | undefined)?.timestamp ?? Number.NaN;

// biome-ignore lint/suspicious/noExplicitAny: replies of many operations
type Data = any;

const key = 'sandbox:unlimited,fractional:compare';

/** Sends a call to a sandbox, and gives the body of its reply. */
export async function bodyOf(url: string, request: ExchangeRequest): Promise<{ data: Data }> {
  const { url: path, ...rest } = outgoing(request, key);
  const reply = await fetch(url + path, rest);
  return (await reply.json()) as { data: Data };
}

/** The recorded values that a sandbox answers otherwise. */
export async function unlikeRecordings(
  url: string,
  recordings: Iterable<ExchangeFile>,
): Promise<{ unlike: string[]; compared: number }> {
  const unlike: string[] = [];
  let compared = 0;
  for (const { request, reply } of recordings) {
    const { data } = await bodyOf(url, request);
    const pairs = replyPairs(data, (reply?.body as { data: Data } | undefined)?.data, 0);
    compared += pairs.length;
    for (const { steps, given, recorded } of pairs.filter(isGap))
      unlike.push(
        `${request.path} ${JSON.stringify(request.query ?? request.body)} ${steps.join('/')}: ${JSON.stringify(given)?.slice(0, 80)}, recorded ${JSON.stringify(recorded)?.slice(0, 80)}`,
      );
  }
  return { unlike, compared };
}

const book = priceBook({});

/** Where the replies of a sandbox about a creator contradict the contract, each other, or its searches. */
export async function contradictionsOf(url: string, creator: CalledCreator): Promise<string[]> {
  const { platform, id } = creator;
  const found: string[] = [];
  const replies = new Map<string, Data>();
  for (const call of lookupsOf(creator)) {
    const body = await bodyOf(url, call as ExchangeRequest);
    replies.set(call.path, body.data);
    for (const { place, expected, actual } of invariantDifferences(book, call as ExchangeRequest, body))
      found.push(`${call.path} ${id} ${place}: expected ${expected}, found ${actual}`);
  }
  const same = (what: string, ...values: unknown[]): void => {
    if (new Set(values.map((value) => JSON.stringify(value))).size > 1)
      found.push(`${platform} ${id} ${what}: ${JSON.stringify(values).slice(0, 300)}`);
  };
  const profile = replies.get(`/${platform}/profile`);
  const performance = replies.get(`/${platform}/performance`);
  const [today] = replies.get(`/${platform}/performance-history`).histories;
  const basic = Object.values(replies.get(`/v2/${platform}Basic`))[0] as Data;
  const [week] = replies.get(`/v2/${platform}History`).histories;
  const followers = profile.totalFollowers ?? profile.totalSubscribers;
  same(
    'followers',
    followers,
    today.totalFollowers ?? today.totalSubscribers,
    basic.followers ?? basic.subscribers,
    week.followers ?? week.subscribers,
  );
  same('contents', profile.totalContents, today.totalContents, basic.videos ?? basic.posts);
  same('growth', profile.subscriberGrowth.g30, basic.gRateFollowers ?? basic.gRateSubscribers);
  for (const [name, value] of Object.entries(week))
    if (name !== 'timestamp') same(`the first week's ${name}`, value, basic[name]);
  for (const [name, block] of Object.entries(today))
    if (name.endsWith('Recent') || name.endsWith('All'))
      for (const figure of ['likes', 'comments', 'views'])
        same(`${name} ${figure}`, (block as Data)[figure], performance[name][figure]);
  if (basic.country !== undefined) same('country', basic.country, profile.country);
  const kind = platform === 'gram' ? 'Reels' : 'Videos';
  const recent = performance[`${kind.toLowerCase()}PerformanceRecent`];
  const filters = {
    [platform === 'tube' ? 'totalSubscribers' : 'totalFollowers']: followers,
    totalContents: profile.totalContents,
    [`avgRecent${kind}Views`]: recent.views.avg,
    [`medianRecent${kind}Likes`]: recent.likes.median,
    [`avgRecent${kind}EngagementRate`]: recent.engagement.avgEngagementRate,
  };
  for (const [filterName, value] of Object.entries(filters)) {
    const ids = await searched3(url, platform, filterName, value);
    if (!ids.includes(id)) found.push(`${platform} ${id}: no search finds it by ${filterName} ${value}`);
  }
  const keys =
    platform === 'tube'
      ? ['subscribers', 'avgViewsR20']
      : ['followers', platform === 'clip' ? 'avgHearts' : 'avgLikes'];
  for (const filterKey of keys) {
    const ids = await searched2(url, platform, filterKey, basic[filterKey]);
    if (!ids.includes(id))
      found.push(`${platform} ${id}: no search of generation 2 finds it by ${filterKey} ${basic[filterKey]}`);
  }
  return found;
}

/** The creators whose figure is exactly this. */
async function searched3(
  url: string,
  platform: Platform,
  filterName: string,
  value: number,
): Promise<string[]> {
  const filters = [{ filterName, op: '=', value }];
  const ids: string[] = [];
  for (let offset = 0; ; offset += 50) {
    const body = { filters, pageSize: 50, offset };
    const reply = await bodyOf(url, { method: 'POST', path: `/${platform}/search`, body });
    const { creatorList, hasNextPage } = reply.data ?? {};
    if (!creatorList) throw new Error(JSON.stringify(reply));
    ids.push(...creatorList.map((item: Data) => item.channelId ?? item.uniqueId));
    if (!hasNextPage) return ids;
  }
}

async function searched2(
  url: string,
  platform: Platform,
  filterKey: string,
  value: number,
): Promise<string[]> {
  const filters = [
    { filterKey, op: '>', value: value - 1 },
    { filterKey, op: '<', value: value + 1 },
  ];
  const body = { filters, maxResults: 100, offset: 0, sortBy: filterKey, desc: true };
  const reply = await bodyOf(url, { method: 'POST', path: `/v2/${platform}AdvancedSearch`, body });
  if (!reply.data) throw new Error(JSON.stringify(reply));
  return reply.data;
}

/** The creators that a search in words finds. */
export async function described(url: string, description: string): Promise<string[]> {
  const request = { method: 'POST', path: '/nls', body: { description } };
  const { url: path, ...rest } = outgoing(request, key);
  const { events } = eventsOf(await (await fetch(url + path, rest)).text());
  const result = events.at(-1)?.data as { data?: Data } | undefined;
  return (result?.data?.creatorList ?? []).map((item: Data) => item.channelId ?? item.uniqueId);
}
