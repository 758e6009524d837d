import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../examples/typescript/client.ts';
import { type Given, get, post, profile } from './bad-clients.ts';

/** Clients that keep all rules. */
export const goodClients: Record<string, (given: Given) => Promise<unknown>> = {
  'the example in TypeScript, while the service is busy': async ({ url, key, sandbox }) => {
    await sandbox.fault({ match: { key: key.id }, respond: { status: 429 }, times: 2 });
    const options = { baseUrl: url, apiKey: key.key, budget: 100, waitsMs: [20, 60, 180] };
    const client = createClient(options);
    await client.creator('sample.creator');
    await client.creator('sandbox-error-503').catch(() => {});
    await client.creator('nobody.at.all');
    await client.creatorsIn('ITA', 10);
    await createClient({ ...options, apiKey: 'demo-empty' })
      .creator('sample.creator')
      .catch(() => {});
  },
  'a client that looks at the balance before it sends a failed call again': async (given) => {
    const { key, sandbox } = given;
    const timeout = { match: { key: key.id, path: '/**/*rofile' }, latency: 0, times: 1 };
    await sandbox.fault({ ...timeout, profile: 'billed-timeout' });
    for (const path of [profile, '/usage', profile]) await get(given, path);
    // A failure that cost nothing may be sent again at once.
    await sandbox.fault({ ...timeout, profile: 'gateway-timeout' });
    for (const path of ['/gram/profile?uniqueId=sample.creator', '/gram/profile?uniqueId=sample.creator'])
      await get(given, path);
  },
  'a client that backs off from its rate limit': async (given) => {
    await given.sandbox.changeKey(given.key.id, { rate: '1/200ms' });
    // They grow by so much that no delay of a busy machine hides it.
    for (const name of ['sample.creator', 'sample.friend'])
      for (let wait = 25; ; wait *= 4) {
        const { status } = await get(given, `/clip/profile?uniqueId=${name}`);
        if (status === 200) break;
        await sleep(wait);
      }
  },
  'a client that reads all pages in one order': async (given) => {
    for (const desc of [true, false])
      for (let offset = 0, more = true; more; ) {
        const body = {
          filters: [{ filterName: 'totalFollowers', op: '>', value: 10 }],
          pageSize: 20,
          offset,
          sortBy: 'totalFollowers',
          desc,
        };
        const reply = await post(given, '/clip/search', body);
        const { data } = (await reply.json()) as { data: { hasNextPage: boolean; nextOffset: number } };
        more = data.hasNextPage;
        // The last page may be read again.
        if (!more) await post(given, '/clip/search', body);
        offset = data.nextOffset;
      }
  },
  'a client that reads its streams to the end': async (given) => {
    for (const description of ['cooking creators on clip in Spain', 'something nice']) {
      const reply = await post(given, '/nls', { description });
      if (!(await reply.text()).includes('event: result')) throw new Error('no result');
    }
    await (await get(given, '/tube/subtitles/download?videoId=shanvideo01&vssId=a.zh-Hant')).text();
  },
  'a client that asks for parts, in both forms, and tops up when its credits are gone': async (given) => {
    const { key, sandbox } = given;
    await sandbox.changeKey(key.id, { plan: 1 });
    await get(given, `${profile}&fields=bio&fields=country`);
    await post(given, '/clip/content-detail', { uniqueId: '@sample.creator', fields: { recentVideos: 3 } });
    await get(given, '/clip/contact?uniqueId=sample.creator');
    await sandbox.topUp(key.id, { purchased: 20 });
    await get(given, '/clip/contact?uniqueId=sample.creator');
    await get(given, '/usage');
  },
  'a client of generation 2, and of many calls at once': async ({ url, key }) => {
    const names = ['sample.creator', 'sample.friend', 'private.account', 'photo.mode'];
    const headers = { apiId: key.key };
    await Promise.all(names.map((name) => fetch(`${url}/v2/clipHistory?clipId=${name}`, { headers })));
    await fetch(`${url}/v2/tubeBasic?tubeId=UCsample-creator00000000`, { headers });
    await fetch(`${url}/v2/clipAdvancedSearch`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ maxResults: 5, sortBy: 'followers', offset: 0, desc: true, filters: [] }),
    });
  },
};
