import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, lstatSync, readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Settings } from '../../core/settings.ts';
import { readFileBytes } from '../../system/read-file.ts';
import type { MutationReport } from '../../trials/mutation/report/model.ts';
import type { Io } from '../io.ts';

/** Digests of what a verdict depends on beside the replies. */
export type TrialInputs = NonNullable<MutationReport['inputs']>;

/**
 * @param globs name the files; by default those of the git repository, without ignored ones
 * @param outputs files that the runs write
 * @param others whatever else changes verdicts
 * @returns undefined where nothing names the files: outside of git
 */
export function inputsOf(
  globs: readonly string[] | undefined,
  outputs: readonly string[],
  others: { readonly settings: Settings; readonly [name: string]: unknown },
  { cwd }: Pick<Io, 'cwd'>,
): TrialInputs | undefined {
  const files = globs ? filesOfGlobs(globs, cwd) : filesOfRepository(cwd);
  if (!files) return undefined;
  const written = new Set(outputs.map((file) => resolve(cwd, file)));
  return {
    files: digest(
      files
        .filter(([, file]) => !written.has(file))
        .map(([name, file]) => `${name}\0${contentDigest(file)}`)
        .sort(),
    ),
    settings: digest(sortedEntries(others)),
  };
}

type NamedFile = readonly [name: string, file: string];

const filesOfGlobs = (globs: readonly string[], cwd: string): NamedFile[] =>
  [...new Set(globSync([...globs], { cwd }))].map((name) => [name, resolve(cwd, name)]);

function filesOfRepository(cwd: string): NamedFile[] | undefined {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
    return status === 0 ? stdout : undefined;
  };
  const top = git('rev-parse', '--show-toplevel')?.trim();
  const names = git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--full-name', ':/');
  if (top === undefined || names === undefined) return undefined;
  return [...new Set(names.split('\0').filter((name) => name !== ''))].map((name) => [name, join(top, name)]);
}

/** Tells files, links and what is missing apart; devices and pipes are never read. */
function contentDigest(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) return `link ${readlinkSync(file)}`;
  return stats?.isFile()
    ? digest([readFileBytes(file, { maxMegabytes: Number.POSITIVE_INFINITY })])
    : 'no file';
}

function digest(parts: Iterable<string | Buffer>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** @returns each member as JSON, by name, so that the order in which settings were given does not count */
const sortedEntries = (of: object): string[] =>
  Object.entries(of)
    .map(([name, value]) =>
      JSON.stringify([name, typeof value === 'object' && value !== null ? sortedEntries(value) : value]),
    )
    .sort();
