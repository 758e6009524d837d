import { resolve } from 'node:path';
import { buildWorld, ensureWorld } from '../../seed/build.ts';
import { databaseWithFixtures } from '../../seed/fixtures/with-fixtures.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { type PlatformSummary, summaryOfWorld, type WorldSummary } from '../creators/world/summary.ts';
import { problemsOfWorld, verifyWorld } from '../creators/world/verify.ts';
import { cacheDir } from '../system/cache-dir.ts';
import { interruptible } from './building.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io, type Output } from './io.ts';
import { settingsOf } from './settings.ts';
import { type Column, formatSheet, lookOf, printTable } from './table.ts';

/** Builds a world into a file, or into the cache, where the next start finds it. Prints the name of the file. */
export async function buildWorldFile(file: string | undefined, flags: Flags, io: Io): Promise<number> {
  const name = await worldFile(file, flags, io);
  if (file !== undefined) {
    const world = worldOf(flags, io);
    await interruptible(io, (options) => buildWorld(name, { ...world, ...options }));
  }
  io.stdout.write(flags['json'] ? indentedJson({ file: name }) : `${name}\n`);
  return exitCode.ok;
}

/** Prints a summary of a world: of a file, or of the world of these settings. */
export async function describeWorld(file: string | undefined, flags: Flags, io: Io): Promise<number> {
  const summary = summaryOf(await worldFile(file, flags, io));
  io.stdout.write(flags['json'] ? indentedJson(summary) : summaryInWords(summary, io.stdout));
  return exitCode.ok;
}

/**
 * Checks a world, with the creators of `fixtures` in it: hash, integrity, every record against its schema, links both ways.
 * 1 when something is wrong.
 */
export async function checkWorld(file: string | undefined, flags: Flags, io: Io): Promise<number> {
  const name = await worldFile(file, flags, io);
  const { fixtures } = settingsOf(flags, io).settings;
  const problems = await (fixtures === undefined
    ? verifyWorld(name)
    : problemsOfWorld(databaseWithFixtures(name, resolve(io.cwd, fixtures)), { isStated: false }));
  if (flags['json']) io.stdout.write(indentedJson({ file: name, problems }));
  else {
    for (const problem of problems) io.stderr.write(`${problem}\n`);
    io.stdout.write(
      problems.length === 0 ? `${name} is sound.\n` : `${name}: ${problems.length} problems.\n`,
    );
  }
  return problems.length === 0 ? exitCode.ok : exitCode.runtime;
}

const platformColumns: readonly Column<PlatformSummary>[] = [
  { head: 'platform', text: ({ platform }) => platform },
  ...(['accounts', 'verified', 'contents'] as const).map(
    (name): Column<PlatformSummary> => ({
      head: name,
      text: (row) => grouped(row[name]),
      isFigure: true,
    }),
  ),
  {
    head: 'followers of half',
    text: ({ medianFollowers }) => grouped(medianFollowers),
    isFigure: true,
    goes: 1,
  },
  {
    head: 'most followers',
    text: ({ mostFollowers }) => grouped(mostFollowers),
    isFigure: true,
    goes: 2,
  },
];

function summaryInWords(summary: WorldSummary, output: Output): string {
  const { file, bytes, seed, size, hash, epoch, people, contents, brands, platforms } = summary;
  const most = (name: 'niches' | 'countries' | 'languages'): [string, string] => [
    name,
    summary[name]
      .slice(0, 10)
      .map((each) => `${each.name || 'unknown'} ${grouped(each.accounts)}`)
      .join(', '),
  ];
  const look = lookOf(output);
  const lines = [
    ...formatSheet(
      [
        ['world', `${grouped(size)} people and the fixtures, seed ${seed}`],
        ['file', `${file}, ${(bytes / 1e6).toFixed(1)} MB`],
        ['hash', hash],
        ['made for', `${epoch}; replies move it to the present day`],
        ['holds', `${grouped(people)} people, ${grouped(contents)} contents, ${grouped(brands)} brands`],
        most('countries'),
        most('languages'),
        most('niches'),
      ],
      look.paint,
    ),
    '',
    ...printTable(platformColumns, platforms, { ...look, none: '' }),
  ];
  return `${lines.join('\n')}\n`;
}

function summaryOf(file: string): WorldSummary {
  try {
    return summaryOfWorld(file);
  } catch (error) {
    throw new UsageError(`${file} is not a world: ${(error as Error).message}.`);
  }
}

/** The named file, or that of the world of these settings, which is built where the cache has none. */
async function worldFile(file: string | undefined, flags: Flags, io: Io): Promise<string> {
  if (file !== undefined) return resolve(io.cwd, file);
  const world = worldOf(flags, io);
  return interruptible(io, (options) => ensureWorld({ ...world, cacheDir: cacheDir(), ...options }));
}

function worldOf(flags: Flags, io: Io) {
  const { seed, size } = settingsOf(flags, io).settings;
  return { seed, size };
}

const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
