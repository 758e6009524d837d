import type { Readable } from 'node:stream';
import {
  AbstractStartedContainer,
  GenericContainer,
  getContainerRuntimeClient,
  type StartedTestContainer,
  Wait,
} from 'testcontainers';
import { readSettings } from '../core/settings.ts';
import { variableOf } from '../core/settings-schema.ts';
import { type ConnectedSandbox, connect } from './connect.ts';
import type { SettingsInput } from './sandbox-interface.ts';

/** Any setting but those that belong to the container: address and scheme, ledger, fixtures. */
export type ContainerSettings = Omit<
  SettingsInput,
  'host' | 'port' | 'admin' | 'adminPort' | 'data' | 'fixtures' | 'tls' | 'tlsCert' | 'tlsKey'
>;

const port = 4310;

/**
 * The sandbox in a container, for Testcontainers.
 *
 *     const sandbox = await new SandboxContainer().withSettings({ clock: '2026-01-01T00:00:00Z' }).start();
 *     const key = await sandbox.admin.key({ plan: 100 });
 *     await fetch(`${sandbox.url}/usage`, { headers: key.headers });
 *     await sandbox.stop();
 */
export class SandboxContainer extends GenericContainer {
  #settings: ContainerSettings = {};
  /** The end of what the container wrote so far. */
  #said = '';
  #output: Readable | undefined;
  #id: string | undefined;
  readonly #ended = Promise.withResolvers<never>();

  /** @param image by default the one that `docker build -t creator-sandbox .` makes */
  constructor(image = 'creator-sandbox') {
    super(image);
    this.withExposedPorts(port).withWaitStrategy(Wait.forHealthCheck());
  }

  /** Adds settings. @throws UsageError one sentence that names the wrong one */
  withSettings(settings: ContainerSettings): this {
    readSettings({ file: { name: 'the settings', content: settings } });
    this.#settings = { ...this.#settings, ...settings };
    return this.withEnvironment(variablesOf(settings));
  }

  /** Adds the creators and brands of a folder of this machine to the world. */
  withFixtures(folder: string): this {
    return this.withCopyDirectoriesToContainer([
      { source: folder, target: '/fixtures', mode: 0o755 },
    ]).withEnvironment({ SANDBOX_FIXTURES: '/fixtures' });
  }

  /** Keeps the ledger in a volume, which the engine makes if it does not exist. */
  withData(volume: string): this {
    return this.withBindMounts([{ source: volume, target: '/data', mode: 'rw' }]).withEnvironment({
      SANDBOX_DATA: '/data',
    });
  }

  /**
   * Resolves when the sandbox is healthy.
   * @throws Error with the last sentence of the container when it ends or is not healthy in time
   */
  override async start(): Promise<StartedSandboxContainer> {
    const { host } = (await getContainerRuntimeClient()).info.containerRuntime;
    // The admin surface refuses host names that it does not know.
    this.withEnvironment(variablesOf({ adminHosts: [...(this.#settings.adminHosts ?? []), host] }));
    try {
      const started = await Promise.race([super.start(), this.#ended.promise]);
      const { adminToken: token } = this.#settings;
      return new StartedSandboxContainer(started, await connect(urlOf(started), { token }), token);
    } catch (error) {
      await this.#removed();
      const sentence = this.#said.trim().split('\n').at(-1);
      throw sentence ? new Error(`The sandbox did not start: ${sentence}`, { cause: error }) : error;
    } finally {
      this.#output?.destroy();
    }
  }

  /** Listens before the start: Testcontainers would wait a minute for the health of a container that has ended. */
  protected override async containerCreated(id: string): Promise<void> {
    const { container } = await getContainerRuntimeClient();
    this.#id = id;
    this.#ended.promise.catch(() => {});
    this.#output = await container.attach(container.getById(id));
    this.#output
      .on('data', (piece: Buffer | string) => {
        this.#said = (this.#said + piece.toString()).slice(-maxOutput);
      })
      .on('end', () => this.#ended.reject(new Error('The container ended.')));
  }

  /** Testcontainers may be about to remove it too, or may have removed it. */
  async #removed(): Promise<void> {
    if (this.#id === undefined) return;
    const { container } = await getContainerRuntimeClient();
    const failed = container.getById(this.#id);
    await container.remove(failed, { removeVolumes: true }).catch(() => {});
    await failed.wait({ condition: 'removed' }).catch(() => {});
  }
}

/** A sandbox in a container that answers. */
export class StartedSandboxContainer extends AbstractStartedContainer {
  readonly #token: string | undefined;
  /** The admin surface as functions. After `restart()` the container has another address: `connect()` again. */
  readonly admin: ConnectedSandbox;

  constructor(started: StartedTestContainer, admin: ConnectedSandbox, token: string | undefined) {
    super(started);
    this.admin = admin;
    this.#token = token;
  }

  /** Base URL of the service; another one after `restart()`. */
  get url(): string {
    return urlOf(this);
  }

  get adminUrl(): string {
    return `${this.url}/__admin`;
  }

  /** The admin surface at the present address. */
  connect(): Promise<ConnectedSandbox> {
    return connect(this.url, { token: this.#token });
  }
}

const urlOf = (started: StartedTestContainer): string =>
  `http://${started.getHost()}:${started.getMappedPort(port)}`;

const maxOutput = 4096;

/** Settings as environment variables, in the forms that `readSettings` reads. */
function variablesOf(settings: ContainerSettings): Record<string, string> {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [variableOf(name), variableText(value)]));
}

const variableText = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
