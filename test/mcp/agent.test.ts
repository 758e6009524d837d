import { afterAll, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { createAgent, creditsLeft } from '../../src/mcp/agent.ts';
import { call } from '../../src/mcp/tools/call.ts';

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
  // By its end, the part of a key that is shown.
  expect(await agent.keyId((await agent.keys())[0]?.key)).toBe(one.id);
  const left = (available: number | null) => creditsLeft({ ...one, limit: 5, spent: 2, available });
  expect([left(9), left(1), left(null)]).toEqual([3, 1, 3]);
});

it('an unknown operation is an error with those there are, a stream that breaks off with what came and what is left', async () => {
  const agent = createAgent(sandbox, 50);
  const { id } = await agent.open(50, { plan: 100 });
  await sandbox.fault({ match: { key: id }, profile: 'cut-before-result' });
  const unknown = call.run({ operation: 'clip/profil', parameters: {} }, { admin: sandbox, agent });
  await expect(unknown).rejects.toMatchObject({
    more: { operations: expect.arrayContaining(['clip/profile', 'v2/gramBasic']) },
  });
  const input = { operation: 'nls', parameters: { description: 'creators from Italy' } };
  await expect(call.run(input, { admin: sandbox, agent })).rejects.toMatchObject({
    message: 'The stream broke off before its result. See receipt before you retry.',
    more: {
      left: expect.any(Number),
      reply: expect.arrayContaining([{ event: 'progress', data: expect.anything() }]),
    },
  });
});
