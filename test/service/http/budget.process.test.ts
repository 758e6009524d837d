import { Buffer } from 'node:buffer';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SavedState } from '../../../src/admin/state/saved-state.ts';
import { maxCreatorsPerDay } from '../../../src/service/http/submitted-creators.ts';
import { cpuOf, cpuOfParse, heaviestBody, timesOf } from '../../effort.ts';
import { testApp } from '../../harness.ts';
import { watchSlices } from '../../loop-slices.ts';

const { app, deps } = await testApp({ size: 1200 });

/**
 * The most CPU that one request of at most 1 MB may take in one piece, in parses of the heaviest body: the parse itself
 * cannot be divided.
 */
const maxPiece = 1.5;

/** What such a request may take in all: to list the names of its properties costs a third of the parse. */
const maxInAll = 1.75;

/** The parse, and a list of the names of its properties. */
const maxNamed = 2.5;

const times = <Of>(count: number, of: (n: number) => Of): Of[] =>
  Array.from({ length: count }, (_, n) => of(n));
const noise = (n: number, length: number): string =>
  `${n}-`.padEnd(length, `${'abcdefghij'.slice(n % 10)}aab`);

interface Hostile {
  url: string;
  body: string;
}
const post = (url: string, body: unknown): Hostile => ({ url, body: JSON.stringify(body) });
const search2 = (platform: string, filters: unknown) => {
  const sortBy = platform === 'tube' ? 'subscribers' : 'followers';
  return post(`/v2/${platform}AdvancedSearch`, { maxResults: 200, sortBy, offset: 0, desc: true, filters });
};
const search3 = (operation: string, filters: unknown) =>
  post(`/${operation}`, { filters, pageSize: 100, offset: 0 });
/** Ten filters of a hundred texts each. */
const texts = (filterName: string, length: number, isFuzzySearch: boolean) =>
  times(10, (n) => ({
    filterName,
    op: 'in',
    isFuzzySearch,
    value: times(100, (m) => noise(100 * n + m, length)),
  }));

const requests: Record<string, Hostile> = {
  'a list of 100,000 texts': search2('clip', [
    { filterKey: 'hashtags', op: '=', value: times(100_000, (n) => `#${n}`) },
  ]),
  '20,000 copies of a filter': search2(
    'gram',
    times(20_000, () => ({ filterKey: 'hashtags', op: '=', value: '#x' })),
  ),
  '100 filters of any of 100 texts': search2(
    'clip',
    times(100, (n) => ({ filterKey: 'hashtags', op: 'in', value: times(100, (m) => `#${n}.${m}`) })),
  ),
  'a part of 1 MB': search3('clip/content-search', [
    { filterName: 'description', op: '=', value: noise(1, 1e6), isFuzzySearch: true },
  ]),
  'parts of names': search3('clip/search', texts('displayName', 5, true)),
  '1 MB of ids': post('/clip/submitCreators', { uniqueIds: times(250_000, () => 'a') }),
  '1 MB of numbers for ids': post('/clip/submitCreators', { uniqueIds: times(500_000, () => 5) }),
  '1 MB of numbers for competitors': post('/sponsor/submit', {
    brandName: 'x',
    brandUrl: 'https://brand.example',
    competitors: times(500_000, () => 5),
  }),
  '1 MB of numbers for filters': search3(
    'clip/search',
    times(500_000, () => 5),
  ),
  '1 MB of ids of generation 2': post('/v2/submitCreators', {
    platform: 'clip',
    platformUserIds: times(250_000, () => 'a'),
  }),
  '1 MB of links': post('/sponsor/submit', { brands: times(40_000, (n) => `https://a${n}.example`) }),
  '1 MB of field names': post('/clip/profile', { uniqueId: 'x', fields: times(100_000, (n) => `f${n}`) }),
  '1 MB of counts': post('/clip/content-detail', {
    uniqueId: 'x',
    fields: Object.fromEntries(times(90_000, (n) => [`f${n}`, 1])),
  }),
  '1 MB of blocks': post('/clip/search', {
    filters: [],
    fields: Object.fromEntries(times(80_000, (n) => [`f${n}`, []])),
  }),
  '1 MB of text': post('/clip/profile', { uniqueId: 'x'.repeat(1e6) }),
  '1 MB of keys': post('/clip/profile', { uniqueId: times(60_000, (n) => `sandbox::${n}`).join(' ') }),
  '1 MB of properties': { url: '/clip/profile', body: heaviestBody },
  '1 MB of brackets': { url: '/clip/profile', body: `${'['.repeat(5e5)}${']'.repeat(5e5)}` },
  'whole records of 100 channels': post('/tube/search', {
    filters: [{ filterName: 'totalSubscribers', op: '>', value: 0 }],
    pageSize: 100,
    offset: 0,
    fields: { profile: [], performance: [], audience: [], 'content-detail': {}, sponsorship: {} },
  }),
  'a long description': post('/nls', { description: noise(3, 1_000) }),
  'a description of numbers': post('/nls', { description: 'more than 1 '.repeat(83) }),
};

const headers = {
  'content-type': 'application/json',
  'api-key': 'demo-unlimited',
  apiId: 'demo-unlimited',
};

