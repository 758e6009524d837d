import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { packageRoot } from '../system/package-root.ts';
import type { Io } from './io.ts';

/** The flags by which requests name the code that makes them. */
export interface CallSiteFlags {
  readonly callSites?: true;
  readonly callSiteWrappers?: readonly string[];
}

/** Adds them to a verb that runs a command. */
export function addCallSiteOptions(command: Command, isOnWithout = false): Command {
  if (!isOnWithout)
    command.option(
      '--call-sites',
      'Name the line of the code that makes each request, in Node and in Python.',
    );
  return command.option(
    '--call-site-wrappers <file,…>',
    'Files around requests, such as src/http.ts: the line of their caller is named.',
    (text: string) => text.split(','),
  );
}

/** The environment of a command whose requests name their call sites. */
export function withCallSites(io: Io, { callSites, callSiteWrappers = [] }: CallSiteFlags): Io {
  if (!callSites) return io;
  return {
    ...io,
    env: {
      ...io.env,
      NODE_OPTIONS: [io.env['NODE_OPTIONS'], preload].filter(Boolean).join(' '),
      PYTHONPATH: [pythonStart, io.env['PYTHONPATH']].filter(Boolean).join(delimiter),
      CREATOR_SANDBOX_CALL_SITES: io.cwd,
      CREATOR_SANDBOX_CALL_SITE_WRAPPERS: callSiteWrappers.join(','),
    },
  };
}

const built = fileURLToPath(new URL('./call-sites.cjs', import.meta.url));

/** Beside the built program, or among the sources. */
const preload = existsSync(built)
  ? requireOption(built)
  : `--import=${new URL('../library/call-sites.ts', import.meta.url).href}`;

/** The option by which Node loads a file first, as NODE_OPTIONS takes it. */
export function requireOption(file: string): string {
  return `--require=${/[\s"\\]/.test(file) ? `"${file.replace(/["\\]/g, '\\$&')}"` : file}`;
}

/** The folder that Python imports from at its start. */
const pythonStart = join(packageRoot, 'packages/pytest-creator-sandbox/src/pytest_creator_sandbox/at_start');
