import type { TestProject } from 'vitest/node';
import { createSandbox } from './index.ts';

/** Where the sandbox of a test run is. */
export interface SharedSandbox {
  url: string;
  adminUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    creatorSandbox: SharedSandbox;
  }
}

/** For `globalSetup` of vitest: one sandbox for the run, which every test file finds with `useSandbox()`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await createSandbox();
  if (sandbox.adminUrl === null) throw new Error('the sandbox of a test run needs its admin surface');
  project.provide('creatorSandbox', { url: sandbox.url, adminUrl: sandbox.adminUrl });
  return () => sandbox.close();
}
