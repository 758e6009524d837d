import { type Command, InvalidArgumentError, Option } from 'commander';
import { runSettingNames, settingNames } from '../core/settings-schema.ts';
import { addCallSiteOptions } from './call-sites.ts';
import type { Io } from './io.ts';
import { addReportOptions } from './report-options.ts';
import type { GivenVariable, TryFlags } from './run-try.ts';
import { addSettings, type Done, flagsOf } from './setting-options.ts';

/** The values that a variable of the command can get. */
const meanings = ['url', 'url-v2', 'key'] as const;

/** The settings of the sandbox: those of gates judge runs, and the vocabulary has one more choice here. */
const trySettings = settingNames.filter((name) => !['vocabulary', ...runSettingNames].includes(name));

/** The verb `try`: the first look at a client that has tests. */
export function addTry(root: Command, io: Io, done: Done): void {
  const command = addCallSiteOptions(addReportOptions(root.command('try')), true)
    .passThroughOptions()
    .summary('Run your tests beside a sandbox and see what they cost, and what they miss.')
    .description(
      'Run a command beside a sandbox of its own and print one screen: what it called, the rules that it broke, credits wasted, answers never met, each with its line: creator-sandbox try --env API_URL=url --env API_KEY=key -- npm test\n\nIt changes no file. The exit code is that of the command.',
    )
    .argument('<command...>', 'The command.')
    .addOption(
      new Option(
        '--vocabulary <name>',
        'Words of the client. auto: guesses them from its first requests, and begins the command again if they are others.',
      )
        .choices(['auto', 'neutral', 'published'])
        .default('auto'),
    )
    .option(
      '--env <NAME=what>',
      'A variable by which the command finds the sandbox: NAME=url, NAME=url-v2 (with /v2) or NAME=key; repeat the flag for more.',
      variableArgument,
    );
  const ownNames = command.options.map((option) => option.attributeName());
  command.optionsGroup('Settings of the sandbox:');
  addSettings(command, trySettings).action(async (words: string[]) => {
    const flags = Object.entries(flagsOf(command));
    const pick = (isOwn: boolean) =>
      Object.fromEntries(flags.filter(([name]) => ownNames.includes(name) === isOwn));
    done(await (await import('./run-try.ts')).runTry(words, pick(true) as TryFlags, pick(false), io));
  });
}

function variableArgument(text: string, before: readonly GivenVariable[] = []): GivenVariable[] {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/.exec(text) ?? [];
  const means = meanings.find((each) => each === value);
  if (name === undefined || means === undefined)
    throw new InvalidArgumentError('Give NAME=url, NAME=url-v2 or NAME=key.');
  return [...before, { name, means }];
}
