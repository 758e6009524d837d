import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientRuleName, WasteRuleName } from '../../src/report/rules.ts';
import { type Given, get, post, readUntil } from './bad-clients.ts';
import { type Client, inParallel } from './workers.ts';

const profileOf = (name: string) => `/clip/profile?uniqueId=${name}`;
const contactOf = (name: string) => `/clip/contact?uniqueId=${name}`;

/** Names of nobody, one for each piece of work. */
const nobodies = Array.from({ length: 64 }, (_, n) => `nobody.${n}`);

/** Searches that differ in one bound, one for each piece of work. */
const bounds = Array.from({ length: 32 }, (_, n) => 10 + n);
const page = (bound: number, offset: number, more: object = {}) => ({
  filters: [{ filterName: 'totalFollowers', op: '>', value: bound }],
  pageSize: 10,
  offset,
  sortBy: 'totalFollowers',
  desc: true,
  ...more,
});

interface Listed {
  creatorList: { uniqueId: string }[];
  hasNextPage: boolean;
}
const dataOf = async (reply: Response) => ((await reply.json()) as { data?: unknown }).data;
const search = async (given: Given, body: object) =>
  (await dataOf(await post(given, '/clip/search', body))) as Listed;

/** Handles of creators that exist. */
async function creators(given: Given): Promise<string[]> {
  const found = await search(
    { ...given, key: await given.sandbox.key({ plan: 10 }) },
    page(0, 0, { pageSize: 24 }),
  );
  return found.creatorList.map(({ uniqueId }) => uniqueId);
}

const refuseWith = ({ sandbox, key }: Given, status: 402 | 429 | 503, times?: number, path?: object) =>
  sandbox.fault({ match: { key: key.id, ...path }, respond: { status }, ...(times && { times }) });

export interface BadClient {
  name: string;
  rule: ClientRuleName | WasteRuleName;
  client: Client;
}

