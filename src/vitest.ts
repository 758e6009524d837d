import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { afterAll, beforeEach, inject, type RunnerTestCase } from 'vitest';
import { type Admin, adminClient, type KeyTerms, type MadeKey } from './admin-client.ts';
import type { SharedSandbox } from './vitest-setup.ts';

/** The sandbox of the test run, as one test file sees it. */
export interface FileSandbox extends Admin {
  /** Base URL of the service. */
  readonly url: string;
  /** The key and account of this file alone: its credits, faults, clock and journal are separate from other files. */
  readonly own: MadeKey;
}

/**
 * The sandbox that `creator-sandbox/vitest-setup` started for the whole run, with a key for this file alone. The key
 * is deleted when the file is done.
 *
 *     const sandbox = await useSandbox({ plan: 100, fractional: true });
 *     await fetch(`${sandbox.url}/usage`, { headers: sandbox.own.headers });
 */
export async function useSandbox(
  terms: KeyTerms = { plan: 1_000_000, fractional: true },
): Promise<FileSandbox> {
  const shared: SharedSandbox | undefined = inject('creatorSandbox');
  if (!shared)
    throw new Error("Name 'creator-sandbox/vitest-setup' in globalSetup of the vitest configuration.");
  const admin = adminClient(shared.adminUrl);
  const own = await admin.key({ key: `test-file-${randomUUID()}`, ...terms });
  // The report of the run names the test of each request.
  beforeEach(({ task }) => admin.nameTest(own.id, `${basename(task.file.name)} > ${namesOf(task)}`));
  afterAll(() => admin.removeKey(own.id));
  return { ...admin, url: shared.url, own };
}

/** The names of a test and the suites around it. */
const namesOf = (task: RunnerTestCase): string => {
  const names = [task.name];
  for (let suite = task.suite; suite; suite = suite.suite) names.unshift(suite.name);
  return names.join(' > ').slice(0, longestName);
};

const longestName = 200;
