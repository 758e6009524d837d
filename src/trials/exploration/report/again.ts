import { type FaultSchedule, faultText } from '../schedule.ts';

/** How to run a schedule again. */
export interface Again {
  /** Runs the schedule again, and ends with 3 as long as it shows the finding. */
  readonly command: string;
  /** A test that fails as long. */
  readonly vitest: string;
  /** A test that fails as long. */
  readonly pytest: string;
}

/**
 * @param flags of the exploration that change what a run shows
 * @param kind names the tests
 */
export function againOf(
  schedule: FaultSchedule,
  command: readonly string[],
  flags: readonly string[],
  kind: string,
): Again {
  const words = [
    ...['npx', 'creator-sandbox', 'explore'],
    ...schedule.flatMap((fault) => ['--schedule', faultText(fault)]),
    ...flags,
    ...['--', ...command],
  ];
  const [program, ...others] = words.map((word) => JSON.stringify(word));
  const name = schedule.map(faultText).join(' + ');
  return {
    command: words.map(shellWord).join(' '),
    vitest: `import { execFileSync } from 'node:child_process';
import { it } from 'vitest';

it(${JSON.stringify(`is not ${kind}: ${name}`)}, () => {
  execFileSync(${program}, [${others.join(', ')}], { stdio: 'inherit' });
}, 600_000);
`,
    pytest: `import subprocess


def test_not_${identifier(`${kind} ${name}`)}():
    subprocess.run([${[program, ...others].join(', ')}], check=True)
`,
  };
}

const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

const maxNameCharacters = 80;

const identifier = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, maxNameCharacters);
