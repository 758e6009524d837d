import { afterAll, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { createAgent } from '../../src/mcp/agent.ts';

const sandbox = await createSandbox({ size: 60 });
afterAll(() => sandbox.close());

it('a key that cannot be opened takes nothing of the budget, and does not decide it', async () => {
  const taken = { key: 'demo-full' };
  const own = createAgent(sandbox, undefined);
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
