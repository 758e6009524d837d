import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { generations } from '../../src/app/app.ts';
import { priceBook } from '../../src/core/prices.ts';
import { readSettings } from '../../src/core/settings.ts';
import { furtherKeys } from '../../src/report/counters.ts';
import { makeReport } from '../../src/report/make-report.ts';
import { createTally, type Tally } from '../../src/report/tally.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const { settings } = readSettings({});
const made = generations.map((make) => make(settings));
const newTally = (): Tally =>
  createTally({
    on: true,
    generations: made,
    operations: made.flatMap(({ operations }) => operations),
    prices: priceBook(),
    served: [],
    labelOf: () => null,
    about: () => ({ label: null, looksReal: false }),
    now: () => 0,
    isFrozen: () => false,
  });

/** One request of many keys, tests, creators and answers; with a body, and as a page. */
function count(tally: Tally, n: number, keys: number): void {
  const isPage = n % 5 === 0;
  const isRefused = n % 7 === 0;
  const given = isPage
    ? { filters: [{ filterName: 'totalFollowers', op: '>', value: n }], pageSize: 20, offset: n % 100 }
    : { uniqueId: `creator-${n}` };
  tally.countRequest({
    request: {
      at: n,
      realAt: n,
      keyId: `key-${n % keys}`,
      operation: isPage ? 'clip/search' : 'clip/profile',
      method: 'POST',
      url: isPage ? '/clip/search' : '/clip/profile',
      body: given,
      status: isRefused ? 404 : 200,
      errorCode: isRefused ? 'NOT_FOUND' : null,
      traceId: String(n),
      injected: null,
      notes: [],
      decisions: [],
      credits: isRefused ? 0 : 2_000,
      durationMs: 1,
    },
    id: n,
    body: JSON.stringify(given),
    arrivedAt: n,
    repliedAt: n + 0.5,
    given,
    givenNames: Object.keys(given),
    factBits: 0,
    items: Array.from({ length: isPage ? 20 : 0 }, (_, item) => ({ uniqueId: `creator-${n}-${item}` })),
    isChanged: false,
    keyOutside: false,
    test: `test ${n % keys}`,
    caller: { account: `account ${n % keys}`, unlimited: false },
    secret: undefined,
  });
}

const about = { version: '0', seed: 1, clock: 'real', epoch: null, assumptions: [] };

describe('the counts of a run', () => {
  it('take no more memory for another million requests', () => {
    const tally = newTally();
    const used = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    let n = 0;
    // The heap grows and shrinks by some megabytes in turns, so its highest points are compared.
    const highestAfter = (requests: number): number => {
      let most = 0;
      for (const end = n + requests; n < end; ) {
        count(tally, ++n, 50);
        if (n % 50_000 === 0) most = Math.max(most, used());
      }
      return most;
    };
    const before = highestAfter(700_000);
    expect(highestAfter(1_000_000) - before).toBeLessThan(4);
    expect(makeReport(tally.counts(), about).receipt).toMatchObject({ calls: 1_700_000 });
  });

  it('give keys and tests beyond their bound one row together, and no call is lost', () => {
    const tally = newTally();
    for (let n = 1; n <= 12_000; n++) count(tally, n, 6_000);
    const { receipt } = makeReport(tally.counts(), about);
    expect(receipt.byKey).toHaveLength(5_001);
    expect(receipt.byKey.find(({ label }) => label === furtherKeys)).toMatchObject({
      key: null,
      calls: 2_000,
    });
    expect(receipt.byTest).toHaveLength(5_001);
    expect(receipt.byKey.reduce((sum, { calls }) => sum + calls, 0)).toBe(12_000);
  });
});
