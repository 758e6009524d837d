import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from './package-root.ts';

/** The variables by which Node and Python load a file of this package before a command's own code. */
export function preloadVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { NODE_OPTIONS: options = '', PYTHONPATH: path = '' } = env;
  return {
    NODE_OPTIONS: options.includes(preload) ? options : [options, preload].filter(Boolean).join(' '),
    PYTHONPATH: path.includes(pythonStart) ? path : [pythonStart, path].filter(Boolean).join(delimiter),
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
