import { expect, test } from 'vitest';
import { startReplicaProcess } from './processes.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';

const closing = { connection: 'close' };

/** The samples that a scrape shows of one process; new connections reach the processes in turn. */
async function scrapeNext(admin: string): Promise<ReadonlyMap<string, number>> {
  const page = await (await fetch(`${admin}/metrics`, { headers: closing })).text();
  return new Map(
    page
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('several processes under load count exactly, each its part', async () => {
  const ledger = newSchema();
  const args = ['--processes', '2', '--load'];
  const { admin, example, output, end } = await startReplicaProcess(ledger, args);
  const statuses = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const reply = await fetch(example, { headers: { ...closing, 'api-key': 'sandbox:plan=400:crowd' } });
      await reply.arrayBuffer();
      return reply.status;
    }),
  );
  expect([200, 402].map((status) => statuses.filter((each) => each === status).length)).toEqual([200, 100]);

  const pages = new Map<number, ReadonlyMap<string, number>>();
  await expect
    .poll(async () => {
      const page = await scrapeNext(admin);
      return pages.set(page.get('process_start_time_seconds') ?? 0, page).size;
    })
    .toBe(2);
  const sumOf = (name: string): number =>
    [...pages.values()].reduce((sum, page) => sum + (page.get(name) ?? 0), 0);
  const requests = (status: number, code: string) =>
    `creator_sandbox_requests_total{operation="clip/profile",status="${status}",code="${code}",injected="false"}`;
  for (const page of pages.values()) expect(page.get(requests(200, ''))).toBeGreaterThan(0);
  expect([sumOf(requests(200, '')), sumOf(requests(402, 'INSUFFICIENT_CREDITS'))]).toEqual([200, 100]);
  expect(sumOf('creator_sandbox_credits_charged_total{operation="clip/profile"}')).toBe(400);
  const charged = `SELECT (-sum(plan))::int AS credits FROM ${schemaOf(ledger)}.entries WHERE kind = 'charge'`;
  expect(await inDatabase(ledger, charged)).toEqual([{ credits: 400_000 }]);

  for (let n = 0; n < 2; n++) {
    expect((await fetch(`${admin}/requests/count`, { headers: closing })).status).toBe(409);
    expect((await fetch(`${admin}/report`, { headers: closing })).status).toBe(409);
  }
  await end('SIGTERM');
  expect(output().match(/Load: one core serves \d+ requests a second here/g)).toHaveLength(1);
});
