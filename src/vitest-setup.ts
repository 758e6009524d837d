import type { TestProject } from 'vitest/node';
import { AdminError, createSandbox, type SettingsInput } from './index.ts';
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

/** For `globalSetup` of vitest: starts one sandbox for the run; every test file finds it with `useSandbox()`. */
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
    const sandbox = await createSandbox(settings);
    if (sandbox.adminUrl === null) throw new Error('The sandbox of a test run needs its admin surface.');
    project.provide('creatorSandbox', { url: sandbox.url, adminUrl: sandbox.adminUrl });
    return async () => {
      try {
        const gates = await sandbox.gates();
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
