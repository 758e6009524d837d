import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

/** Compiles a file as strictly as a user may, declarations of packages included. @returns the errors, empty if there is none */
export async function compile(file: string, folder: string, ...more: string[]): Promise<string> {
  const strict = [
    '--strict',
    '--noUncheckedIndexedAccess',
    '--exactOptionalPropertyTypes',
    '--skipLibCheck',
    'false',
  ];
  const target = [
    '--target',
    'es2022',
    '--lib',
    'es2022',
    '--module',
    'nodenext',
    '--ignoreConfig',
    '--noEmit',
  ];
  try {
    await promisify(execFile)(tsc, [...strict, ...target, '--types', '', ...more, file], { cwd: folder });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout || String(error);
  }
}
