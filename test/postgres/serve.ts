import type { TestProject } from 'vitest/node';
import { createPostgres } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string;
  }
}

/** The PostgreSQL of the tests: the one that TEST_POSTGRES names, else one of their own. */
export default async function serve(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_POSTGRES'];
  if (given) {
    project.provide('postgres', given);
    return undefined;
  }
  // The library of the server ends an idle process with 0, whatever the tests said.
  process.prependOnceListener('beforeExit', () => process.exit());
  const server = await createPostgres();
  project.provide('postgres', server.url);
  return () => server.remove();
}
