import { expect, it } from 'vitest';
import { expectRightBooks, expectRightBudgets } from './books.ts';
import { fuzz } from './fuzz.ts';
import { operationsOf } from './operations.ts';
import { keys, leaverKey } from './requests.ts';
import { drawSettings, openSwarmApp, shownSwarm } from './swarm.ts';

/** `test/long/fuzz.test.ts` sends two hundred times as many, over other worlds and stores too. */
const count = 500;
const choices = { sizes: [60], stores: ['memory', 'SQLite'] } as const;

it.each([1, 2, 3])(
  `${count} hostile requests of seed %i meet no unexpected failure, no wrong charge and no long wait`,
  async (seed) => {
    const settings = drawSettings(seed, choices);
    const app = await openSwarmApp(settings);
    const operations = (await operationsOf(app)).filter(
      ({ surface }) => settings.admin || surface !== 'admin',
    );
    const report = await fuzz(app, operations, { run: seed, count });
    expect(report.findings, `${shownSwarm(settings)}, seed ${seed}`).toEqual([]);
    expect(report.statuses.get(200)).toBeGreaterThan(count / 20);
    if (settings.admin) return;
    await expectRightBooks(app, [...keys, leaverKey]);
    await expectRightBudgets(app);
  },
);
