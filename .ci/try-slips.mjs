// Tries the slips of .ci/slips.txt one after another: each is a line of src as somebody might have written it by mistake, at a place
// that draw-places drew. usage, in a clean checkout after npm ci and npm run build: [STAGES=wide,processes] node .ci/try-slips.mjs [FIRST
// [LAST]]. STAGES are projects of vitest that touch the place, beside npm test. Prints which noticed each.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const lines = readFileSync('.ci/slips.txt', 'utf8').split('\n');
const slips = Array.from({ length: Math.floor(lines.length / 3) }, (_, n) => {
  const [place, old, now] = lines.slice(n * 3, n * 3 + 3);
  const [file, line] = place.split(':');
  return { place, file, line: Number(line), old: old.slice(1), now: now.slice(1) };
});
const [first = 1, last = slips.length] = process.argv.slice(2).map(Number);

const vitest = (project, ...filters) => [
  'npx',
  'vitest',
  'run',
  '--bail=1',
  `--project=${project}`,
  ...filters,
];
/** The tests of the folder come first: what they notice is found in seconds. */
const stagesOf = (file) => {
  const folder = `test/${file.split('/')[1]}/`;
  return [
    ...(existsSync(folder) ? [['npm test', vitest('unit', folder)]] : []),
    ['npm test', vitest('unit')],
    ['npm run check', ['npx', 'tsc']],
    ...(process.env.STAGES?.split(',').map((project) => [project, vitest(project)]) ?? []),
  ];
};

/** The index of the line with this text that is nearest to where it stood. */
const nearest = (written, text, before) =>
  written
    .flatMap((each, at) => (each === text ? [at] : []))
    .sort((one, other) => Math.abs(one - before) - Math.abs(other - before))[0] ?? -1;

/** @returns the stage that fails, and its first red test */
function noticedBy(file) {
  for (const [stage, [command, ...args]] of stagesOf(file)) {
    const { status, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      timeout: 900_000,
      maxBuffer: 2 ** 28,
    });
    if (status === 0) continue;
    const [, test = ''] = /FAIL .*?(test\/.*)/.exec(stripVTControlCharacters(stderr)) ?? [];
    return `noticed by ${stage}: ${test}`;
  }
  return undefined;
}

for (const [n, { place, file, line, old, now }] of slips.entries()) {
  if (n + 1 < first || n + 1 > last) continue;
  const text = readFileSync(file, 'utf8');
  const written = text.split('\n');
  const at = nearest(written, old, line - 1);
  if (at < 0) throw new Error(`${place} is no line any more`);
  written[at] = now;
  writeFileSync(file, written.join('\n'));
  try {
    console.log(`${n + 1} ${place}: ${noticedBy(file) ?? 'SURVIVED'}`);
  } finally {
    writeFileSync(file, text);
  }
}
