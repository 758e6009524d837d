import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../../new-folder.ts';
import { runToEnd, startProcess } from '../../process.ts';

type Started = Awaited<ReturnType<typeof startProcess>>;

/** A sandbox in a folder; what a failed test leaves running is ended. */
async function start(folder: string, ...args: string[]): Promise<Started> {
  const started = await startProcess(['--data', folder, ...args]);
  let isEnded = false;
  onTestFinished(async () => void (isEnded || (await started.end('SIGKILL'))));
  return {
    ...started,
    end(signal) {
      isEnded = true;
      return started.end(signal);
    },
  };
}

const admin = async ({ url }: Started, method: string, path: string, body?: object) => {
  const reply = await fetch(`${url}/__admin${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return (await reply.json()) as Record<string, unknown>;
};
const epochOf = async (started: Started) => (await admin(started, 'GET', '/health'))['epoch'];
const freeze = (started: Started, at: string) => admin(started, 'PUT', '/clock', { mode: 'frozen', at });

test('a data folder keeps the epoch from its first call on, also over a kill', async () => {
  const folder = newFolder();
  const first = await start(folder, '--clock', '2030-01-01');
  await first.end('SIGTERM');
  const second = await start(folder, '--clock', '2030-01-05');
  expect(await epochOf(second)).toBe('2030-01-05');
  await freeze(second, '2031-02-03');
  expect((await second.get(second.example, 'demo-full')).status).toBe(200);
  await second.end('SIGKILL');

  const third = await start(folder, '--epoch', '2031-02-03');
  expect(await epochOf(third)).toBe('2031-02-03');
  await third.end('SIGTERM');
  const { code, err } = await runToEnd([
    '--port',
    '0',
    '--size',
    '60',
    '--data',
    folder,
    '--epoch',
    '2031-02-04',
  ]);
  expect([code, err]).toEqual([
    2,
    "creator-sandbox: The ledger has the epoch 2031-02-03, not 2031-02-04: start without the setting 'epoch', or with another ledger.\n",
  ]);

  const fourth = await start(folder, '--clock', '2032-01-01');
  await admin(fourth, 'POST', '/reset');
  await fourth.end('SIGTERM');
  const fifth = await start(folder, '--epoch', '2031-02-04');
  expect(await epochOf(fifth)).toBe('2031-02-04');
  await fifth.end('SIGTERM');
});
