import { useSandbox } from 'creator-sandbox/vitest';
import { expect, it } from 'vitest';
import { type ClientOptions, createClient, OverBudget, Refused } from './client.ts';

const sandbox = await useSandbox();

/** A client with an account of its own, so that no test sees another's credits; its waits are noted, not waited. */
async function newClient({ plan = 100, ...options }: Partial<ClientOptions> & { plan?: number } = {}) {
  const { id, key } = await sandbox.key({ plan });
  const waited: number[] = [];
  const sleep = async (ms: number) => void waited.push(ms);
  const client = createClient({ baseUrl: sandbox.url, apiKey: key, budget: 100, sleep, ...options });
  return { client, id, waited };
}
const refusal = (status: number, code: string) => expect.objectContaining({ status, code });
const sample = { handle: 'sample.creator', name: 'Sample Creator', followers: 486213 };

it('looks a creator up, for two credits', async () => {
  const { client, id } = await newClient();
  expect(await client.creator('sample.creator')).toEqual(sample);
  expect([client.spent(), await sandbox.spent(id)]).toEqual([2, 2]);
});

it('knows no creator behind an unknown handle, free of charge', async () => {
  const { client, id } = await newClient();
  expect(await client.creator('nobody.at.all')).toBeUndefined();
  expect([client.spent(), await sandbox.spent(id)]).toEqual([0, 0]);
});

it.each([429, 503])('waits longer each time and retries after %i, and pays once', async (status) => {
  const { client, id, waited } = await newClient();
  await sandbox.fault({ match: { key: id }, respond: { status }, times: 2 });
  expect(await client.creator('sample.creator')).toEqual(sample);
  expect(waited).toEqual([100, 300]);
  await sandbox.verify({ key: id, status }, { exactly: 2 });
  await sandbox.verify({ key: id }, { exactly: 3, credits: { exactly: 2 } });
});

it('asks again after a lost reply, and counts both as spent', async () => {
  const { client, id, waited } = await newClient();
  await sandbox.fault({ match: { key: id }, cut: { bytes: 0, how: 'close' }, times: 1 });
  expect(await client.creator('sample.creator')).toEqual(sample);
  expect(waited).toEqual([100]);
  expect([client.spent(), await sandbox.spent(id)]).toEqual([4, 4]);
});

it('gives up after the last wait', async () => {
  const { client, id, waited } = await newClient({ waitsMs: [1, 2] });
  await sandbox.fault({ match: { key: id }, respond: { status: 503 } });
  await expect(client.creator('sample.creator')).rejects.toEqual(refusal(503, 'SERVICE_UNAVAILABLE'));
  expect(waited).toEqual([1, 2]);
  await sandbox.verify({ key: id }, { exactly: 3 });
});

it('does not retry a refusal that stays', async () => {
  const { client, id, waited } = await newClient({ plan: 1 });
  await expect(client.creator('sample.creator')).rejects.toEqual(refusal(402, 'INSUFFICIENT_CREDITS'));
  await expect(client.creator('not a handle')).rejects.toEqual(refusal(400, 'VALIDATION_ERROR'));
  expect(waited).toEqual([]);
  await sandbox.verify({ key: id }, { exactly: 2 });
});

it('reads all pages and none after the last', async () => {
  const { client, id } = await newClient();
  const found = await client.creatorsIn('ITA', 100_000, 3);
  const known = await sandbox.creators({ platform: 'clip', country: 'ITA', minFollowers: 100_001 });
  expect(found).toEqual(
    known.map(({ handle, displayName, followers }) => ({ handle, name: displayName, followers })),
  );
  expect(found).toHaveLength(8);
  const offsets = (await sandbox.requests({ key: id })).map(
    ({ body }) => (body as { offset: number }).offset,
  );
  expect(offsets).toEqual([0, 3, 6]);
  expect([client.spent(), await sandbox.spent(id)]).toEqual([3, 3]);
});

it('fails when the credits end between two pages, and has paid for the first ones', async () => {
  const { client, id } = await newClient({ plan: 2 });
  await expect(client.creatorsIn('ITA', 100_000, 3)).rejects.toEqual(refusal(402, 'INSUFFICIENT_CREDITS'));
  expect([client.spent(), await sandbox.spent(id)]).toEqual([2, 2]);
});

it('keeps to its budget: the call that would exceed it is not sent', async () => {
  const { client, id } = await newClient({ budget: 3 });
  await client.creator('sample.creator');
  await expect(client.creator('sample.friend')).rejects.toThrow(OverBudget);
  await sandbox.verify({ key: id }, { exactly: 1, credits: { atMost: 3 } });
  expect(new Refused(402, 'INSUFFICIENT_CREDITS')).not.toBeInstanceOf(OverBudget);
});
