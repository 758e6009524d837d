import { type Command, InvalidArgumentError } from 'commander';
import { runSettingNames, type SettingName, settingNames } from '../core/settings-schema.ts';
import { capsuleSettings } from '../trials/capsule/settings.ts';
import { timeoutArgument } from './arguments.ts';
import type { Io } from './io.ts';
import type { MutateFlags } from './mutate.ts';
import type { ReplayFlags } from './replay.ts';
import { addReportOptions, type Contents } from './report-options.ts';
import { addSandboxOptions, addSettings, flagsOf } from './setting-options.ts';
import type { TrimFlags } from './trim.ts';
import type { VaryFlags } from './vary.ts';

/** The settings of the sandboxes; gates judge one run, and these verbs have many. */
const trialSettings: readonly SettingName[] = settingNames.filter(
  (name) =>
    !(
      [
        ...runSettingNames,
        'port',
        'data',
        'ledger',
        'processes',
        'watch',
        'recordCapsule',
      ] as readonly string[]
    ).includes(name),
);

/** The settings that change replies. */
const replaySettings: readonly SettingName[] = settingNames.filter(
  (name) => name === 'cycle' || (capsuleSettings as readonly string[]).includes(name),
);

/** The verbs that run a command many times, each time with one change. */
export function addTrialVerbs(root: Command, io: Io, done: (code: number) => void): void {
  const verb = (name: string, summary: string, description: string, contents: Contents) =>
    addReportOptions(
      root
        .command(name)
        .summary(summary)
        .description(`${description}: creator-sandbox ${name} -- npm test`)
        .argument('<command...>', 'The command. It finds its sandbox as under exec.'),
      contents,
    );
  const own = (
    command: Command,
    action: (words: string[], flags: object, settings: Record<string, unknown>) => Promise<number>,
  ) => {
    command.optionsGroup('Options:');
    command.option(
      '--timeout <duration>',
      'End a run after so long. Default: three times the first one, and 15 seconds.',
      timeoutArgument,
    );
    const names = command.options.map((option) => option.attributeName());
    command.optionsGroup('Settings of the sandboxes:');
    addSettings(
      command,
      trialSettings.filter((name) => !names.includes(name)),
    ).action(async (words: string[]) => {
      const flags = Object.entries(flagsOf(command));
      const of = (isOwn: boolean) =>
        Object.fromEntries(flags.filter(([name]) => names.includes(name) === isOwn));
      done(await action(words, of(true), of(false)));
    });
  };

  root.commandsGroup('Test the tests:');
  const mutate = verb(
    'mutate',
    'Lie to a command, one lie at a time, and see whether it notices.',
    'Run a command once for each lie about the operations that it calls, and report which lies no test noticed',
    { ctrf: 'with the lies as tests', sarif: 'with the survivors', junit: 'with the lies as tests' },
  );
  mutate
    .optionsGroup('Reports:')
    .option('--elements <file>', 'Write the report for viewers of mutation-testing-elements; - is stdout.')
    .optionsGroup('Options:')
    .option('--min <percent>', 'Exit with 3 when the score is lower.', percentArgument)
    .option('--parallel <number>', 'Runs side by side. Default: one for each processor.', countArgument)
    .option('--budget-time <duration>', 'Begin no run after so long.', timeoutArgument)
    .option('--only <rule,…>', 'Rules such as field-missing; all by default.', (text: string) =>
      text.split(','),
    )
    .option('--each-field', 'Take fields and lists one by one, not all of an operation at once.')
    .option(
      '--since <report>',
      'Run only what concerns operations whose requests changed since this JSON report.',
    )
    .option('--resume', 'Go on with the report that --json names.');
  own(mutate, async (words, flags, given) =>
    (await import('./mutate.ts')).mutate(words, flags as MutateFlags, given, io),
  );

  const vary = verb(
    'vary',
    'Vary what the contract leaves open, and see whether a command relies on it.',
    'Run a command over replies that differ only in what the contract leaves open, and name what it relies on',
    {
      ctrf: 'with the runs as tests',
      sarif: 'with the decisions that the tests rely on',
      junit: 'with the runs as tests',
    },
  );
  vary
    .option('--runs <number>', 'The number of runs. Default: 10.', countArgument)
    .option(
      '--seed <number>',
      'Seed of the first run; each further one has the next. Default: 1.',
      seedArgument,
    );
  own(vary, async (words, flags, given) =>
    (await import('./vary.ts')).vary(words, flags as VaryFlags, given, io),
  );

  const trim = verb(
    'trim',
    'Find the fewest fields with which a command passes, and the credits that they save.',
    'Run a command with fewer and fewer fields, and print the smallest `fields` of each call with which it passes',
    {
      ctrf: 'with the call sites as tests',
      sarif: 'with the proposals',
      junit: 'with the call sites as tests',
    },
  );
  own(trim, async (words, flags, given) =>
    (await import('./trim.ts')).trim(words, flags as TrimFlags, given, io),
  );

  const capsule = root.command('capsule').description('Save a run that can be repeated.').helpCommand(false);
  const save = capsule
    .command('save')
    .summary('Write the run so far of a running sandbox.')
    .description(
      'Write the run so far of a sandbox that was started with --record-capsule: see replay. A failing exec writes its run with --capsule.',
    )
    .argument('<file>', 'The capsule.');
  addSandboxOptions(save, ['host', 'port', 'adminPort', 'adminToken']).action(async (file: string) =>
    done(await (await import('./capsule-save.ts')).saveCapsule(file, flagsOf(save), io)),
  );

  const replay = root
    .command('replay')
    .summary('Repeat the run of a capsule and compare its replies.')
    .description(
      'Repeat the run that exec --capsule wrote, and compare each reply byte for byte; or run a command from its start: creator-sandbox replay FILE -- npm test\n\nFlags replace single settings of the capsule. Exit code 3 when a reply is another one.',
    )
    .argument('<file>', 'The capsule.')
    .argument('[command...]', 'A command to run from the start of the capsule.')
    .option('--bisect', 'Name only the first reply that differs; with a command, before it runs.');
  addSettings(replay, replaySettings).action(async (file: string, words: string[], own: ReplayFlags) => {
    const { bisect: _, ...given } = flagsOf(replay);
    done(await (await import('./replay.ts')).replay(file, words, own, given, io));
  });
}

function percentArgument(text: string): number {
  const percent = Number(text);
  if (text.trim() === '' || !(percent >= 0 && percent <= 100))
    throw new InvalidArgumentError('Give a number from 0 to 100.');
  return percent;
}

function countArgument(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(text);
}

function seedArgument(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 0.');
  return Number(text);
}