/**
 * The longest piece in which a request occupies the event loop, in parses of the heaviest body, or in other work.
 * @param ask may first prepare something, and then gives what is measured
 */
function longestPieceOf(
  ask: () => Promise<unknown>,
  limit = maxPiece,
  calibrate?: () => Promise<number>,
): Promise<number> {
  const slices = watchSlices();
  onTestFinished(() => slices.stop());
  const measure = async () => {
    await slices.longest();
    const measured = await ask();
    if (typeof measured === 'function') {
      await slices.longest();
      await measured();
    }
    return slices.longest();
  };
  return timesOf(measure, limit, calibrate);
}

describe('one request does not hold the others up', () => {
  it.each(Object.entries(requests))('%s', async (_, { url, body }) => {
    const payload = Buffer.from(body);
    expect(payload.length).toBeLessThanOrEqual(2 ** 20);
    const piece = await longestPieceOf(async () => {
      const { statusCode } = await app.inject({ method: 'POST', url, headers, payload });
      expect([200, 400, 403]).toContain(statusCode);
    });
    expect(piece).toBeLessThanOrEqual(maxPiece);
  });

  it('as many ids as a key may submit in a day', async () => {
    let key = 0;
    for (const known of [false, true]) {
      const ids = times(maxCreatorsPerDay, (n) => (known ? 'sample.creator' : `Nobody.${n}`));
      const payload = { platform: 'gram', platformUserIds: ids };
      let reply = '';
      const piece = await longestPieceOf(async () => {
        const apiId = `sandbox:unlimited:submits-${key++}`;
        ({ body: reply } = await app.inject({
          method: 'POST',
          url: '/v2/submitCreators',
          headers: { apiId },
          payload,
        }));
      });
      expect(JSON.parse(reply).data).toEqual(known ? [] : ids);
      expect(piece).toBeLessThanOrEqual(maxPiece);
    }
  });

  it.each(['/__admin/keys', '/__admin/reset', '/__admin/clock/advance', '/__admin/quote', '/__admin/send'])(
    '1 MB of properties that %s does not have',
    async (url) => {
      const payload = Buffer.from(heaviestBody);
      const piece = await longestPieceOf(async () => {
        const { statusCode } = await app.inject({ method: 'POST', url, headers, payload });
        expect(statusCode).toBe(400);
      }, maxNamed);
      expect(piece).toBeLessThanOrEqual(maxNamed);
    },
  );

  it('1 MB of properties takes little more than its parse in all', async () => {
    const payload = Buffer.from(heaviestBody);
    const asked = () => app.inject({ method: 'POST', url: '/clip/profile', headers, payload });
    expect(await timesOf(() => cpuOf(asked), maxInAll)).toBeLessThanOrEqual(maxInAll);
  });

  it('a search of the journal by the worst pattern', async () => {
    for (let n = 0; n < 500; n++)
      await app.inject({ url: `/${'a'.repeat(2_000)}${n}`, headers: { 'api-key': `nobody-${n % 10}` } });
    for (const path of [`/${'*?'.repeat(99)}`, `/${'**a'.repeat(66)}`, `/*${'a'.repeat(190)}*b`]) {
      const url = `/__admin/requests/count?path=${encodeURIComponent(path)}`;
      expect(await longestPieceOf(() => app.inject(url))).toBeLessThanOrEqual(maxPiece);
      // in all: a pattern that is tried again from every character would take a thousand times as long
      expect(await timesOf(() => cpuOf(() => app.inject(url)), 15)).toBeLessThanOrEqual(15);
    }
  });

  it('the nearest names of long wrong ones', async () => {
    for (let n = 0; n < 1_000; n++) await app.inject(`/${'ab/cd'.repeat(400)}${n}`);
    expect(await longestPieceOf(() => app.inject('/__admin/requests/unmatched'))).toBeLessThanOrEqual(
      maxPiece,
    );
    const allow = ['x'.repeat(900_000)];
    const created = () => app.inject({ method: 'POST', url: '/__admin/keys', payload: { allow } });
    expect(await longestPieceOf(created)).toBeLessThanOrEqual(maxPiece);
  });

  it('a wait for a large body, which is refused', async () => {
    for (const url of ['/__admin/requests/wait', '/__admin/verify']) {
      const large = Object.fromEntries(times(50_000, (n) => [`k${n}`, n]));
      const payload = { match: { body: { '': large } }, ...(url.endsWith('verify') && { exactly: 1 }) };
      let status = 0;
      const piece = await longestPieceOf(async () => {
        status = (await app.inject({ method: 'POST', url, payload })).statusCode;
      });
      expect(status).toBe(413);
      expect(piece).toBeLessThanOrEqual(maxPiece);
    }
  });

  it('a large body where many rules look at it', async () => {
    const match = { body: { '/list': [1, 2, 3], '/object': { a: 1 } } };
    for (let n = 0; n < 2_000; n++)
      deps.faults.add({ match: n % 2 ? match : { body: { '/object': { a: 1 } } }, respond: { status: 503 } });
    onTestFinished(() => void deps.faults.clear());
    const payload = Buffer.from(
      JSON.stringify({
        uniqueId: 'sample.creator',
        list: times(100_000, (n) => n % 7),
        object: Object.fromEntries(times(50_000, (n) => [`k${n}`, n])),
      }),
    );
    const asked = () => app.inject({ method: 'POST', url: '/clip/profile', headers, payload });
    expect((await asked()).statusCode).toBe(200);
    expect(await longestPieceOf(asked)).toBeLessThanOrEqual(maxPiece);
  });

  it('a long query where many rules look at it', async () => {
    const query = Object.fromEntries(times(20, (n) => [`p${n}`, String(n)]));
    for (let n = 0; n < 2_000; n++)
      deps.faults.add({ match: { query: { ...query, p19: 'other' } }, respond: { status: 503 } });
    onTestFinished(() => void deps.faults.clear());
    const url = `/clip/profile?uniqueId=sample.creator&${times(6_000, (n) => `p${n}=${n}`).join('&')}`;
    const asked = () => app.inject({ url, headers });
    expect((await asked()).statusCode).toBe(200);
    expect(await longestPieceOf(asked)).toBeLessThanOrEqual(maxPiece);
  });

  it.each([
    ['description', { method: 'POST', url: '/nls', headers, payload: { description: 'bakers in Spain' } }],
    ['document of the admin surface', { url: '/__admin/openapi.json?surface=admin' }],
  ] as const)('the first %s', async (_, request) => {
    const piece = await longestPieceOf(async () => {
      const started = await testApp({ size: 1200 });
      return () => started.app.inject(request);
    });
    expect(piece).toBeLessThanOrEqual(maxPiece);
  });

  it('an archive of requests with many parameters', async () => {
    const started = await testApp();
    const query = times(400, (n) => `p${n}=1`).join('&');
    for (let n = 0; n < 1_000; n++) await started.app.inject({ url: `/clip/profile?n=${n}&${query}` });
    const archived = () => started.app.inject('/__admin/requests.har');
    const { log } = (await archived()).json();
    expect(log.entries).toHaveLength(1_000);
    expect(log.entries[7].request.queryString[0]).toEqual({ name: 'n', value: '7' });
    const atOnce = () => cpuOf(() => JSON.stringify(log));
    // To send it takes one piece.
    expect(await longestPieceOf(archived, 1, atOnce)).toBeLessThanOrEqual(1);
  });

  it('a search for creators of no name', async () => {
    const asked = () => app.inject('/__admin/world/creators?name=no.creator.has.this');
    expect((await asked()).json()).toEqual({ creators: [] });
    expect(await longestPieceOf(asked)).toBeLessThanOrEqual(maxPiece);
  });
});

