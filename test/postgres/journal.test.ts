import { expect, onTestFinished, test } from 'vitest';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import { inTransaction, refresh } from '../../src/ledger/job.ts';
import { openSharedLedger } from '../../src/ledger/open.ts';
import type { Replicas } from '../../src/ledger/replicas.ts';
import { settings } from '../ledger/harness.ts';
import { profile, type Replica, startReplicas } from './replicas.ts';
import { newSchema } from './schemas.ts';

const key = 'sandbox:plan=1000:journal';

test('a question about requests sees those of all replicas, in their order', async () => {
  const replicas = await startReplicas(3);
  const [one, two, three] = replicas;
  const sent = [];
  for (let n = 0; n < 9; n++) {
    const replica = [one, two, three, two, one][n % 5] as Replica;
    const { body } = await replica.get(profile(replica), key);
    sent.push(body['traceId']);
  }
  for (const replica of replicas) {
    const requests = await replica.requests({ key });
    expect(requests.map(({ traceId }) => traceId)).toEqual(sent);
    const filter = 'key~journ credits>0 sort=-id limit=5';
    const newest = await replica.requests({ filter });
    expect(newest.map(({ traceId }) => traceId)).toEqual(sent.slice(-5).reverse());
    await replica.verify({ key, operation: 'clip/profile' }, { exactly: 9 });
    const { body } = await replica.admin('GET', `/requests/${requests[4]?.id}`);
    expect(body).toMatchObject({ traceId: sent[4] });
  }
  const price = ((await one.findKey(key)).used ?? 0) / 9;
  await three.verify({ key }, { exactly: 9, credits: { exactly: 9 * price } });
  await two.get('/usage', key);
  await one.get('/nowhere', key);
  await three.verifyOrder([{ operation: 'clip/profile' }, { operation: 'usage' }]);
  expect((await two.admin('GET', '/requests/unmatched')).body['requests']).toMatchObject([
    { path: '/nowhere' },
  ]);

  for (const replica of replicas) {
    const { receipt } = await replica.report();
    expect(receipt).toMatchObject({ calls: 11, credits: 9 * price });
  }
  const counts = await Promise.all(replicas.map((replica) => replica.decisions()));
  expect(counts[1]).toEqual(counts[0]);
  expect(counts[2]).toEqual(counts[0]);
});

test('each replica says what was missing at a 402 of another', async () => {
  const [one, two] = await startReplicas(2);
  const poor = 'sandbox:plan=3:poor';
  const capped = 'sandbox:plan=9,limit=3:capped';
  for (const replica of [one, two])
    for (const each of [poor, capped]) await replica.get(profile(replica), each);
  const notes = async (name: string) =>
    (await one.requests({ key: name })).map(({ status, notes: found }) => [status, ...found]);
  expect(await notes(poor)).toEqual([
    [200],
    [
      402,
      'Not enough credits for this request.',
      'The plan is 3 credits, 2 spent, 0 purchased left; the price is at most 2: 1 credit missing.',
    ],
  ]);
  expect(await notes(capped)).toEqual([
    [200],
    [
      402,
      'The spend limit of this API key would be exceeded.',
      "The key's spend limit is 3 credits, 2 spent; the price is at most 2: 1 credit missing.",
    ],
  ]);
});

test('a wait on one replica ends with a request to another', async () => {
  const [one, two] = await startReplicas(2);
  const waiting = one.waitFor({ key, operation: 'usage' }, 2, 60_000);
  await two.get('/usage', key);
  await two.get('/usage', key);
  expect(await waiting).toHaveLength(2);
});

test('a reset clears the journals of all, and requests after it stay', async () => {
  const [one, two] = await startReplicas(2);
  const other = 'sandbox:plan=1000:stays';
  for (const replica of [one, two])
    for (const each of [key, other]) await replica.get(profile(replica), each);
  await one.reset(key);
  await two.get('/usage', key);
  await two.verify({ key }, { exactly: 1 });
  await one.verify({ key: other }, { exactly: 2 });
  expect((await one.admin('POST', '/reset', {})).body).toMatchObject({ requests: 3 });
  await two.get('/usage', key);
  await one.verify({}, { exactly: 1 });
  await two.verify({}, { exactly: 1 });
});

