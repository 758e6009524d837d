import { type Command, InvalidArgumentError } from 'commander';
import { runSettingNames, type SettingName, settingNames } from '../core/settings-schema.ts';
import { timeoutArgument } from './arguments.ts';
import { addCallSiteOptions, withCallSites } from './call-sites.ts';
import { addVariableOption } from './command-environment.ts';
import type { ExploreFlags } from './explore.ts';
import type { Io } from './io.ts';
import type { MutateFlags } from './mutate.ts';
import { addReportOptions, type Contents } from './report-options.ts';
import { addSecretOption, withSecret } from './secret-env.ts';
import { addSettings, type Done, type Flags, flagsOf } from './setting-options.ts';

/** The settings of the sandboxes; gates judge one run, and these verbs have many. */
export const trialSettings: readonly SettingName[] = without(settingNames, [
  ...runSettingNames.filter((name) => name !== 'serviceHosts'),
  'port',
  'data',
  'ledger',
]);

/** The verbs that run a command many times, each time with one change. */
export function addTrialVerbs(root: Command, io: Io, done: Done): void {
  root.commandsGroup('Test the tests:');
  addMutate(root, io, done);
  addExplore(root, io, done);
}

function addMutate(root: Command, io: Io, done: Done): void {
  const command = trialVerb(root, {
    name: 'mutate',
    summary: 'Mutate replies, one mutation at a time, and see whether a command notices.',
    description:
      'Run a command once for each mutant of the operations that it calls, and report which mutants no test noticed',
    contents: {
      junit: 'with the mutants as tests',
    },
  });
  command
    .option('--min <percent>', 'Exit with 3 when the score is lower.', percentArgument)
    .option(
      '--late <duration>',
      'The delay of reply-late, longer than any limit of the client. Default: 11s, and no verdict on a client that waits so long.',
      timeoutArgument,
    )
    .option('--only <rule,…>', 'Rules such as field-missing; all by default.', listArgument)
    .option('--each-field', 'Take fields and lists one by one, not all of an operation at once.');
  addTrialAction(command, io, done, async (words, flags, settings, runIo) =>
    (await import('./mutate.ts')).mutate(words, flags as MutateFlags, settings, runIo),
  );
}

function addExplore(root: Command, io: Io, done: Done): void {
  const command = trialVerb(root, {
    name: 'explore',
    summary: 'Let every fault happen at every call of a command, and see what it costs.',
    description:
      'Run a command under every schedule of faults, judge it by what was charged and what was delivered, and report the smallest schedule of each finding',
    contents: {
      junit: 'with findings and calls as tests',
    },
  });
  command
    .option('--depth <number>', 'The most faults of a schedule, 1 or 2. Default: 1.', depthArgument)
    .option('--faults <outcome,…>', 'Outcomes such as reply-lost; all by default.', listArgument)
    .option('--only <operation,…>', 'Faults at calls of these operations only.', listArgument)
    .option(
      '--must-survive <outcome,…>',
      'The passing outcomes after which the command must succeed. Default: 503,429,500.',
      listArgument,
    )
    .option(
      '--max-calls <number>',
      'End a run with more calls. Default: ten times those of the first run, and 20.',
      countArgument,
    )
    .option(
      '--late <duration>',
      'The delay of late, gateway-timeout and billed-timeout, longer than any limit of the client. Default: 11s.',
      timeoutArgument,
    )
    .option(
      '--schedule <outcome@call>',
      'Run this schedule only; repeat the flag for one with several faults.',
      (text: string, before: readonly string[] = []) => [...before, text],
    );
  addTrialAction(command, io, done, async (words, flags, settings, runIo) =>
    (await import('./explore.ts')).exploreFaults(words, flags as ExploreFlags, settings, runIo),
  );
}

interface TrialVerb {
  name: string;
  summary: string;
  /** Without its full stop. */
  description: string;
  /** The contents of its reports. */
  contents: Contents;
}

const trialVerb = (root: Command, { name, summary, description, contents }: TrialVerb): Command =>
  addReportOptions(
    root
      .command(name)
      .summary(summary)
      .description(`${description}: creator-sandbox ${name} -- npm test`)
      .argument('<command...>', 'The command. It finds its sandbox as under exec.'),
    contents,
  );

/** Adds the flags that all such verbs have, and what the verb does. @param action takes its own flags, the settings and the environment of the command */
function addTrialAction(
  command: Command,
  io: Io,
  done: Done,
  action: (words: string[], flags: object, settings: Flags, runIo: Io) => Promise<number>,
): void {
  addVariableOption(addSecretOption(addCallSiteOptions(command.optionsGroup('Options:'))))
    .option(
      '--parallel <number>',
      'Runs side by side. Default: as many as keep the processors busy.',
      countArgument,
    )
    .option('--budget-time <duration>', 'Begin no run after this time.', timeoutArgument)
    .option(
      '--timeout <duration>',
      'End a run after this time. Default: three times that of the first run, and 15 seconds.',
      timeoutArgument,
    );
  const ownNames = command.options.map((option) => option.attributeName());
  command.optionsGroup('Settings of the sandboxes:');
  addSettings(command, without(trialSettings, ownNames)).action(async (words: string[]) => {
    const flags = Object.entries(flagsOf(command));
    const pick = (isOwn: boolean) =>
      Object.fromEntries(flags.filter(([name]) => ownNames.includes(name) === isOwn));
    const own = pick(true);
    done(await action(words, own, pick(false), withSecret(withCallSites(io, own), own)));
  });
}

function without(names: readonly SettingName[], excluded: readonly string[]): SettingName[] {
  return names.filter((name) => !excluded.includes(name));
}

function percentArgument(text: string): number {
  const percent = Number(text);
  if (text.trim() === '' || !(percent >= 0 && percent <= 100))
    throw new InvalidArgumentError('Give a number from 0 to 100.');
  return percent;
}

const listArgument = (text: string): string[] => text.split(',');

function depthArgument(text: string): number {
  if (!/^[12]$/.test(text)) throw new InvalidArgumentError('Give 1 or 2.');
  return Number(text);
}

function countArgument(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(text);
}
