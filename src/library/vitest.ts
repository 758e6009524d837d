import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeEach, expect, inject, type RunnerTestCase } from 'vitest';
import { createAdminClient } from '../client/admin-client.ts';
import { AdminError } from '../client/admin-error.ts';
import { forKey, type KeyAdmin } from '../client/admin-for-key.ts';
import type { Admin, MadeKey } from '../client/admin-interface.ts';
import type { SettingsInput } from '../client/sandbox-interface.ts';
import type { KeyTerms, Settings } from '../client/types.ts';
import { redirectServices } from './service-hosts.ts';
import type { SharedSandbox } from './vitest-setup.ts';

/** Terms of the key, and the settings in which the sandbox shall differ from that of the run. */
export interface SandboxOptions extends KeyTerms {
  /** Where they differ from those of the run, they open a sandbox for this file or test alone. */
  settings?: SettingsInput;
}

/** The sandbox as one test file, or one test, sees it: its functions act on the own key unless another is named. */
export interface OwnSandbox extends KeyAdmin {
  /** Base URL of the service. */
  readonly url: string;
  /** The own key, with an account of its own: its credits, faults, clock and journal are separate from all others. */
  readonly own: MadeKey;
  /** The whole sandbox, with the keys of other files. */
  readonly admin: Admin;
}

/**
 * A key for this test file in the sandbox that `creator-sandbox/vitest-setup` started for the whole run. The key is
 * deleted when the file is done.
 *
 *     const sandbox = await useSandbox({ plan: 100, fractional: true });
 *     await fetch(`${sandbox.url}/usage`, { headers: sandbox.own.headers });
 *     await sandbox.verify({ operation: 'usage' }, { exactly: 1 });
 */
export async function useSandbox({ settings, ...terms }: SandboxOptions = {}): Promise<OwnSandbox> {
  const opened = await openFor(settings);
  const { sandbox, beginTest } = await openKeyIn(opened, terms);
  beforeEach(({ task }) => beginTest(task));
  afterAll(async () => {
    await sandbox.removeKey(sandbox.own.id);
    await opened.close();
  });
  return sandbox;
}

/**
 * A fixture for `test.extend`: each test gets a key of its own, and a sandbox of its own where the settings differ.
 *
 *     const it = test.extend({ sandbox: sandboxFixture({ plan: 100 }) });
 *     it('pays', async ({ sandbox }) => { … });
 */
export function sandboxFixture({ settings, ...terms }: SandboxOptions = {}): SandboxFixture {
  return async ({ task }, use) => {
    const opened = await openFor(settings);
    const { sandbox, beginTest } = await openKeyIn(opened, terms);
    await beginTest(task);
    await use(sandbox);
    await sandbox.removeKey(sandbox.own.id);
    await opened.close();
  };
}

/** In the form that `test.extend` takes. */
export type SandboxFixture = (
  context: { readonly task: RunnerTestCase },
  use: (sandbox: OwnSandbox) => Promise<void>,
) => Promise<void>;

/** A sandbox as a test file or a test uses it. */
interface OpenedSandbox {
  readonly url: string;
  readonly admin: Admin;
  /** Leaves it, and closes it if it was opened for them alone. */
  close(): Promise<void>;
}

/** The sandbox of the run, or one of its own where the settings differ. */
async function openFor(settings: SettingsInput = {}): Promise<OpenedSandbox> {
  // A worker that is a thread has not loaded what its process loads first.
  redirectServices();
  const shared: SharedSandbox | undefined = inject('creatorSandbox');
  if (!shared)
    throw new Error("Name 'creator-sandbox/vitest-setup' in globalSetup of the vitest configuration.");
  const admin = createAdminClient(shared.adminUrl, shared.adminToken);
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  if (given.length === 0) return { url: shared.url, admin, close: async () => {} };
  const running = await admin.settings();
  if (given.every(([name, value]) => isDeepStrictEqual(running[name as keyof Settings], value)))
    return { url: shared.url, admin, close: async () => {} };
  return openSandboxFor({ ...shareableSettings(running), ...settings }, shared.reports);
}

/** @param reports folder of the run in which it leaves its report */
async function openSandboxFor(settings: SettingsInput, reports: string): Promise<OpenedSandbox> {
  const { createSandbox } = await import('./index.ts');
  const sandbox = await createSandbox(settings);
  return {
    url: sandbox.url,
    admin: sandbox,
    close: async () => {
      await writeFile(join(reports, `${randomUUID()}.json`), JSON.stringify(sandbox.reportNow()));
      await sandbox.close();
    },
  };
}

/** The settings of a running sandbox that another one beside it can have too. */
function shareableSettings(running: Settings): SettingsInput {
  const { host: _, port: _port, adminPort: _admin, adminHosts: _hosts, data: _data, ...rest } = running;
  return { ...rest, admin: true, logLevel: 'warn' };
}

interface OpenedKey {
  readonly sandbox: OwnSandbox;
  /** Names the test of all requests from now on, so that the report of the run has it. */
  beginTest(task: RunnerTestCase): Promise<void>;
}

async function openKeyIn({ url, admin }: OpenedSandbox, terms: KeyTerms): Promise<OpenedKey> {
  /** The own key, and those that the tests made. */
  const keys: string[] = [];
  let test: string | undefined;
  let made = 0;
  const key: Admin['key'] = async (given) => {
    made += 1;
    const label = labelOfKey(made);
    const added = await admin.key(label === undefined ? given : { label, ...given });
    keys.push(added.id);
    if (keys.length > maxNamedKeys) keys.splice(1, 1);
    if (test !== undefined) await admin.nameTest(added.id, test);
    return added;
  };
  const naming: Admin = { ...admin, key };
  const own = await key({
    key: `test-${randomUUID()}`,
    ...(Object.keys(terms).length > 0 ? terms : { plan: 1_000_000, fractional: true }),
  });
  return {
    sandbox: { ...forKey(naming, own), url, own, admin: naming },
    async beginTest(task) {
      const name = testNameOf(task);
      test = name;
      await Promise.all(keys.map((each) => admin.nameTest(each, name).catch(ignoreRemoved)));
    },
  };
}

/** The name of a key in the report, unless it is given another: `cart.test.ts`, `cart.test.ts 2`. */
function labelOfKey(number: number): string | undefined {
  const { testPath } = expect.getState();
  if (testPath === undefined) return undefined;
  const file = basename(testPath).slice(0, maxFileCharacters);
  return number === 1 ? file : `${file} ${number}`;
}

const maxFileCharacters = 90;

/** Keys of a file that get the name of each test; further ones have that of the test that made them. */
const maxNamedKeys = 100;

/** A test may have removed a key, or reset everything. */
function ignoreRemoved(error: unknown): void {
  if (!(error instanceof AdminError && error.status === 404)) throw error;
}

/** The file and the names of a test and the suites around it. */
function testNameOf(task: RunnerTestCase): string {
  const names = [task.name];
  for (let suite = task.suite; suite; suite = suite.suite) names.unshift(suite.name);
  return `${task.file.name} > ${names.join(' > ').slice(0, maxNameCharacters)}`;
}

const maxNameCharacters = 200;
