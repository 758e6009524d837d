import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { has, ran, sandbox, terminal } from './run.ts';

/** Writes the script of a shell into a file. */
async function scriptOf(shell: string): Promise<string> {
  const { code, out, err } = await sandbox(['completion', shell]);
  expect([code, err]).toEqual([0, '']);
  const file = join(newFolder(), shell);
  writeFileSync(file, out);
  return file;
}

/** The words before the cursor, and some of the words that complete them. */
const cases: readonly (readonly [line: string, offered: readonly string[], absent?: string])[] = [
  ['creator-sandbox ke', ['keys']],
  ['creator-sandbox keys ', ['create', 'top-up', 'entries'], 'exec'],
  ['creator-sandbox keys create --fra', ['--fractional']],
  ['creator-sandbox keys --port 1 create --cl', ['--clock-offset']],
  ['creator-sandbox start --voc', ['--vocabulary']],
  ['creator-sandbox --voc', ['--vocabulary']],
  ['creator-sandbox start --vocabulary ', ['neutral', 'published'], '--port'],
  ['creator-sandbox completion ', ['bash', 'zsh', 'fish']],
  ['creator-sandbox world ', ['find', 'build', 'info', 'verify']],
];

describe('completion', () => {
  it('in bash', async () => {
    const script = await scriptOf('bash');
    for (const [line, offered, absent] of cases) {
      const words = line.split(' ');
      const { out, err } = await ran('bash', [
        '-c',
        `source '${script}'; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _creator_sandbox; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ]);
      expect(err).toBe('');
      expect(out.split('\n'), line).toEqual(expect.arrayContaining([...offered]));
      if (absent) expect(out.split('\n'), line).not.toContain(absent);
    }
  });

  it('of a command of exec leaves files to bash', async () => {
    const script = await scriptOf('bash');
    const { out } = await ran('bash', [
      '-c',
      `source '${script}'; COMP_WORDS=(creator-sandbox exec npm te); COMP_CWORD=3; _creator_sandbox; echo "\${#COMPREPLY[@]}"`,
    ]);
    expect(out).toBe('0\n');
  });

  it.skipIf(!has('fish'))('in fish', async () => {
    const script = await scriptOf('fish');
    for (const [line, offered, absent] of cases) {
      const { out, err } = await ran('fish', [
        '--no-config',
        '-c',
        `source '${script}'; complete -C '${line}'`,
      ]);
      expect(err).toBe('');
      const words = out.split('\n').map((each) => each.split('\t', 1)[0]);
      expect(words, line).toEqual(expect.arrayContaining([...offered]));
      if (absent) expect(words, line).not.toContain(absent);
    }
  });

  it.skipIf(!has('zsh') || !has('tmux'))('in zsh, at the key press of a user', async () => {
    const script = await scriptOf('zsh');
    for (const [line, offered] of cases) {
      const shell = terminal('zsh -f');
      shell.type(`autoload -Uz compinit; compinit -D -u; source '${script}'; echo loaded`, 'Enter');
      await shell.shows(/^loaded/m);
      shell.type('-l', line);
      shell.type('Tab');
      for (const word of offered) await shell.shows(word);
    }
  });

  it('of an unknown shell is refused', async () => {
    const { code, err } = await sandbox(['completion', 'tcsh']);
    expect([code, err]).toEqual([
      2,
      "creator-sandbox: command-argument value 'tcsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.\n(Add --help to see the commands, arguments and flags.)\n",
    ]);
  });
});