describe('an imported snapshot', async () => {
  const { app } = await testApp();
  const imported = async (change: (state: SavedState) => void) => {
    const state = (await app.inject({ method: 'GET', url: '/__admin/snapshots/budget' })).json();
    change(state);
    const payload = Buffer.from(JSON.stringify(state));
    return {
      payload,
      put: () => app.inject({ method: 'PUT', url: '/__admin/snapshots/other', headers, payload }),
    };
  };
  const hold = { keyId: '0'.repeat(16), operation: 'nls', held: 1, balance: 0, kind: 'hold', at: 1 } as const;
  const withEntries = (added: readonly object[]) => (state: SavedState) => {
    const [account] = state.ledger.accounts;
    account?.entries.push(...(added as typeof account.entries));
  };
  beforeAll(() => app.inject({ method: 'PUT', url: '/__admin/snapshots/budget' }));

  it('of 3 MB holds the others up for a few parses of it at most', async () => {
    const { payload, put } = await imported(
      withEntries(times(25_000, (n) => ({ ...hold, traceId: n.toString(16) }))),
    );
    const parse = () => cpuOfParse(payload.toString());
    expect((await put()).statusCode).toBe(422);
    expect(await longestPieceOf(put, maxParsesOfImport, parse)).toBeLessThanOrEqual(maxParsesOfImport);
  });

  it('of as many holds that end in another order takes time for each of them only', async () => {
    const count = 12_000;
    const { payload, put } = await imported((state) => {
      const [account] = state.ledger.accounts;
      const balance = account?.entries.at(-1)?.balance ?? 0;
      const entries = times(count, (n) => ({ ...hold, balance, traceId: (n + 1).toString(16) }));
      const ends = entries.map((each) => ({ ...each, kind: 'release' as const, held: -1 })).reverse();
      withEntries([...entries, ...ends, { ...hold, held: 2, balance, traceId: '1' }])(state);
    });
    const refused = await put();
    expect(refused.json()).toMatchObject({ detail: expect.stringContaining('held and never released') });
    const parse = () => cpuOfParse(payload.toString());
    expect(await timesOf(() => cpuOf(put), maxParsesInAll, parse)).toBeLessThanOrEqual(maxParsesInAll);
  });
});

/** `JSON.parse`, the check of its depth before and that of its form after cannot be divided. */
const maxParsesOfImport = 6;

/** The sums of its entries, too. To look for the end of each hold among all of them would take hundreds. */
const maxParsesInAll = 40;
