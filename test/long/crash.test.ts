import { expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { startProcess } from '../process.ts';

const data = newFolder();

const key = 'sandbox:plan=1000000:crash';
const connections = 32;

it('loses no answered charge and counts none twice over 20 kills under load on one folder', async () => {
  let answered = 0;
  let sent = 0;
  for (let kill = 0; kill <= 20; kill++) {
    const sandbox = await startProcess(['--data', data]);
    const usage = (await (await sandbox.get(`${sandbox.url}/usage`, key)).json()) as {
      creditsAvailable: number;
      data: { records: { totalQuotaUsed: number }[] };
    };
    const used = usage.data.records.reduce((sum, { totalQuotaUsed }) => sum + totalQuotaUsed, 0);
    expect(used).toBeGreaterThanOrEqual(2 * answered);
    expect(used).toBeLessThanOrEqual(2 * sent);
    expect(usage.creditsAvailable).toBe(1_000_000 - used);
    if (kill === 20) {
      expect(await sandbox.end('SIGTERM')).toBe(0);
      break;
    }

    let killed: Promise<unknown> | undefined;
    const before = answered;
    const client = async () => {
      try {
        while (!killed) {
          sent++;
          const reply = await sandbox.get(sandbox.example, key);
          if (reply.status === 200) answered++;
          await reply.arrayBuffer();
          // after some hundred answers, while others are under way
          if (answered - before > 200 + 37 * kill) killed ??= sandbox.end('SIGKILL');
        }
      } catch {
        // the kill closed the connection
      }
    };
    await Promise.all(Array.from({ length: connections }, client));
    expect(await killed).toBe('SIGKILL');
  }
  expect(answered).toBeGreaterThan(4_000);
});
