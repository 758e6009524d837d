import { parseArgs } from 'node:util';

export interface Options {
  seed: number;
  count: number;
  /** Names of the projects of vitest. */
  projects: string[];
  /** Beginnings of paths: only files below one of them are drawn from. */
  under: string[];
  /** Beginnings of paths: only files of tests below one of them count; empty for all. */
  tests: string[];
  /** Survivors of the tests that reach them meet the rest of the suite, too. */
  isWhole: boolean;
  /** The file of the result; null for none. */
  json: string | null;
  /** Lists the slips and runs nothing. */
  isList: boolean;
}

export const usage = `npm run test:slips -- [--seed N] [--count N] [--under a,b] [--tests a,b] [--projects a,b] [--reaching] [--list] [--json FILE]

  --seed N        draws the same slips from the same sources; 1 when absent
  --count N       how many slips; 110 when absent
  --under a,b     folders to draw from; src,seed,ui/src when absent
  --tests a,b     folders of tests that count, such as test/faults; all when absent
  --projects a,b  projects of vitest that count; unit,published,wide,processes,database,runs,agents when absent
  --reaching      only the tests that call the function of a slip, not the rest of the suite
  --list          lists the slips and runs nothing
  --json FILE     writes the verdicts`;

const allProjects = ['unit', 'published', 'wide', 'processes', 'database', 'runs', 'agents'];
const sourceFolders = ['src', 'seed', 'ui/src'];
const maxCount = 10_000;

/** Reads the arguments of the command. @throws Error that says what is wrong with them */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '110' },
      under: { type: 'string', default: sourceFolders.join(',') },
      tests: { type: 'string' },
      projects: { type: 'string', default: allProjects.join(',') },
      reaching: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  });
  const projects = values.projects.split(',');
  const unknown = projects.find((project) => !allProjects.includes(project));
  if (unknown !== undefined)
    throw new Error(`--projects has no project ${JSON.stringify(unknown)}: use ${allProjects.join(', ')}.`);
  const under = values.under.split(',');
  const outside = under.find((one) => !sourceFolders.some((folder) => `${one}/`.startsWith(`${folder}/`)));
  if (outside !== undefined)
    throw new Error(
      `--under takes folders within ${sourceFolders.join(', ')}, not ${JSON.stringify(outside)}.`,
    );
  const tests = values.tests?.split(',') ?? [];
  const other = tests.find((one) => !one.startsWith('test/'));
  if (other !== undefined)
    throw new Error(`--tests takes folders within test, not ${JSON.stringify(other)}.`);
  return {
    under,
    tests,
    seed: readWhole('--seed', values.seed, 0, 2 ** 32 - 1),
    count: readWhole('--count', values.count, 1, maxCount),
    projects,
    isWhole: !values.reaching,
    isList: values.list,
    json: values.json ?? null,
  };
}

function readWhole(flag: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`${flag} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}
