import { env } from 'node:process';
import type { TestProject } from 'vitest/node';
import { adminClient } from './admin-client.ts';
import { readSettings, runSettingNames } from './config.ts';
import { AdminError, createSandbox, type Gates, type SettingsInput } from './index.ts';
import { headLine } from './report/formats/parts.ts';

/** The addresses of the sandbox that the files of a test run share. */
export interface SharedSandbox {
  url: string;
  adminUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    creatorSandbox: SharedSandbox;
  }
}

/**
 * For `globalSetup` of vitest: starts one sandbox for the run; every test file finds it with `useSandbox()`. Beside
 * `creator-sandbox exec`, `mutate`, `vary` or `trim` the run uses their sandbox.
 */
export default setupWith();

/**
 * The same with settings, for a file of your own in `globalSetup`. The run fails when a gate of the settings does not
 * hold:
 *
 *     export default setupWith({ budget: 50, minCoverage: 60, require: ['402/INSUFFICIENT_CREDITS'] });
 */
export function setupWith(
  settings: SettingsInput = {},
): (project: TestProject) => Promise<() => Promise<void>> {
  return async (project) => {
    const sandbox = (await outerSandbox(settings)) ?? (await createSandbox(settings));
    if (sandbox.adminUrl === null) throw new Error('The sandbox of a test run needs its admin surface.');
    project.provide('creatorSandbox', { url: sandbox.url, adminUrl: sandbox.adminUrl });
    return async () => {
      try {
        const gates = await sandbox.gates(gatesOf(settings));
        if (gates.length > 0)
          project.vitest.logger.log(`creator-sandbox: ${headLine(await sandbox.report())}`);
      } catch (error) {
        // The journal may be off: then there is nothing to judge.
        if (error instanceof AdminError && error.status === 409) return;
        throw error;
      } finally {
        await sandbox.close();
      }
    };
  };
}

/**
 * The sandbox beside which the whole run was started: by `exec`, `mutate`, `vary` or `trim`. It takes the clock of the
 * settings; its world and prices are its own.
 */
async function outerSandbox({ clock }: SettingsInput) {
  const { CREATOR_SANDBOX_URL: url, CREATOR_SANDBOX_ADMIN: adminUrl } = env;
  if (!url || !adminUrl) return undefined;
  if (clock !== undefined) {
    const { mode, ...rest } = readSettings({ file: { name: 'the options', content: { clock } } }).settings
      .clock;
    const body = JSON.stringify({ mode, ...rest });
    await fetch(`${adminUrl}/clock`, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/json' },
    });
  }
  return { url, adminUrl, ...adminClient(adminUrl), close: async () => {} };
}

/** Another sandbox does not know the gates of these settings. */
const gatesOf = (settings: SettingsInput): Gates =>
  Object.fromEntries(
    runSettingNames.flatMap((name) =>
      name === 'guard' || settings[name] === undefined ? [] : [[name, settings[name]]],
    ),
  );
