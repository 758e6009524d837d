import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** A new, empty folder, removed after the test, or after the tests of the file if it is made outside of a test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-test-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return folder;
}
