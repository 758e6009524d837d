import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { main, type Server, startServer, stopServer, urlOf } from '../bench/servers.ts';
import { newFolder } from '../new-folder.ts';
import {
  booksOf,
  expectPaid,
  kill,
  type Payments,
  pay,
  readSlowly,
  slowKey,
  watchHealth,
} from './hardships.ts';

/** SOAK_SECONDS makes it shorter, to try it. */
const seconds = Number(process.env['SOAK_SECONDS'] ?? 300);
const kills = 20;
/** How many times the usual the longest answer of /health may take: the program shares the processors with this one. */
const maxHealthTimes = 500;

const started = (data: string, under: readonly string[] = []): Promise<Server> =>
  startServer([main, 'start', '--port', '0', '--pace', '20', '--log-level', 'silent', '--data', data], {
    under,
  });

const paying = (name: string): Payments => ({
  key: `sandbox:plan=900000000:${name}`,
  sent: 0,
  answered: 0,
  failed: 0,
});

it(`slow readers, leavers and ${kills} kills lose no answered charge, and nobody waits for them`, async () => {
  const data = newFolder();
  const payments = Array.from({ length: 8 }, (_, n) => paying(`payer-${n}`));
  const healthMs: number[] = [];
  for (let round = 0; round < kills; round++) {
    const server = await started(data);
    const endsAt = performance.now() + (seconds * 1000) / kills;
    const over = () => performance.now() > endsAt;
    const work = [
      ...payments.map((each) => pay(server, each, over)),
      readSlowly(server, 40, 500, over),
      watchHealth(server, over).then((all) => void healthMs.push(...all)),
    ];
    // While all of them are under way.
    await sleep((seconds * 1000) / kills - 20);
    await kill(server);
    await Promise.all(work);
  }

  const server = await started(data);
  for (const each of payments) await expectPaid(server, each);
  const { charges } = await booksOf(server, slowKey);
  await stopServer(server.child);
  const answered = payments.reduce((sum, each) => sum + each.answered, 0);
  const [usual = 0, longest = 0] = [0.5, 1].map(
    (share) => healthMs.sort((a, b) => a - b)[Math.floor(share * (healthMs.length - 1))],
  );
  console.log(
    `${kills} kills in ${seconds} s: ${answered} answered charges kept, ${charges} more of slow readers and leavers; /health usually took ${usual.toFixed(1)} ms, ${longest.toFixed(0)} ms at most`,
  );
  expect(answered).toBeGreaterThan(kills);
  expect(charges).toBeGreaterThan(0);
  expect(longest).toBeLessThan(maxHealthTimes * usual);
});

/** Pays until calls fail because the ledger cannot be written. */
async function payUntilFull(server: Server, payments: Payments): Promise<void> {
  const work = Array.from({ length: 8 }, () => pay(server, payments, () => payments.failed > 50));
  await Promise.all(work);
  expect(payments.failed).toBeGreaterThan(50);
  // A small batch may still find room between others, so health may change its mind.
  for (;;) {
    const { failed } = payments;
    await pay(server, payments, () => payments.failed > failed);
    const health = await fetch(`${urlOf(server)}/__admin/health`);
    if (health.status === 200) continue;
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({
      detail: expect.stringContaining('The ledger cannot be written: '),
    });
    return;
  }
}

async function reopened(data: string, payments: Payments): Promise<void> {
  const server = await started(data);
  await expectPaid(server, payments);
  const { answered } = payments;
  await pay(server, payments, () => payments.answered > answered);
  await expectPaid(server, payments);
  await stopServer(server.child);
}

it('a ledger file that may not grow fails calls, free of charge, and keeps what was answered', async () => {
  const data = newFolder();
  // in blocks of 512 bytes
  const server = await started(data, ['sh', '-c', 'ulimit -f 4096 && exec "$@"', 'limited']);
  const payments = paying('limited');
  await payUntilFull(server, payments);
  await expectPaid(server, payments);
  await kill(server);
  await reopened(data, payments);
  console.log(`file limit: ${payments.answered} answered, ${payments.failed} failed`);
});

/** A file system of a few megabytes; undefined where this user may not mount one. */
function smallDisk(): string | undefined {
  const folder = newFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

it('a full disk fails calls, free of charge, until there is room again', async ({ skip }) => {
  const disk = smallDisk();
  if (disk === undefined) return skip('only root can mount a small disk');
  const data = join(disk, 'data');
  mkdirSync(data);
  const filler = join(disk, 'filler');
  const server = await started(data);
  const payments = paying('full');
  for (let round = 0; round < 3; round++) {
    const { answered } = payments;
    await pay(server, payments, () => payments.answered >= answered + 500);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
    payments.failed = 0;
    payments.sent = payments.answered;
    await payUntilFull(server, payments);
    await expectPaid(server, payments);
    rmSync(filler);
  }
  const { answered } = payments;
  await pay(server, payments, () => payments.answered > answered);
  expect((await fetch(`${urlOf(server)}/__admin/health`)).status).toBe(200);

  writeFileSync(filler, Buffer.alloc(statfsSync(disk).bavail * statfsSync(disk).bsize));
  await payUntilFull(server, payments);
  await kill(server);
  rmSync(filler);
  await reopened(data, payments);
  console.log(`full disk: ${payments.answered} answered, ${payments.failed} failed`);
});
