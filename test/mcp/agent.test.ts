import { afterAll, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { createAgent, creditsLeft } from '../../src/mcp/agent.ts';
import { resources } from '../../src/mcp/resources.ts';
import { call, findCreators, quote } from '../../src/mcp/tools/calls.ts';
import { journal, receipt } from '../../src/mcp/tools/findings.ts';
import { advance, force, openKey } from '../../src/mcp/tools/keys.ts';

const sandbox = await createSandbox({ size: 60 });
afterAll(() => sandbox.close());

it('a key that cannot be opened takes nothing of the budget, and does not decide it', async () => {
  const taken = { key: 'demo-full' };
  const own = createAgent(sandbox, undefined);
  await expect(own.keyId('mine')).rejects.toThrow('Yours: none.');
  await expect(own.open(50, taken)).rejects.toMatchObject({ status: 409 });
  expect(own.budget).toBeNull();
  await own.open(5, {});
  expect(own.budget).toBe(5);

  const given = createAgent(sandbox, 20);
  await expect(given.open(20, taken)).rejects.toMatchObject({ status: 409 });
  expect(given.budget).toBe(20);
  const { limit } = await given.open(20, {});
  expect(limit).toBe(20);
  await expect(given.open(0.001, {})).rejects.toThrow('0 credits are not given to a key yet');
});

it('a key that somebody else removed is no key of the agent any more', async () => {
  const agent = createAgent(sandbox, 20);
  const gone = await agent.open(5, { label: 'gone' });
  const stays = await agent.open(5, { label: 'stays' });
  await sandbox.removeKey(gone.id);
  expect((await agent.keys()).map(({ id }) => id)).toEqual([stays.id]);
  for (const name of ['stays', stays.id, undefined]) expect(await agent.keyId(name)).toBe(stays.id);
  await expect(agent.keyId('gone')).rejects.toThrow(`Yours: ${gone.id}, ${stays.id}.`);
});

it('keys of one name are told apart by their ids, and the smaller of budget and balance is left', async () => {
  const agent = createAgent(sandbox, 20);
  const [one, other] = [await agent.open(5, { label: 'same' }), await agent.open(5, { label: 'same' })];
  await expect(agent.keyId('same')).rejects.toThrow(
    `Several of your keys have this name: ${one.id}, ${other.id}.`,
  );
  expect(await agent.keyId(one.key)).toBe(one.id);
  // By its end, the part of a key that is shown.
  expect(await agent.keyId((await agent.keys())[0]?.key)).toBe(one.id);
  const left = (available: number | null) => creditsLeft({ ...one, limit: 5, spent: 2, available });
  expect([left(9), left(1), left(null)]).toEqual([3, 1, 3]);
});

it('each tool acts on the key that it is given, and on the latest when it is given none', async () => {
  const agent = createAgent(sandbox, 100);
  const run = (tool: typeof call, input: object = {}) => tool.run(input, { admin: sandbox, agent });
  const rich = await run(openKey, { budget: 60, label: 'rich', plan: 80, purchased: 7 });
  const poor = await run(openKey, { budget: 3 });
  expect([rich, poor].map(({ budget, available }) => [budget, available])).toEqual([
    [60, 87],
    [3, 3],
  ]);
  const contact = { operation: 'clip/contact', parameters: { uniqueId: 'sample.creator' } };
  const profile = { operation: 'clip/profile', parameters: { uniqueId: 'sample.creator' } };
  expect(await run(quote, { ...contact, key: 'rich' })).toEqual({
    credits: { least: 15, most: 15 },
    left: 60,
  });
  expect(await run(quote, contact)).toMatchObject({ left: 3, refusal: { status: 402 } });
  await run(call, { ...profile, key: 'rich' });
  await run(call, profile);
  expect(await run(force, { key: 'rich', status: 503, operation: 'clip/profile', times: 2 })).toMatchObject({
    times: 2,
  });
  expect(await run(quote, profile)).toMatchObject({ left: 1 });
  await expect(run(call, { ...profile, key: 'rich' })).rejects.toThrow('503');
  expect(await run(call, { ...contact, key: 'rich' })).toMatchObject({ status: 200, left: 43 });
  expect(await run(advance, { by: '31d', key: 'rich' })).toEqual({
    renewals: [expect.anything()],
    ...{ planRemaining: 80, spent: 17, left: 43 },
  });
  expect(await run(advance, { by: '1h' })).toEqual({ renewals: [], planRemaining: 1, spent: 2, left: 1 });
  expect(await run(receipt)).toMatchObject({
    ...{ budget: 100, spent: 19 },
    keys: [
      { id: rich['id'], budget: 60, spent: 17, left: 43 },
      { id: poor['id'], budget: 3, spent: 2, left: 1 },
    ],
  });
  const listed = await run(journal, { key: String(rich['id']), newest: 2 });
  expect(listed).toMatchObject({ matching: 3, requests: [{ status: 503 }, { operation: 'clip/contact' }] });
  expect(await run(journal, { key: 'rich', filter: 'sort=-id', newest: 1 })).toMatchObject({
    ...{ matching: 3, requests: [{ operation: 'clip/profile', status: 200 }] },
  });
});

it('an agent finds creators, also edge cases, and reads the manual', async () => {
  const agent = createAgent(sandbox, 1);
  const { creators } = await findCreators.run({ platform: 'tube', limit: 2 }, { admin: sandbox, agent });
  expect(creators).toMatchObject([{ platform: 'tube' }, { platform: 'tube' }]);
  const read = (uri: string) => resources.find((each) => each.uri === uri)?.read(sandbox);
  const edge = (await read('sandbox://world/edge-cases')) as Record<string, { edge?: unknown }[]>;
  const lists = Object.values(edge).map((list) => JSON.stringify(list));
  expect(Object.values(edge).every((list) => list.length > 0 && list.length <= 3)).toBe(true);
  expect(new Set(lists).size).toBeGreaterThan(lists.length / 2);
  expect(await read('sandbox://docs/report')).toMatch(/^# /);
  expect(resources.find(({ uri }) => uri === 'sandbox://docs/report')?.title).not.toContain('.md');
  expect(await read('sandbox://openapi/v2')).not.toEqual(await read('sandbox://openapi/v3'));
});
