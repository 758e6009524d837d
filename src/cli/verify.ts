import { type Command, Option } from 'commander';
import { roles } from '../contract/roles.ts';
import { UsageError } from '../core/errors.ts';
import { flagOf } from '../core/settings-schema.ts';
import { adminFlags } from './admin-commands.ts';
import {
  baseUrlArgument,
  countArgument,
  creditsArgument,
  durationArgument,
  timeoutArgument,
} from './arguments.ts';
import type { Io } from './io.ts';
import { addSandboxOptions, type Flags, flagsOf, settingOption } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { keyVariable } from './target-keys.ts';
import { conditionsOf } from './verbs/requests.ts';
import { parseJson, postCall, verb } from './verbs/verb.ts';

/** The verb `verify`: checks the requests that clients made, or a target against the golden exchanges. */
export function addVerify(root: Command, io: Io, done: (code: number) => void): void {
  const command = root
    .command('verify')
    .summary('Check the requests that clients made, or compare a target with the golden exchanges.')
    .description(
      `${journalCheck.description}\n\nWith --target: replay the golden exchanges there and compare the replies. Exit code 4 when they differ.`,
    )
    .argument(
      '[terms...]',
      'Terms as `requests` takes them, with a number; or the check as one JSON object.',
    );
  for (const option of boundFlags) command.addOption(option);
  command.option('--json', 'Print JSON.');
  addSandboxOptions(command.optionsGroup('Sandbox to check:'), adminFlags);

  command
    .optionsGroup('Comparing a target:')
    .option(
      '--target <url>',
      'Base URL of generation 3, of the service or of another sandbox.',
      baseUrlArgument,
    )
    .option('--target-v2 <url>', 'Base URL of generation 2. Default: /v2 below the target.', baseUrlArgument)
    .addOption(new Option('--key <key>', 'API key at the target.').env(keyVariable))
    .option('--as <role=key...>', `Keys of further accounts; the roles are ${roles.join(', ')}.`)
    .option('--spend <credits>', 'Limit for the cost of all calls together.', creditsArgument, 100)
    .option(
      '--agreement <file>',
      'File of the agreement with the service. Default: agreement.json in the folder recordings, if there is one.',
    )
    .option('--only <group...>', 'Replay these folders of exchanges, such as v3/clip.')
    .option('--skip <group...>', 'Leave out these folders of exchanges.')
    .addOption(
      new Option('--generation <number>', 'Replay the exchanges of one generation.').choices(['2', '3']),
    )
    .option(
      '--subject <name=value...>',
      'Records that exist at the target, such as clip.creator=some.handle.',
    )
    .addOption(durationOption('--timeout <duration>', 'Time limit for each reply.', '30s', timeoutArgument))
    .addOption(
      durationOption(
        '--retry-for <duration>',
        'Time limit for repeating a call that gets 429.',
        '20s',
        durationArgument,
      ),
    );
  for (const name of targetSettings) command.addOption(settingOption(name));

  command.action(async (words: string[]) => {
    const flags = flagsOf(command);
    const isCheck = words.length > 0 || boundNames.some((name) => flags[name] !== undefined);
    if ((flags['target'] !== undefined) === isCheck)
      throw new UsageError('verify takes either a check of requests or --target <url>.');
    if (!isCheck) {
      // Loaded here because a check of requests needs no schemas.
      const { verifyTarget } = await import('./verify-target.ts');
      return done(await verifyTarget(command.opts(), settingsOf(flags, io).settings, io));
    }
    const supported = [...adminFlags, ...boundNames, 'config', 'json'];
    const unsupported = Object.keys(flags).find((name) => !supported.includes(name));
    if (unsupported !== undefined) throw new UsageError(`${flagOf(unsupported)} needs --target <url>.`);
    const { askAdmin } = await import('./ask-admin.ts');
    return done(await askAdmin(journalCheck, words, flags, io));
  });
}

const boundNames = ['exactly', 'atLeast', 'atMost'] as const;

const boundFlags = [
  new Option('--exactly <n>', 'The number of requests that meet the terms.').argParser(countArgument),
  new Option('--at-least <n>', 'The least number.').argParser(countArgument),
  new Option('--at-most <n>', 'The largest number.').argParser(countArgument),
];

/** A check in JSON, or terms with bounds. @throws UsageError */
function checkOf(words: readonly string[], flags: Flags): unknown {
  const bounds = Object.fromEntries(
    boundNames.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])),
  );
  const [first = ''] = words;
  if (first.trimStart().startsWith('{')) {
    if (words.length > 1) throw new UsageError('A check in JSON is one argument.');
    return { ...(parseJson(first) as object), ...bounds };
  }
  const filter = conditionsOf(words);
  if (Object.keys(bounds).length === 0)
    throw new UsageError('Say how many: --exactly, --at-least or --at-most.');
  return { filter, ...bounds };
}

/** The settings in which targets may differ. */
const targetSettings = ['prices', 'vocabulary'] as const;

const durationOption = (
  flags: string,
  help: string,
  fallback: string,
  parse: (text: string) => number,
): Option => new Option(flags, help).default(parse(fallback), fallback).argParser(parse);

interface Verified {
  actual: number;
  credits?: number;
}

/** The check of the requests that clients made. */
const journalCheck = verb(
  'verify',
  `Check the requests that clients made: 'operation=clip/profile status=200' --exactly 2, or {"match":{"operation":"clip/profile"},"exactly":2}. Exit code 3 when the check fails.`,
  {
    argumentNames: ['[terms...]'],
    options: boundFlags,
    call: (words, flags) => postCall('/verify', checkOf(words, flags)),
    show: ({ actual, credits }: Verified) => [
      `The check holds: found ${actual}${credits === undefined ? '' : `, ${credits} cr`}.`,
    ],
  },
);