/** Clients whose workers share a key and interleave. Each breaks one rule, and pays for nothing in one way, at most. */
export const badWorkers: readonly BadClient[] = [
  {
    name: 'sends a 402 again, three times for each creator',
    rule: 'retry-after-refusal',
    async client(given, workers) {
      await given.sandbox.changeKey(given.key.id, { plan: 0 });
      await inParallel(workers, nobodies, async (name) => {
        for (let n = 0; n < 3; n++) await get(given, profileOf(name));
      });
    },
  },
  {
    name: 'sends a call again that failed and was paid, without a look at the balance',
    rule: 'billed-failure-again',
    async client(given, workers) {
      const found = await creators(given);
      const { sandbox, key } = given;
      await sandbox.fault({
        match: { key: key.id },
        profile: 'billed-timeout',
        latency: 0,
        times: found.length,
      });
      await inParallel(workers, found, (name) => get(given, profileOf(name)));
      await inParallel(workers, found, (name) => get(given, profileOf(name)));
    },
  },
  {
    name: 'hammers a 429',
    rule: 'retry-without-backoff',
    async client(given, workers) {
      await refuseWith(given, 429);
      await inParallel(workers, nobodies, async (name) => {
        for (let n = 0; n < 8; n++) await get(given, profileOf(name));
      });
    },
  },
  {
    name: 'gives up after one 503',
    rule: 'no-retry-after-503',
    async client(given, workers) {
      await refuseWith(given, 503, undefined, { operation: 'clip/contact' });
      await inParallel(workers, nobodies, (name) => get(given, contactOf(name)));
      await get(given, '/usage');
    },
  },
  {
    name: 'writes its key into the URL',
    rule: 'key-outside-header',
    client: (given, workers) =>
      inParallel(workers, nobodies, (name) => get(given, `${profileOf(name)}&api-key=${given.key.key}`)),
  },
  {
    name: 'misspells a parameter',
    rule: 'unknown-parameter',
    client: (given, workers) =>
      inParallel(workers, nobodies, (name) => get(given, `${profileOf(name)}&feilds=bio`)),
  },
  {
    name: 'sends URLs as handles',
    rule: 'handle-not-plain',
    client: (given, workers) =>
      inParallel(workers, nobodies, (name) => get(given, profileOf(name.toUpperCase()))),
  },
  {
    name: 'reads on after the last page',
    rule: 'page-after-last',
    client: (given, workers) =>
      inParallel(workers, bounds, async (bound) => {
        for (let offset = 0, isLast = false; !isLast; offset += 100) {
          const { hasNextPage } = await search(given, page(bound, offset, { pageSize: 100 }));
          isLast = !hasNextPage;
          if (isLast) await search(given, page(bound, offset + 100, { pageSize: 100 }));
        }
      }),
  },
  {
    name: 'turns the order between two pages',
    rule: 'page-with-other-sort',
    client: (given, workers) =>
      inParallel(workers, bounds, async (bound) => {
        await search(given, page(bound, 0));
        await search(given, page(bound, 10, { desc: false }));
      }),
  },
  {
    name: 'reads pages of one record',
    rule: 'pages-of-one',
    client: (given, workers) =>
      inParallel(workers, bounds, async (bound) => {
        for (const offset of [0, 1, 2, 3]) await search(given, page(bound, offset, { pageSize: 1 }));
      }),
  },
  {
    name: 'counts pages in place of records',
    rule: 'overlapping-pages',
    client: (given, workers) =>
      inParallel(workers, bounds, async (bound) => {
        for (const offset of [0, 1, 2, 3]) await search(given, page(bound, offset));
      }),
  },
  {
    name: 'reads an id from a failed reply',
    rule: 'ignored-failure',
    client: (given, workers) =>
      inParallel(workers, nobodies, async (name) => {
        const found = (await dataOf(await get(given, profileOf(name)))) as { uniqueId: string } | undefined;
        // Work that succeeds lies between the failure and its consequence.
        await get(given, '/usage');
        await get(given, contactOf(`${found?.uniqueId}`));
      }),
  },
  {
    name: 'never looks at success of a stream, and takes the trace id for a creator',
    rule: 'ignored-failure',
    async client(given, workers) {
      await given.sandbox.fault({
        match: { key: given.key.id, operation: 'nls' },
        profile: 'failed-result',
        errorCode: 'INTERNAL_SERVER_ERROR',
      });
      await inParallel(workers, bounds, async (bound) => {
        const reply = await post(given, '/nls', {
          description: `creators in Spain, more than ${bound} followers`,
        });
        const [, traceId] = /"traceId":"(\w+)"/.exec(await reply.text()) ?? [];
        await get(given, profileOf(`${traceId}`));
      });
    },
  },
  {
    name: 'leaves a file that it paid',
    rule: 'left-after-charge',
    async client(given, workers) {
      await given.sandbox.fault({ match: { key: given.key.id }, profile: 'dribble' });
      await inParallel(workers, bounds, async () => {
        const file = '/tube/subtitles/download?videoId=shanvideo01&vssId=a.zh-Hant';
        await readUntil(await get(given, file), '[');
      });
      await ended(given, bounds.length);
    },
  },
  {
    name: 'leaves a stream before its result',
    rule: 'left-before-result',
    async client(given, workers) {
      await given.sandbox.fault({ match: { key: given.key.id }, profile: 'dribble' });
      await inParallel(workers, bounds, async (bound) =>
        readUntil(
          await post(given, '/nls', { description: `creators in Spain, more than ${bound} followers` }),
          'event: progress',
        ),
      );
      await ended(given, bounds.length);
    },
  },
  {
    name: 'asks for so many fields that they cost the whole record',
    rule: 'fields-cost-the-whole',
    client: async (given, workers) =>
      inParallel(workers, await creators(given), (name) =>
        get(
          given,
          `/clip/audience?uniqueId=${name}&fields=audienceLocations&fields=audienceGender&fields=audienceAvgAge`,
        ),
      ),
  },
  {
    name: 'sends more at once than its rate',
    rule: 'more-at-once-than-the-rate',
    async client(given, workers) {
      await given.sandbox.changeKey(given.key.id, { rate: '2/1h' });
      await inParallel(8 * workers, nobodies, (name) => get(given, profileOf(name)));
    },
  },
  {
    name: 'has no cache',
    rule: 'paid-again',
    async client(given, workers) {
      const names = await creators(given);
      await inParallel(workers, [...names, ...names], (name) => get(given, profileOf(name)));
    },
  },
  {
    name: 'reads pages that it does not use',
    rule: 'unused-page',
    client: (given, workers) =>
      inParallel(workers, bounds.slice(0, 8), async (bound) => {
        const first = await search(given, page(bound * 1_000, 0, { pageSize: 2 }));
        for (const offset of [2, 4]) await search(given, page(bound * 1_000, offset, { pageSize: 2 }));
        for (const { uniqueId } of first.creatorList) await get(given, profileOf(uniqueId));
      }),
  },
  {
    name: 'buys the whole record, then a part of it',
    rule: 'whole-record',
    client: async (given, workers) =>
      inParallel(workers, await creators(given), async (name) => {
        await get(given, profileOf(name));
        await get(given, `${profileOf(name)}&fields=bio`);
      }),
  },
  {
    name: 'asks for nobody twice',
    rule: 'asked-again-after-404',
    client: (given, workers) =>
      inParallel(workers, nobodies, async (name) => {
        for (let n = 0; n < 2; n++) await get(given, profileOf(name));
      }),
  },
];

/** Waits until so many streams of a client have ended for the sandbox too. */
async function ended({ sandbox, key }: Given, streams: number): Promise<void> {
  for (;;) {
    const requests = await sandbox.requests({ key: key.id });
    if (requests.filter(({ durationMs }) => durationMs > 0).length >= streams) return;
    await sleep(20);
  }
}
