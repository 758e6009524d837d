import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getContainerRuntimeClient } from 'testcontainers';
import { expect, it, onTestFinished } from 'vitest';
import {
  type ContainerSettings,
  SandboxContainer,
  type StartedSandboxContainer,
} from '../../src/client/testcontainers.ts';
import { newFolder } from '../new-folder.ts';

const image = process.env['SANDBOX_IMAGE'] ?? 'creator-sandbox';
const profile = '/clip/profile?uniqueId=sample.creator';

async function started(container: SandboxContainer): Promise<StartedSandboxContainer> {
  const sandbox = await container.start();
  onTestFinished(async () => void (await sandbox.stop()));
  return sandbox;
}

const get = (sandbox: StartedSandboxContainer, path: string, key: string) =>
  fetch(`${sandbox.url}${path}`, { headers: { 'api-key': key } });

it('starts a healthy sandbox with settings, and serves its admin surface', async () => {
  const settings: ContainerSettings = {
    clock: '2026-01-01T00:00:00Z',
    adminToken: 'secret',
    prices: { usage: 3 },
    withdrawn: ['clip/profile', 'tube/content-search'],
    strict: true,
  };
  const sandbox = await started(new SandboxContainer(image).withSettings(settings));
  const key = await sandbox.admin.key({ plan: 10 });
  const reply = await get(sandbox, '/usage', key.key);

  expect([reply.status, await sandbox.admin.spent(key.key)]).toEqual([200, 3]);
  expect((await get(sandbox, profile, key.key)).status).toBe(503);
  expect(new Date((await sandbox.admin.requests({ key: key.id }))[0]?.at ?? 0).toISOString()).toBe(
    '2026-01-01T00:00:00.000Z',
  );
  expect((await fetch(`${sandbox.adminUrl}/keys`)).status).toBe(401);
});

it('adds the fixtures of a folder that only its owner can read', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'creators'), { mode: 0o700 });
  const creator = { clip: { handle: 'from.the.test', followers: 12 } };
  writeFileSync(join(folder, 'creators', 'one.json'), JSON.stringify(creator), { mode: 0o600 });

  const sandbox = await started(new SandboxContainer(image).withFixtures(folder));

  const reply = await get(sandbox, '/clip/profile?uniqueId=from.the.test', 'demo-full');
  expect(await reply.json()).toMatchObject({ creditsUsed: 2, data: { totalFollowers: 12 } });
});

it('keeps the ledger in a volume from one container to the next', async () => {
  const volume = `creator-sandbox-test-${process.pid}`;
  onTestFinished(async () => {
    const { container } = await getContainerRuntimeClient();
    await container.dockerode.getVolume(volume).remove();
  });
  const first = await new SandboxContainer(image).withData(volume).start();
  await get(first, profile, 'sandbox:plan=10:kept');
  await first.stop();

  const second = await new SandboxContainer(image).withData(volume).start();
  const usage = (await (await get(second, '/usage', 'sandbox:plan=10:kept')).json()) as object;
  await second.stop();

  expect(usage).toMatchObject({ creditsAvailable: 8 });
});

it('answers at its new address after a restart', async () => {
  const sandbox = await started(new SandboxContainer(image));
  await sandbox.restart();
  expect((await (await sandbox.connect()).requests()).length).toBe(0);
  expect((await get(sandbox, profile, 'demo-full')).status).toBe(200);
});

it('ends with the last sentence of a container that does not start, and leaves none behind', async () => {
  const container = new SandboxContainer(image).withLabels({ test: `failed-${process.pid}` });
  const failing = container.withEnvironment({ SANDBOX_SEED: 'seven' }).start();

  await expect(failing).rejects.toThrow(
    'The sandbox did not start: creator-sandbox: SANDBOX_SEED cannot be "seven": it takes a whole number from 0 to 4294967295.',
  );
  const client = await getContainerRuntimeClient();
  const left = await client.container.dockerode.listContainers({
    all: true,
    filters: { label: [`test=failed-${process.pid}`] },
  });
  expect(left).toEqual([]);
});
