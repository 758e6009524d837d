import { describe, expect, test } from 'vitest';
import { connect, type EventFeed, type SandboxEvent } from '../../src/library/index.ts';
import { tokensOf } from '../admin/tokens.ts';
import { type Replica, startReplicas } from './replicas.ts';

const adminTokens = tokensOf([
  { name: 'a', scope: 'own', labels: ['team-a-*'], maxKeys: 5, maxRules: 3, maxWatchers: 2 },
  { name: 'b', scope: 'own', labels: ['team-b-*'] },
  { name: 'root', scope: 'all' },
]);

const as = (name: string, { url }: Replica) => connect(url, { token: `token-of-${name}` });

/** The statuses of calls that begin together. */
const statuses = async (calls: readonly Promise<unknown>[]): Promise<number[]> =>
  (await Promise.allSettled(calls))
    .map((ended) => (ended.status === 'fulfilled' ? 200 : (ended.reason as { status: number }).status))
    .sort();

async function firstOf(feed: EventFeed): Promise<SandboxEvent> {
  for await (const event of feed) return event;
  throw new Error('the feed ended');
}

describe('the tokens of two replicas', () => {
  test('have the same limits, whichever is asked', async () => {
    const replicas = await startReplicas(2, { adminTokens });
    const [one, two] = await Promise.all(replicas.map((replica) => as('a', replica)));
    if (!one || !two) throw new Error('there are two');
    const create = (n: number) => (n % 2 === 0 ? one : two).key({ label: `team-a-${n}`, plan: 5 });
    expect(await statuses(Array.from({ length: 12 }, (_, n) => create(n)))).toEqual([
      ...Array(5).fill(200),
      ...Array(7).fill(409),
    ]);
    const [key] = await two.keys();
    expect(await one.keys()).toHaveLength(5);
    expect((await (await as('b', replicas[0])).keys()).length).toBe(0);

    const rule = (n: number) =>
      (n % 2 === 0 ? one : two).fault({ match: { key: key?.id ?? '' }, respond: { status: 500 } });
    expect(await statuses(Array.from({ length: 8 }, (_, n) => rule(n)))).toEqual([
      ...Array(3).fill(200),
      ...Array(5).fill(409),
    ]);
    const rules = await one.faults();
    expect(rules).toHaveLength(3);
    // By the clock, as requests are: a count would tell of the rules of others.
    for (const { id } of rules) expect(id).toMatch(/^fault-\d{15}$/);
    await one.removeFaults();
    expect(await two.faults()).toEqual([]);

    const feeds = await Promise.all([one.events(), two.events()]);
    expect(await statuses([one.events(), two.waitFor({ path: '/usage' })])).toEqual([409, 409]);
    for (const feed of feeds) feed.close();
    await expect.poll(() => statuses([two.waitFor({ path: '/nothing' }, 1, 0)])).toEqual([408]);
    const root = await as('root', replicas[1]);
    expect(new Set((await root.audit()).map(({ token, call }) => `${token} ${call}`))).toEqual(
      new Set(['a POST /keys', 'a POST /faults', 'a DELETE /faults']),
    );
  });

  test('let a team hear of its keys at the other one, and of no others', async () => {
    const replicas = await startReplicas(2, { adminTokens });
    const [, other] = replicas;
    const team = await as('a', replicas[0]);
    const waiting = team.waitFor({ path: '/usage' }, 1, 60_000);
    const feed = await team.events();
    const heard = firstOf(feed);
    // A replica sends its events once it knows that another one listens.
    let n = 0;
    const asking = setInterval(() => {
      n += 1;
      void other.get('/usage', `sandbox:plan=5:team-b-${n}`);
      void other.get('/usage', 'sandbox:plan=5:team-a-first');
    }, 100);
    try {
      const { id } = await (await as('root', other)).findKey('sandbox:plan=5:team-a-first');
      expect((await team.findKey('sandbox:plan=5:team-a-first')).id).toBe(id);
      expect(new Set((await waiting).map(({ key }) => key))).toEqual(new Set([id]));
      expect(await heard).toMatchObject({ event: 'request', data: { key: id } });
    } finally {
      clearInterval(asking);
    }
    const seen = await team.requests();
    expect(seen.length).toBeGreaterThan(0);
    const [{ id } = { id: '' }] = await team.keys();
    expect(new Set(seen.map(({ key }) => key))).toEqual(new Set([id]));
  });
});
