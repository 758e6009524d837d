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
