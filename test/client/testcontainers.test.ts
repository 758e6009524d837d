import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type ContainerSettings,
  SandboxContainer,
  StartedSandboxContainer,
} from '../../src/client/testcontainers.ts';
import { readSettings } from '../../src/core/settings.ts';
import { connect, createSandbox } from '../../src/library/index.ts';

/** What Testcontainers would tell the engine. */
const askedOf = (container: GenericContainer) =>
  container as unknown as {
    environment: Record<string, string>;
    exposedPorts: unknown[];
    imageName: { string: string };
    directoriesToCopy: object[];
    hostConfig: { Binds?: string[] };
  };

describe('a container of the sandbox', () => {
  it('is made from the image of the Dockerfile unless another is named, and shows the port of the service', () => {
    const { imageName, exposedPorts, environment } = askedOf(new SandboxContainer());
    expect([imageName.string, exposedPorts, environment]).toEqual(['creator-sandbox:latest', [4310], {}]);
    expect(askedOf(new SandboxContainer('other:2')).imageName.string).toBe('other:2');
  });

  it('reads its settings as they were given', () => {
    const settings: ContainerSettings = {
      clock: '2026-01-01T00:00:00Z',
      adminToken: 'secret',
      adminHosts: ['one.example', 'two.example'],
      prices: { usage: 3 },
      withdrawn: ['clip/profile', 'tube/content-search'],
      strict: true,
      pace: 5,
      size: 60,
      vocabulary: 'published',
    };
    const { environment } = askedOf(new SandboxContainer().withSettings(settings));
    expect(Object.keys(environment)).toHaveLength(9);
    const content = { ...settings };
    expect(readSettings({ env: environment }).settings).toEqual(
      readSettings({ file: { name: 'given', content } }).settings,
    );
  });

  it('adds settings to earlier ones, and passes none that is undefined', () => {
    const container = new SandboxContainer().withSettings({ seed: 4 }).withSettings({ size: 60 });
    const given = { strict: undefined } as unknown as ContainerSettings;
    expect(askedOf(container.withSettings(given)).environment).toEqual({
      SANDBOX_SEED: '4',
      SANDBOX_SIZE: '60',
    });
  });

  it('refuses a wrong setting at once, and names it', () => {
    const wrong = { size: 'large' } as unknown as ContainerSettings;
    const container = new SandboxContainer();
    expect(() => container.withSettings(wrong)).toThrow('"size" in the settings cannot be "large"');
    expect(askedOf(container).environment).toEqual({});
  });

  it('takes a folder of fixtures, and a volume for its ledger', () => {
    const asked = askedOf(new SandboxContainer().withFixtures('/creators').withData('ledger'));
    expect(asked.directoriesToCopy).toEqual([{ source: '/creators', target: '/fixtures', mode: 0o755 }]);
    expect(asked.hostConfig.Binds).toEqual(['ledger:/data:rw']);
    expect(asked.environment).toEqual({ SANDBOX_FIXTURES: '/fixtures', SANDBOX_DATA: '/data' });
  });
});

it('a container that runs gives the addresses of its sandbox, and its admin surface with the token', async () => {
  const sandbox = await createSandbox({ size: 60, adminToken: 'secret' });
  onTestFinished(() => sandbox.close());
  const { hostname, port } = new URL(sandbox.url);
  const engine = {
    getHost: () => hostname,
    getMappedPort: (of: number) => (of === 4310 ? Number(port) : 0),
  } as unknown as StartedTestContainer;
  const admin = await connect(sandbox.url, { token: 'secret' });
  const started = new StartedSandboxContainer(engine, admin, 'secret');
  expect([started.url, started.adminUrl]).toEqual([sandbox.url, sandbox.adminUrl]);
  const key = await (await started.connect()).key({ plan: 10 });
  await fetch(`${started.url}/usage`, { headers: key.headers });
  expect(await started.admin.count({ key: key.id })).toBe(1);
});
