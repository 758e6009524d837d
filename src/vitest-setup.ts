import type { TestProject } from 'vitest/node';
import { createSandbox } from './index.ts';

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
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await createSandbox();
  if (sandbox.adminUrl === null) throw new Error('The sandbox of a test run needs its admin surface.');
  project.provide('creatorSandbox', { url: sandbox.url, adminUrl: sandbox.adminUrl });
  return () => sandbox.close();
}
