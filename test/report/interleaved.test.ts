import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { terminal } from '../../src/report/formats/terminal.ts';
import { mergeReports } from '../../src/report/merge.ts';
import type { Report } from '../../src/report/model.ts';
import { testApp } from '../harness.ts';
import { type Given, get, post } from './bad-clients.ts';
import { brokenIn, reportFrom } from './reports.ts';

const frozen = await createSandbox({ size: 60, clock: '2026-01-01T00:00:00Z' });
const real = await createSandbox({ size: 60 });
afterAll(() => Promise.all([frozen.close(), real.close()]));

/** Runs a client of its own account. @returns the rules that it broke, and its waste */
async function judged(
  sandbox: typeof real,
  client: (given: Given) => Promise<unknown>,
): Promise<{ broken: Record<string, number>; waste: Report['waste'] }> {
  const key = await sandbox.key({ plan: 1_000, fractional: true });
  await fetch(`${sandbox.adminUrl}/report`, { method: 'DELETE' });
  await client({ url: sandbox.url, sandbox, key });
  const report = await sandbox.report();
  return { broken: brokenIn(report), waste: report.waste };
}

const profileOf = (name: string) => `/clip/profile?uniqueId=${name}`;
const inParallel = (workers: number, work: (worker: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));

/** Asks for a creator until it is there, with these waits. */
async function askFor(given: Given, name: string, waits: readonly number[]): Promise<void> {
  for (const wait of waits) {
    if ((await get(given, profileOf(name))).status === 200) return;
    await sleep(wait);
  }
}

describe('a client that interleaves its calls', () => {
  it('is named for each 402 that it sends again, equally often in every run', async () => {
    for (let run = 0; run < 5; run++) {
      const { broken } = await judged(frozen, async (given) => {
        await given.sandbox.changeKey(given.key.id, { plan: 0 });
        for (let n = 0; n < 4; n++)
          for (const id of ['sample.creator', 'sample.friend']) await get(given, profileOf(id));
      });
      expect(broken).toEqual({ 'retry-after-refusal': 6 });
    }
  });

  it.each([
    [1, 429],
    [6, 500],
    [32, 503],
  ])(
    'is named for retries without a wait, with %i workers, where waits are real',
    async (workers, status) => {
      const client = async (given: Given) => {
        await given.sandbox.fault({ match: { key: given.key.id }, respond: { status } });
        await inParallel(workers, async (worker) => {
          for (let n = 0; n < 9; n++) await get(given, profileOf(`creator.${worker % 6}`));
        });
      };
      expect((await judged(real, client)).broken['retry-without-backoff']).toBeGreaterThan(0);
      expect((await judged(frozen, client)).broken).not.toHaveProperty('retry-without-backoff');
    },
  );

  it.each([1, 6, 32])('is not named for growing waits, with %i workers', async (workers) => {
    const { broken } = await judged(real, async (given) => {
      await given.sandbox.fault({
        match: { key: given.key.id },
        respond: { status: 503 },
        times: 2 * workers,
      });
      await inParallel(workers, (worker) =>
        askFor(given, worker % 2 ? 'sample.creator' : 'sample.friend', [100, 400, 1_600, 3_000]),
      );
    });
    expect(broken).toEqual({});
  });

  it('is not named for more at once than its rate, where waits are real and each call follows a reply', async () => {
    const { broken } = await judged(real, async (given) => {
      await given.sandbox.changeKey(given.key.id, { rate: '1/1h' });
      for (const id of ['a', 'b', 'c', 'd']) await get(given, profileOf(id));
    });
    expect(broken).toEqual({});
  });

  it('is named for a 503 that it asked no more, and not for one that it asked again in turn', async () => {
    const { broken } = await judged(frozen, async (given) => {
      await given.sandbox.fault({ match: { key: given.key.id }, respond: { status: 503 }, times: 3 });
      for (const id of ['a', 'sample.creator', 'sample.friend', 'sample.creator', 'sample.friend'])
        await get(given, profileOf(id));
    });
    expect(broken).toEqual({ 'no-retry-after-503': 1 });
  });
});

describe('a refusal that a test forces once', () => {
  it.each([
    { status: 402, broken: { 'retry-after-refusal': 1 } },
    { status: 404, broken: {} },
  ])(
    'with $status is no reason to ask again for a client that does not know so',
    async ({ status, broken }) => {
      const found = await judged(frozen, async (given) => {
        await given.sandbox.fault({ match: { key: given.key.id }, respond: { status }, times: 1 });
        const replies = [
          await get(given, profileOf('sample.creator')),
          await get(given, profileOf('sample.creator')),
        ];
        expect(replies.map((each) => each.status)).toEqual([status, 200]);
      });
      expect(found).toEqual({ broken, waste: [] });
    },
  );
});

it('does not compare bodies that nobody could read', async () => {
  const { broken } = await judged(frozen, async (given) => {
    for (const name of ['a', 'b', 'c'])
      await fetch(`${given.url}/clip/profile`, {
        method: 'POST',
        headers: { 'api-key': given.key.key },
        body: new URLSearchParams({ uniqueId: name }),
      });
  });
  expect(broken).toEqual({});
});

