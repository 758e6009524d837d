import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
/** The built program, as users have it. */
export const main = join(root, 'dist/main.js');
if (!existsSync(main)) throw new Error('There is no program to run: run `npm run build` first.');

export const has = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** The command with which a page runs the example in a folder, from the row of its table that links there. */
export function commandOf(page: string, folder: string): string {
  const row = page.split('\n').find((line) => line.startsWith('|') && line.includes(`/examples/${folder}/`));
  const command = /`(npx [^`]+|[^`]* && npx [^`]+)`/.exec(row ?? '')?.[1];
  if (command === undefined) throw new Error(`no row of the page runs examples/${folder}`);
  return command;
}

/**
 * Copies an example to an empty folder and runs its command there as a shell would, with the installed sandbox.
 * @param edit changes each file
 */
export function tryExample(
  example: string,
  command: string,
  env: Record<string, string>,
  edit = (code: string) => code,
) {
  const source = join(root, 'examples', example);
  const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-language-'));
  try {
    install(folder);
    for (const file of readdirSync(source))
      writeFileSync(join(folder, file), edit(readFileSync(join(source, file), 'utf8')));
    const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', command], {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `npx creator-sandbox` runs the program of this repository. */
function install(folder: string): void {
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  const command = join(bin, 'creator-sandbox');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(command, 0o755);
}
