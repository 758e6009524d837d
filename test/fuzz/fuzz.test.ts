import { expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { expectRightBooks } from './books.ts';
import { fuzz } from './fuzz.ts';
import { operationsOf } from './operations.ts';
import { keys, leaverKey } from './requests.ts';

/** `test/long/fuzz.test.ts` sends two hundred times as many. */
const count = 1_000;

it(`${count} hostile requests meet no unexpected failure, no wrong charge and no long wait`, async () => {
  const app = await testApp({}, { wait: async () => {} });
  const operations = await operationsOf(app);
  const service = operations.filter(({ surface }) => surface !== 'admin');
  const report = await fuzz(app, service, { run: 1, count });
  expect(report.findings).toEqual([]);
  expect(report.statuses.get(200)).toBeGreaterThan(count / 10);
  await expectRightBooks(app, [...keys, leaverKey]);

  const { findings } = await fuzz(app, operations, { run: 2, count: count / 2 });
  expect(findings).toEqual([]);
});
