import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocksIn } from '../documents/blocks.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
/** The built program, as users have it. */
export const main = join(root, 'dist/main.js');
if (!existsSync(main)) throw new Error('There is no program to run: run `npm run build` first.');

export const has = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/**
 * Does what a page says in an empty folder: keeps the blocks that name a file, behind the language or in a comment of
 * the first line, and runs the others as a shell would, with the installed sandbox.
 */
export function tryPage(page: string, env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-language-'));
  try {
    install(folder);
    const commands: string[] = [];
    for (const { language, file, code } of blocksIn(page)) {
      if (file !== undefined) writeFileSync(join(folder, file), code);
      else if (language === 'sh') commands.push(code);
      else throw new Error(`nothing says how to try this block:\n${code}`);
    }
    const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], {
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
