import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, MadeKey } from '../../src/library/index.ts';
import type { ClientRuleName } from '../../src/report/rules.ts';

/** The address and keys that a client is given. */
export interface Given {
  url: string;
  sandbox: Pick<Admin, 'fault' | 'changeKey' | 'topUp' | 'key' | 'requests' | 'advance'>;
  /** A key of its own. */
  key: MadeKey;
}

export const get = (given: Given, path: string): Promise<Response> =>
  fetch(`${given.url}${path}`, { headers: { 'api-key': given.key.key } });

export const post = (given: Given, path: string, body: unknown, signal?: AbortSignal): Promise<Response> =>
  fetch(`${given.url}${path}`, {
    method: 'POST',
    headers: { 'api-key': given.key.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

export const profile = '/clip/profile?uniqueId=sample.creator';
const popular = [{ filterName: 'totalFollowers', op: '>', value: 100_000 }];
const search = (offset: number, more: object = {}) => ({
  filters: [{ filterName: 'totalFollowers', op: '>', value: 10 }],
  pageSize: 5,
  offset,
  sortBy: 'totalFollowers',
  desc: true,
  ...more,
});
const description = { description: 'short video creators from the USA with more than 1000 followers' };

/** Reads a stream up to a text, and leaves. */
export async function readUntil(reply: Response, text: string): Promise<void> {
  const reader = reply.body?.getReader();
  const decoder = new TextDecoder();
  for (let read = ''; !read.includes(text); ) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    read += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
}

/** Clients that each break one rule. */
export const badClients: Record<ClientRuleName, (given: Given) => Promise<unknown>> = {
  'retry-after-refusal': async (given) => {
    for (let n = 0; n < 2; n++) await get(given, '/clip/profile?uniqueId=no spaces');
  },
  'retry-without-backoff': async (given) => {
    const { key, sandbox } = given;
    await sandbox.fault({ match: { key: key.id }, respond: { status: 503 }, times: 6 });
    // They shrink by so much that no delay of a busy machine looks like growth.
    for (const wait of [400, 200, 100, 50, 25, 12, 0]) {
      await get(given, profile);
      await sleep(wait);
    }
  },
  'no-retry-after-503': async (given) => {
    const { key, sandbox } = given;
    await sandbox.fault({ match: { key: key.id }, respond: { status: 503 }, times: 1 });
    await get(given, profile);
    await get(given, '/clip/contact?uniqueId=sample.creator');
  },
  'billed-failure-again': async (given) => {
    const { key, sandbox } = given;
    await sandbox.fault({ match: { key: key.id }, profile: 'billed-timeout', latency: 0, times: 1 });
    for (let n = 0; n < 2; n++) await get(given, profile);
  },
  'key-outside-header': (given) => get(given, `${profile}&api-key=${given.key.key}`),
  'unknown-parameter': (given) => get(given, `${profile}&feilds=bio`),
  'handle-not-plain': (given) => get(given, '/clip/profile?uniqueId=Sample.Creator'),
  'page-after-last': async (given) => {
    for (const offset of [0, 100])
      await post(given, '/clip/search', search(offset, { pageSize: 100, filters: popular }));
  },
  'page-with-other-sort': async (given) => {
    await post(given, '/clip/search', search(0));
    await post(given, '/clip/search', search(5, { desc: false }));
  },
  'pages-of-one': async (given) => {
    for (const offset of [0, 1, 2, 3]) await post(given, '/clip/search', search(offset, { pageSize: 1 }));
  },
  'overlapping-pages': async (given) => {
    for (const offset of [0, 1, 2]) await post(given, '/clip/search', search(offset));
  },
  'ignored-failure': async (given) => {
    const reply = (await (await get(given, '/clip/profile?uniqueId=nobody.here')).json()) as {
      data?: { uniqueId: string };
    };
    await get(given, `/clip/contact?uniqueId=${reply.data?.uniqueId}`);
  },
  'left-after-charge': async (given) => {
    // A slow connection, so that the file is not there at once.
    await given.sandbox.fault({ match: { key: given.key.id }, profile: 'dribble' });
    await readUntil(await get(given, '/tube/subtitles/download?videoId=shanvideo01&vssId=a.zh-Hant'), '[');
  },
  'left-before-result': async (given) => readUntil(await post(given, '/nls', description), 'event: progress'),
  'fields-cost-the-whole': (given) =>
    get(
      given,
      '/clip/audience?uniqueId=sample.creator&fields=audienceLocations&fields=audienceGender&fields=audienceAvgAge',
    ),
  'more-at-once-than-the-rate': async (given) => {
    await given.sandbox.changeKey(given.key.id, { rate: '2/10s' });
    await given.sandbox.fault({ match: { key: given.key.id }, latency: '50ms' });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(names.map((name) => get(given, `/clip/profile?uniqueId=nobody.${name}`)));
  },
};
