import { Argument, Command, Option } from 'commander';
import { expect, it } from 'vitest';
import { completionScript } from '../../src/cli/completion.ts';

const root = new Command('creator-sandbox').option('-v, --version', 'Print the version.').helpCommand(false);
root
  .command('start')
  .description('Run it.')
  .option('-q', 'No long name.')
  .addOption(new Option('--words <name>', "The client's words.\nMore.").choices(['own', 'other']))
  .addOption(new Option('--former', 'Not shown.').hideHelp());
const keys = root.command('keys').summary('Keys: all.').description('All the keys.').helpCommand(false);
keys
  .command('create')
  .description('Make one.')
  .addArgument(new Argument('[kind]').choices(['plain', 'strict']));

/** The lines of a script that tell of these verbs: the rest is the same for all. */
const linesOf = (shell: 'bash' | 'zsh' | 'fish') =>
  completionScript(root, shell)
    .split('\n')
    .filter((line) => /words='|known=\(|'keys|-n '/.test(line))
    .join('\n');

it('the scripts offer what may come at each place', async () => {
  const scripts = (['bash', 'zsh', 'fish'] as const).map((shell) => `${shell}\n${linesOf(shell)}\n`);
  await expect(scripts.join('')).toMatchFileSnapshot('completion.txt');
});