test('a stream is written with its charge', async () => {
  const [one, two] = await startReplicas(2);
  const reply = await one.search(key);
  await reply.text();
  const { used } = await two.findKey(key);
  expect(used).toBeGreaterThan(0);
  await expect.poll(async () => (await two.requests({ key }))[0]?.credits).toBe(used);
});

test('a listener on one replica hears the events of all', async () => {
  const [one, two] = await startReplicas(2);
  const leaving = new AbortController();
  const reply = await fetch(`${one.adminUrl}/events`, { signal: leaving.signal });
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
  let heard = '';
  const listening = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard += new TextDecoder().decode(value);
    }
  })().catch(() => {});
  // The others send as soon as they know that somebody listens.
  await expect
    .poll(async () => {
      await two.get('/usage', key);
      return heard;
    })
    .toMatch(/event: request\ndata: .*"operation":"usage"/);
  leaving.abort();
  await listening;
});

test('journals of their own stay apart', async () => {
  const [one, two] = await startReplicas(2, { journal: 'local' });
  await one.get('/usage', key);
  await one.verify({ key }, { exactly: 1 });
  await two.verify({ key }, { exactly: 0 });
});

test('requests beyond the limits are removed and counted, of more keys than fit into one statement', async () => {
  const ledger = await openSharedLedger(newSchema(), {}, settings());
  onTestFinished(() => ledger.close());
  const { records } = ledger.replicas as Replicas;
  const count = 3_000;
  const keys = Array.from({ length: count }, (_, n) => keyIdOf(`many ${n}`));
  const requests = [1, 2].flatMap((turn) =>
    keys.map((key, n) => ({ id: turn * count + n, key, content: `${turn}` })),
  );
  records.add({ requests });
  await refresh(ledger);
  expect(records.areWaiting).toBe(false);
  const found = async (key?: string) => {
    const rows = [];
    for await (const page of records.requests(key)) rows.push(...page);
    return rows.map(({ id }) => id);
  };
  expect(await found()).toEqual(requests.map(({ id }) => id));
  await records.evict({ max: 2 * count, maxPerKey: 1 });
  expect(await found()).toEqual(keys.map((_, n) => 2 * count + n));
  expect([await records.countEvicted(), await records.countEvicted(keys[7])]).toEqual([count, 1]);
  records.add({ requests: [{ id: 3 * count, key: 'more', content: '' }] });
  await refresh(ledger);
  await records.evict({ max: 10, maxPerKey: 1 });
  expect(await found()).toHaveLength(10);
  expect([await records.countEvicted(), await records.countEvicted('more')]).toEqual([2 * count - 9, 0]);
});

test('what could not be committed is written with the next batch, and what was cleared is not', async () => {
  const ledger = await openSharedLedger(newSchema(), {}, settings());
  onTestFinished(() => ledger.close());
  const { records } = ledger.replicas as Replicas;
  const add = (id: number, key: string) => records.add({ requests: [{ id, key, content: `${id}` }] });
  const found = async () => {
    const rows = [];
    for await (const page of records.requests()) rows.push(...page);
    return rows.map(({ id }) => id);
  };
  add(1, 'a');
  add(2, 'b');
  const failing = inTransaction(ledger, undefined, () => {
    // The batch is refused: two rows of one name.
    for (const account of [1, 2])
      ledger.shared.set({ name: `\0${account}`, account: null, counter: false, value: 0 });
  });
  await expect(failing).rejects.toThrow();
  expect([await found(), records.areWaiting]).toEqual([[], true]);
  await refresh(ledger);
  expect(await found()).toEqual([1, 2]);
  add(3, 'a');
  add(4, 'b');
  await inTransaction(ledger, undefined, () => records.clearRequests(['a']));
  expect(await found()).toEqual([2, 4]);
  await inTransaction(ledger, undefined, () => records.clearRequests());
  expect([await found(), await records.countEvicted()]).toEqual([[], 0]);
});
