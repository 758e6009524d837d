import { expect, onTestFinished, test } from 'vitest';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import { openSharedLedger } from '../../src/ledger/open.ts';
import { allKeys, type Replicas } from '../../src/ledger/replicas.ts';
import { settings } from '../ledger/harness.ts';
import { profile, type Replica, startReplicas } from './replicas.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';

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
    [402, 'The plan is 3 credits, 2 spent, 0 purchased left; the price is at most 2: 1 credit missing.'],
  ]);
  expect(await notes(capped)).toEqual([
    [200],
    [402, "The key's spend limit is 3 credits, 2 spent; the price is at most 2: 1 credit missing."],
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

test('a question waits for the replicas that give signs of life only', async () => {
  const ledger = newSchema();
  const one = await openSharedLedger(ledger, {}, settings());
  const { answers } = one.replicas as Replicas;
  const unanswered = async (beat: string) => {
    const schema = schemaOf(ledger);
    await inDatabase(
      ledger,
      `INSERT INTO ${schema}.replicas (number, process, terms, about, beat)
       SELECT number, number, '{}', '{"host":"elsewhere"}', clock_timestamp() ${beat}
       FROM nextval('${schema}."replicaNumbers"') number`,
    );
    return await answers.countUnanswered(await answers.newQuestion());
  };
  expect(await unanswered("- interval '4 seconds'")).toBe(0);
  expect(await unanswered("+ interval '1 hour'")).toBe(1);
  await one.close();
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

test('requests of more keys than fit into one statement are evicted and counted', async () => {
  const ledger = await openSharedLedger(newSchema(), {}, settings());
  onTestFinished(() => ledger.close());
  const { journal } = ledger.replicas as Replicas;
  const count = 12_000;
  const keys = Array.from({ length: count }, (_, n) => keyIdOf(`many ${n}`));
  for (let from = 0; from < count; from += 1_000)
    await journal.write(
      keys
        .slice(from, from + 1_000)
        .flatMap((keyId, n) =>
          [1, 2].map((turn) => ({ id: turn * count + from + n, key: keyId, truncations: 0, content: '{}' })),
        ),
    );
  const evicted = new Map(keys.map((keyId) => [keyId, 3]));
  await journal.evict({ evicted, truncations: 0, maxRequests: 5 * count, maxPerKey: 1 });
  expect(evicted.size).toBe(0);

  const watermarks = [];
  for (let version = 0, isLast = false; !isLast; version = watermarks.at(-1)?.version ?? 0) {
    const page = await journal.readWatermarksSince(version);
    watermarks.push(...page.rows);
    isLast = page.isLast;
  }
  // Each lost its older request, and three that were never written.
  const expected = keys.map((keyId, n) => ({ key: keyId, count: 4, watermark: 2 * count + n }));
  const byWatermark = watermarks.toSorted((one, other) => one.watermark - other.watermark);
  expect(byWatermark.map(({ key: keyId, count, watermark }) => ({ key: keyId, count, watermark }))).toEqual(
    expected,
  );

  await journal.evict({ evicted: new Map([['', 0]]), truncations: 0, maxRequests: 10, maxPerKey: 1 });
  const [all] = (await journal.readWatermarksSince(watermarks.at(-1)?.version ?? 0)).rows;
  expect(all).toMatchObject({ key: allKeys, watermark: 3 * count - 10 });
  await journal.truncate(keys, 1);
  expect((await journal.readWatermarksSince(0)).rows).toMatchObject([{ key: allKeys }]);
});
