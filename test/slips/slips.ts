import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DrawnSlip, drawSlips } from './draw.ts';
import { type Options, readOptions, usage } from './options.ts';
import { testsReaching } from './reach.ts';
import { openSources } from './sources.ts';
import {
  browserTests,
  type Copy,
  copyWorkTree,
  createLint,
  createRunTests,
  makeUiTypes,
  mapReach,
} from './suite.ts';
import { judge, type Verdict } from './verdicts.ts';

/** A slip that changes nothing that anyone can see, with the reason. */
interface Equivalent {
  file: string;
  before: string;
  after: string;
  reason: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const equivalents: Equivalent[] = JSON.parse(
  readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'),
);
const write = (text: string): unknown => process.stdout.write(`${text}\n`);

/** Draws from the sources of a copy: the program, its generator, and the dashboard. */
async function draw({ folder }: Copy, { seed, count, under }: Options): Promise<DrawnSlip[]> {
  const sources = openSources(realpathSync(folder), ['tsconfig.json', 'ui/tsconfig.json']);
  try {
    const files = sources
      .files()
      .filter((file) => under.some((one) => file === one || file.startsWith(`${one}/`)));
    if (files.length === 0) throw new Error(`No source file is under ${under.join(', ')}.`);
    return drawSlips(sources, files, seed, count);
  } finally {
    sources.close();
  }
}

const declared = ({ file, before, after }: DrawnSlip): Equivalent | undefined =>
  equivalents.find((one) => one.file === file && one.before === before && one.after === after);

const describe = ({ kind, file, line, before, after }: DrawnSlip): string =>
  `${kind.padEnd(11)} ${file}:${line}\n    - ${before}\n    + ${after}`;

const hasBrowser = existsSync(process.env['CHROMIUM'] ?? '/usr/bin/chromium');

async function tryAll(copy: Copy, slips: readonly DrawnSlip[], options: Options): Promise<Verdict[]> {
  write('Which tests reach what: one run of the suite, unless these files had one.');
  const reach = await mapReach(copy, options, join(root, '.cache', 'slips'));
  if (reach.failing.length > 0)
    write(`These fail without any slip and are left out: ${reach.failing.join(', ')}`);
  const tellVerdict = ({ slip, verdict, by }: Verdict): unknown =>
    write(`${verdict.padEnd(10)} ${describe(slip)}${by === null ? '' : `\n    ${by}`}`);
  return await judge(
    slips,
    {
      reaching: (slip) => testsReaching(reach, slip),
      slow: ({ file }) => (file.startsWith('ui/') ? [browserTests] : []),
      lint: createLint(copy),
      run: createRunTests(copy, options, reach),
      isWhole: options.isWhole,
    },
    tellVerdict,
    (slip) => write(`${'passed'.padEnd(10)} ${describe(slip)}`),
  );
}

async function main(options: Options): Promise<void> {
  const copy = copyWorkTree(root);
  process.once('exit', copy.remove);
  await makeUiTypes(copy);
  const drawn = await draw(copy, options);
  if (options.isList) {
    for (const slip of drawn) write(describe(slip));
    return;
  }
  const same = drawn.flatMap((slip): Verdict[] => {
    const reason = declared(slip)?.reason;
    return reason === undefined ? [] : [{ slip, verdict: 'equivalent', by: reason }];
  });
  const untried = hasBrowser ? [] : drawn.filter(({ file }) => file.startsWith('ui/'));
  const tried = drawn.filter((slip) => !untried.includes(slip) && declared(slip) === undefined);
  const verdicts = [...same, ...(await tryAll(copy, tried, options))];
  const of = (verdict: Verdict['verdict']) =>
    verdicts.filter((one) => one.verdict === verdict).map(({ slip, by }) => ({ ...slip, by }));
  const result = {
    seed: options.seed,
    noticed: of('noticed'),
    survived: of('survived'),
    equivalent: of('equivalent'),
    untried,
  };
  write(tableOf(verdicts));
  if (untried.length > 0)
    write(`${untried.length} slips of the dashboard were not tried: there is no browser.`);
  if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
}

/** One row for each kind, and their sum. */
function tableOf(verdicts: readonly Verdict[]): string {
  const names = ['noticed', 'survived', 'equivalent'] as const;
  const row = (name: string, of: readonly Verdict[]): string =>
    [
      name.padEnd(12),
      ...names.map((one) => String(of.filter(({ verdict }) => verdict === one).length).padStart(10)),
    ].join(' ');
  const byKind = Map.groupBy(verdicts, ({ slip }) => slip.kind);
  return [
    ['kind'.padEnd(12), ...names.map((name) => name.padStart(10))].join(' '),
    ...[...byKind].map(([kind, of]) => row(kind, of)),
    row('all', verdicts),
  ].join('\n');
}

// The end of the process ends its runs and removes its copy.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

let options: Options | undefined;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`);
  process.exitCode = 2;
}
if (options) await main(options);
