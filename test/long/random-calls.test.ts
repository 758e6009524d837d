import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFor } from '../../seed/random.ts';
import type { SettingsInput } from '../../src/client/sandbox-interface.ts';
import { newFolder } from '../new-folder.ts';
import { profile, type Replica, startReplica } from '../postgres/replicas.ts';
import { newSchema } from '../postgres/schemas.ts';
import { createPostgres, type Server } from '../postgres/server.ts';

const calls = 20_000;
const connections = 24;

let server: Server;
beforeAll(async () => {
  server = await createPostgres();
});
afterAll(() => server.remove());

/** Accounts with little, with enough and without end; the last two keys are of one account, each with a limit. */
const secrets = [
  ...[40, 400, 4_000, 40_000].map((plan) => `sandbox:plan=${plan},fractional:plan-${plan}`),
  'sandbox:plan=500,purchased=300:both',
  'sandbox:unlimited:endless',
];
const limits = [700, 90];

/** What the replies said to a key. */
interface Told {
  credits: number;
  refused: Record<string, number>;
}

test.each<[name: string, settings: () => readonly SettingsInput[]]>([
  ['in memory', () => [{}]],
  ['in a file', () => [{ data: newFolder() }]],
  ...[2, 3, 5].map((count): [string, () => readonly SettingsInput[]] => [
    `over ${count} replicas`,
    () => Array(count).fill({ ledger: newSchema(server.url) }),
  ]),
])(
  '20,000 random calls %s leave what their replies said, and none is refused without need',
  async (_, settings) => {
    const sandboxes: Replica[] = [];
    for (const each of settings()) sandboxes.push(await startReplica(each));
    const [one] = sandboxes as [Replica];
    const last = sandboxes.at(-1) as Replica;
    const owner = await one.key({ plan: 1_200 });
    const limited = await Promise.all(
      limits.map(
        async (limit, n) => (await one.key({ account: owner.account, limit, label: `limit ${n}` })).key,
      ),
    );
    const keys = [...secrets, ...limited];
    const told = new Map<string, Told>(keys.map((key) => [key, { credits: 0, refused: {} }]));
    const random = randomFor(1, 'calls', sandboxes.length);
    let left = calls;

    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (left > 0) {
          left -= 1;
          const key = random.pick(keys);
          const sandbox = random.pick(sandboxes);
          const path = random.pick([
            profile(one),
            profile(one),
            '/clip/profile?uniqueId=nobody.at.all',
            '/usage',
          ]);
          const { status, body } = await sandbox.get(path, key);
          const { credits, refused } = told.get(key) as Told;
          const paid = status === 200 ? (body['creditsUsed'] as number) : 0;
          const code = status === 200 || status === 404 ? undefined : String(body['errorCode']);
          if (code !== undefined) refused[code] = (refused[code] ?? 0) + 1;
          told.set(key, { credits: credits + paid, refused });
        }
      }),
    );

    const { receipt } = await last.report();
    const all = [...told.values()].reduce((sum, { credits }) => sum + credits, 0);
    expect({ calls: receipt.calls, credits: receipt.credits }).toEqual({ calls, credits: all });
    const price = (await one.get(profile(one), 'demo-full')).body['creditsUsed'] as number;
    for (const [key, { credits, refused }] of told) {
      const { spent, used, plan, purchased, held, unlimited, limit } = await last.findKey(key);
      expect({ key, spent, held }).toEqual({ key, spent: credits, held: 0 });
      const isOut = !unlimited && plan - used + purchased < price;
      const isAtLimit = limit !== null && limit - spent < price;
      if (refused['INSUFFICIENT_CREDITS']) expect({ key, isOut }).toEqual({ key, isOut: true });
      if (refused['KEY_SPEND_THRESHOLD_EXCEEDED'])
        expect({ key, isAtLimit }).toEqual({ key, isAtLimit: true });
      const others = Object.keys(refused).filter(
        (code) => code !== 'INSUFFICIENT_CREDITS' && code !== 'KEY_SPEND_THRESHOLD_EXCEEDED',
      );
      expect({ key, others }).toEqual({ key, others: [] });
    }
    expect([...told.values()].some(({ refused }) => refused['INSUFFICIENT_CREDITS'])).toBe(true);
    expect([...told.values()].some(({ refused }) => refused['KEY_SPEND_THRESHOLD_EXCEEDED'])).toBe(true);
  },
);
