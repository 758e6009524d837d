import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type ContainerSettings,
  SandboxContainer,
  StartedSandboxContainer,
} from '../../src/client/testcontainers.ts';
import { readSettings } from '../../src/core/settings.ts';
import { connect, createSandbox } from '../../src/library/index.ts';

/** Reads from a container what Testcontainers would tell the engine. */
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

/** Speaks the part of the engine's protocol that a start needs: the container is a sandbox of this process. */
describe('a container that an engine starts', () => {
  /** The engine's requests so far, and how the container fares. */
  const engine = { asked: [] as string[], env: [] as string[], port: 0, says: '', ends: false };
  const server = createServer(async (request, reply) => {
    const [path = ''] = (request.url ?? '').split('?');
    const step = `${request.method} ${path.replace(/^\/v[\d.]+/, '')}`;
    engine.asked.push(`${request.method} ${request.url}`);
    const answer = (content: object, status = 200) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (step === 'POST /containers/create') {
      engine.env = ((await json(request)) as { Env: string[] }).Env;
      answer({ Id: 'one' }, 201);
    } else if (step === 'POST /containers/one/attach') {
      reply.writeHead(200).flushHeaders();
      for (const text of engine.says.match(/[\s\S]{1,5}/g) ?? []) {
        const head = Buffer.alloc(8);
        head.writeUInt8(2);
        head.writeUInt32BE(Buffer.byteLength(text), 4);
        reply.write(Buffer.concat([head, Buffer.from(text)]));
      }
      if (engine.ends) reply.end();
    } else if (step === 'GET /containers/one/json') {
      if (engine.ends) return;
      answer({
        ...{
          Id: 'one',
          Name: '/one',
          Config: { Hostname: 'one', Labels: {} },
          HostConfig: { PortBindings: {} },
        },
        State: { Status: 'running', Running: true, Health: { Status: 'healthy' } },
        NetworkSettings: {
          Networks: {},
          Ports: { '4310/tcp': [{ HostIp: '0.0.0.0', HostPort: String(engine.port) }] },
        },
      });
    } else if (step === 'POST /containers/one/start' || request.method === 'DELETE')
      reply.writeHead(204).end();
    else if (step === 'GET /containers/json') answer([]);
    else answer({ StatusCode: 0, OperatingSystem: 'Linux', ServerVersion: '1' });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('DOCKER_HOST', `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
    vi.stubEnv('TESTCONTAINERS_RYUK_DISABLED', 'true');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    engine.asked = [];
  });

  it('takes admin calls by the host of the engine, with the token of its settings', async () => {
    const sandbox = await createSandbox({ size: 60, adminToken: 'secret' });
    onTestFinished(() => sandbox.close());
    Object.assign(engine, { port: Number(new URL(sandbox.url).port), says: '', ends: false });
    const container = new SandboxContainer()
      .withSettings({ adminToken: 'secret', adminHosts: ['one.example'] })
      .withSettings({ seed: 4 });
    // what is refused leaves the others as they are
    const wrong = { adminToken: 'other', size: -1 };
    expect(() => container.withSettings(wrong)).toThrow('"size" in the settings cannot be -1');
    const started = await container.start();
    expect(started.url).toBe(`http://127.0.0.1:${engine.port}`);
    // of two values an engine takes the last
    expect(Object.fromEntries(engine.env.map((each) => each.split('=')))).toEqual({
      SANDBOX_ADMIN_HOSTS: 'one.example,127.0.0.1',
      SANDBOX_ADMIN_TOKEN: 'secret',
      SANDBOX_SEED: '4',
    });
    expect((await started.admin.key({ plan: 3 })).key).toEqual(expect.any(String));
    expect((await (await started.connect()).key({ plan: 3 })).key).toEqual(expect.any(String));
    expect(engine.asked.filter((each) => each.startsWith('DELETE'))).toEqual([]);
  });

  it('that ends fails the start with the last sentence it said, and is removed', async () => {
    Object.assign(engine, { says: `${'a'.repeat(5_000)}\nFirst.\nThe port is taken.\n`, ends: true });
    await expect(new SandboxContainer().start()).rejects.toThrow(
      'The sandbox did not start: The port is taken.',
    );
    const last = engine.asked.filter((each) => /DELETE|wait/.test(each));
    expect(last).toEqual(['DELETE /containers/one?v=true', 'POST /containers/one/wait?condition=removed']);
    Object.assign(engine, { says: 'b'.repeat(5_000) });
    await expect(new SandboxContainer().start()).rejects.toThrow(/: b{4096}$/);
    Object.assign(engine, { says: '' });
    await expect(new SandboxContainer().start()).rejects.toThrow('The container ended.');
  });
});
