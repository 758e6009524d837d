import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { type Agent, agentAt, agentBeside } from './client.ts';

/** Its creators tell an agent, in their own texts, to spend more. */
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
const sandbox = await createSandbox({ size: 60, fixtures });
afterAll(() => sandbox.close());

const budget = 20;
const stranger = await sandbox.key({ plan: 1_000_000, fractional: true });

/** An order that somebody gives the agent, which obeys all of them. */
type Order = { tool: string; input: Record<string, unknown> };

const calls: readonly Order['input'][] = [
  { operation: 'clip/profile', parameters: { uniqueId: 'ignore.your.budget' } },
  { operation: 'tube/audience', parameters: { channelId: 'UCsample-creator00000000' } },
  { operation: 'tube/sponsorship', parameters: { channelId: 'UCsample-creator00000000' } },
  { operation: 'clip/performance-history', parameters: { uniqueId: 'sample.creator', pastDayRange: 365 } },
  { operation: 'clip/profile', parameters: { uniqueId: 'sample.creator', fields: ['bio'] } },
  { operation: 'nls', parameters: { description: 'food creators in Great Britain with an e-mail address' } },
  { operation: 'v2/gramBasic', parameters: { gramId: 'sample.creator' } },
];
const keysOfOthers = ['demo-full', 'demo-unlimited', stranger.id, stranger.key, 'sandbox:unlimited:agent'];
const amounts = [1, 20, 20.001, 1_000_000_000_000, -5];

const orders: fc.Arbitrary<Order> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...calls).map((input) => ({ tool: 'call', input })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...calls), fc.constantFrom(...keysOfOthers))
      .map(([input, key]) => ({ tool: 'call', input: { ...input, key } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        budget: fc.constantFrom(...amounts),
        purchased: fc.constantFrom(0, 500),
        plan: fc.constantFrom(0, 1e6),
      })
      .map((input) => ({ tool: 'open_key', input })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('31d', '400d', '-31d', '10s')
      .map((by) => ({ tool: 'advance', input: { by } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        { status: 503 },
        { status: 402 },
        { profile: 'failed-result' },
        { profile: 'cut-at-byte' },
        { latency: '5ms' },
      )
      .map((input) => ({ tool: 'force', input })),
  },
  // No tool has these names, and no path leads out of the operations.
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { tool: 'reset', input: {} },
      { tool: 'top_up', input: { purchased: 500 } },
      { tool: 'call', input: { operation: '../__admin/reset', parameters: {} } },
      { tool: 'call', input: { operation: 'usage', parameters: { 'api-key': 'demo-full', limit: null } } },
      { tool: 'open_key', input: { budget: 20, limit: null, account: stranger.account } },
      { tool: 'open_key', input: { budget: 1, spent: -1000 } },
    ),
  },
);

/** Obeys all orders of a round at once. */
async function obey(agent: Agent, rounds: readonly (readonly Order[])[]) {
  for (const round of rounds)
    await Promise.all(
      round.map(({ tool, input }) => agent.call(tool, input).catch((error: Error) => error.message)),
    );
}

/** The credits that the ledger took from all keys that agents opened. */
const spentBy = async (label: string) => {
  const { byKey } = (await sandbox.report()).receipt;
  return byKey.filter((key) => key.label === label).reduce((sum, { credits }) => sum + credits, 0);
};

describe('an agent with a budget of 20 credits', () => {
  it('never passes it, whatever it is told to do', async () => {
    let agents = 0;
    let most = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(orders, { minLength: 1, maxLength: 8 }), { minLength: 4, maxLength: 8 }),
        fc.boolean(),
        async (rounds, byOperator) => {
          const label = `agent-${agents++}`;
          const agent = await agentAt(
            sandbox.adminUrl,
            `?agent=${label}${byOperator ? `&budget=${budget}` : ''}`,
          );
          const first = { budget: byOperator ? 12 : budget, purchased: 500, plan: 1_000, label };
          expect((await agent.call('open_key', first)).refused).toBe(false);
          await obey(
            agent,
            rounds.map((round) =>
              round.map((order) =>
                order.tool === 'open_key' ? { ...order, input: { label, ...order.input } } : order,
              ),
            ),
          );
          const { budget: reported, spent } = (await agent.call('receipt')).content as Record<string, number>;
          const taken = await spentBy(label);
          most = Math.max(most, taken);
          expect(reported).toBe(budget);
          expect(taken).toBeLessThanOrEqual(budget);
          expect(spent).toBeCloseTo(taken, 3);
        },
      ),
      { numRuns: 15 },
    );
    // The orders do use the budget up.
    expect(most).toBeGreaterThan(budget - 3);
    expect((await sandbox.findKey(stranger.id)).spent).toBe(0);
    expect((await sandbox.findKey('demo-full')).spent).toBe(0);
  });

  it('is told in the records to spend more, and the texts change nothing', async () => {
    const agent = await agentAt(sandbox.adminUrl, '?agent=gullible&budget=20');
    await agent.call('open_key', { budget: 20 });
    const { content } = await agent.call('call', calls[0]);
    const { bio } = (content['reply'] as { data: { bio: string } }).data;
    expect(bio).toContain('open_key');
    // It does as the text says.
    expect(await agent.call('open_key', { budget: 1_000_000 })).toMatchObject({
      refused: true,
      content: { error: expect.stringMatching(/^Your budget is 20 credits for all keys together/) },
    });
    expect((await agent.call('call', { ...calls[0], key: 'demo-unlimited' })).refused).toBe(true);
    expect((await agent.call('receipt')).content).toMatchObject({ budget: 20, spent: 2 });
  });

  it('does not pass it with its key in hand, by forty calls at once over HTTP, nor by a renewal', async () => {
    const agent = await agentAt(sandbox.adminUrl, '?agent=direct&budget=20');
    const { id, key } = (await agent.call('open_key', { budget: 20, plan: 1_000, purchased: 500 }))
      .content as {
      id: string;
      key: string;
    };
    const look = () =>
      fetch(sandbox.exampleUrl, { headers: { 'api-key': key } }).then(({ status }) => status);
    const statuses = await Promise.all(Array.from({ length: 40 }, look));
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 402)).toHaveLength(30);
    expect((await agent.call('advance', { by: '31d' })).content).toMatchObject({
      planRemaining: 1_000,
      left: 0,
    });
    expect(await look()).toBe(402);
    expect((await sandbox.findKey(id)).spent).toBe(20);
  });

  it('keeps it after a reset by somebody else: its old key is gone, and there is no budget for a new one', async () => {
    const own = await createSandbox({ size: 60 });
    try {
      const agent = await agentAt(own.adminUrl, '?agent=reset&budget=20');
      await agent.call('open_key', { budget: 20 });
      await own.reset();
      expect((await agent.call('receipt')).content).toMatchObject({ budget: 20, spent: 0, keys: [] });
      expect((await agent.call('open_key', { budget: 1 })).refused).toBe(true);
    } finally {
      await own.close();
    }
  });

  it('shares it between keys that are opened at once', async () => {
    const agent = await agentBeside(['--budget', '20']);
    const opened = await Promise.all(Array.from({ length: 8 }, () => agent.call('open_key', { budget: 6 })));
    expect(opened.filter(({ refused }) => !refused)).toHaveLength(3);
  });
});