describe('a header that forces each reply', () => {
  const preferring = (given: Given, prefer: string) =>
    fetch(given.url + profileOf('sample.creator'), { headers: { 'api-key': given.key.key, prefer } });

  it('hides no retry of the same refusal', async () => {
    const { broken } = await judged(frozen, async (given) => {
      for (let n = 0; n < 3; n++) await preferring(given, 'code=402');
    });
    expect(broken).toEqual({ 'retry-after-refusal': 2 });
  });

  it('makes no retry of the steps of a test', async () => {
    const { broken } = await judged(frozen, async (given) => {
      for (const code of [400, 402, 403, 402]) await preferring(given, `code=${code}`);
      await get(given, profileOf('sample.creator'));
    });
    expect(broken).toEqual({});
  });
});

describe('a wait before a retry', () => {
  it('need not grow once it is five seconds long', async () => {
    const app = await testApp({ clock: 'real' });
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    app.deps.faults.add({ match: {}, respond: { status: 503 } });
    for (const [name, waitMs] of [
      ['impatient', 4_999],
      ['patient', 5_000],
    ] as const)
      for (let n = 0; n < 8; n++) {
        await app.get(profileOf('sample.creator'), `sandbox:plan=9:${name}`);
        vi.advanceTimersByTime(waitMs);
      }
    const { clientRules } = await reportFrom(app);
    expect(clientRules).toMatchObject([{ rule: 'retry-without-backoff', requestCount: 2 }]);
  });
});

it('takes waits that are drawn between nothing and a growing bound for a backoff', async () => {
  const app = await testApp({ clock: 'real' });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  app.deps.faults.add({ match: {}, respond: { status: 503 } });
  let drawn = 1;
  const draw = () => {
    drawn = (drawn * 48_271) % 2_147_483_647;
    return drawn / 2_147_483_647;
  };
  for (let client = 0; client < 100; client++)
    for (let n = 0; n < 7; n++) {
      await app.get(profileOf('sample.creator'), `sandbox:plan=9:drawing-${client}`);
      vi.advanceTimersByTime(draw() * 100 * 2 ** n);
    }
  expect(brokenIn(await reportFrom(app))).toEqual({});
});

describe('an unknown parameter', () => {
  it('is none of a path that no operation has', async () => {
    const { broken } = await judged(frozen, (given) =>
      get(given, '/v3/clip/profile?uniqueId=sample.creator'),
    );
    expect(broken).toEqual({});
  });

  it('is named, each once, but for a key in its place', async () => {
    const key = await frozen.key({ plan: 100 });
    await fetch(`${frozen.adminUrl}/report`, { method: 'DELETE' });
    for (const more of ['feilds=bio', 'feilds=age&contry=x', `${key.key}=1`])
      await fetch(`${frozen.url}${profileOf('sample.creator')}&${more}`, { headers: { 'api-key': key.key } });
    const report = await frozen.report();
    expect(report.clientRules.find(({ rule }) => rule === 'unknown-parameter')).toMatchObject({
      parameters: ['contry', 'feilds'],
      requestCount: 3,
    });
    expect(terminal(report)).toContain('Warning: unknown-parameter (contry, feilds) 3×');
    const twice = terminal(mergeReports([report, report]));
    expect(twice).toContain('Warning: unknown-parameter (contry, feilds) 6×');
  });
});

it('tells a key in the URL of a call that was right before', async () => {
  const { broken } = await judged(frozen, async (given) => {
    for (const more of ['', `?api-key=${given.key.key}`])
      await post(given, `/clip/profile${more}`, { uniqueId: 'sample.creator' });
  });
  expect(broken).toEqual({ 'key-outside-header': 1 });
});

describe('the word of a missing value', () => {
  it('is a mistake after a failure, and none of its own', async () => {
    const asks =
      (...names: string[]) =>
      async (given: Given) => {
        for (const name of names) await get(given, profileOf(name));
      };
    expect((await judged(frozen, asks('null', 'sample.creator', 'null', 'undefined'))).broken).toEqual({});
    expect((await judged(frozen, asks('nobody.here', 'null', 'undefined'))).broken).toEqual({
      'ignored-failure': 2,
    });
  });

  it('is as good as a handle that is empty or missing, in the call right after a 404', async () => {
    for (const nothing of ['', null, [null], undefined]) {
      const { broken } = await judged(frozen, async (given) => {
        await get(given, profileOf('nobody.here'));
        await post(given, '/clip/contact', { uniqueId: nothing });
        // A test of an empty handle is none.
        await get(given, profileOf('sample.creator'));
        await post(given, '/clip/audience', { uniqueId: nothing });
      });
      expect(broken).toEqual({ 'ignored-failure': 1 });
    }
  });

  it('may be the trace id of one of the latest 64 failures', async () => {
    const { broken } = await judged(frozen, async (given) => {
      const traces: string[] = [];
      for (let n = 0; n < 65; n++) {
        const reply = await get(given, profileOf(`nobody.${n}`));
        traces.push(((await reply.json()) as { traceId: string }).traceId);
      }
      for (const trace of [traces[1], traces[0]]) await get(given, profileOf(`${trace}`));
    });
    expect(broken['ignored-failure']).toBe(1);
  });

  it('is none once 64 calls have come since the failure, of whichever worker', async () => {
    const others = (count: number) => Array.from({ length: count }, () => 'sample.creator');
    const asksAfter = (count: number) => async (given: Given) => {
      for (const name of ['nobody.here', ...others(count), 'null']) await get(given, profileOf(name));
    };
    expect((await judged(frozen, asksAfter(63))).broken).toEqual({ 'ignored-failure': 1 });
    expect((await judged(frozen, asksAfter(64))).broken).toEqual({});
  });
});
