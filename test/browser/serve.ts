import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    browser: string;
  }
}

/** One browser for all files: Debian's Chromium, or the one that CHROMIUM names. */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath))
    throw new Error(`These tests need a browser: apt-get install chromium, or name one in CHROMIUM.`);
  const server = await chromium.launchServer({ executablePath, args: ['--no-sandbox'], host: '127.0.0.1' });
  project.provide('browser', server.wsEndpoint());
  return () => server.close();
}
