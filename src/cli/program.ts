import type { TSchema } from '@sinclair/typebox';
import { Command, Option } from 'commander';
import { flagOf, type SettingName, SettingsFile, settingNames, variableOf } from '../config.ts';
import { UsageError } from '../core/errors.ts';
import { version } from '../version.ts';
import { adminVerbs, sayToAdmin } from './admin.ts';
import { printDecisions } from './decisions.ts';
import { printEnvironment } from './env.ts';
import { exec } from './exec.ts';
import { health } from './health.ts';
import type { Io } from './io.ts';
import { start } from './start.ts';
import { addVerify } from './verify.ts';
import { buildWorldFile, checkWorld, describeWorld } from './world.ts';

/** The command line: verbs and flags, the flags of `start` straight from the settings' schema. */
export function program(io: Io, done: (code: number) => void): Command {
  const root = new Command('creator-sandbox')
    .description(
      'A local stand-in for a creator-analytics API: both generations, its credits, refusals and streams.',
    )
    .version(version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      // Refusals of the command line are written once, by `run`.
      writeErr: () => {},
    });

  const startCommand = root
    .command('start', { isDefault: true })
    .description('Run the sandbox until it is told to stop.')
    .allowExcessArguments(false)
    .addOption(configOption())
    .action(async (flags: Record<string, unknown>) => done(await start(flags, io)));
  for (const name of settingNames) startCommand.addOption(settingOption(name));

  findsSandbox(root.command('health'))
    .addOption(settingOption('admin'))
    .description(
      'Ask a running sandbox whether it is well; 0 when it is, 1 when not, 5 when it is not ready in time.',
    )
    .allowExcessArguments(false)
    .option('--wait <duration>', 'Keep asking for so long, such as 10s.')
    .action(async (flags: Record<string, unknown>) => done(await health(flags, io)));

  findsSandbox(root.command('env'))
    .addOption(settingOption('admin'))
    .description(
      'Print the variables by which tests find a running sandbox, for a shell: eval "$(creator-sandbox env)".',
    )
    .allowExcessArguments(false)
    .action(async (flags: Record<string, unknown>) => done(await printEnvironment(flags, io)));

  const world = root.command('world').description('Make, describe or check a world.');
  const worldVerb = (name: string, description: string, run: typeof buildWorldFile) =>
    world
      .command(name)
      .description(description)
      .argument('[file]', 'SQLite file of the world; the one of these settings when it is not named.')
      .addOption(configOption())
      .addOption(settingOption('seed'))
      .addOption(settingOption('size'))
      .addOption(settingOption('workers'))
      .action(async (file: string | undefined, flags: Record<string, unknown>) =>
        done(await run(file, flags, io)),
      );
  worldVerb('build', 'Make a world; prints the name of its file.', buildWorldFile);
  worldVerb('info', 'Print a portrait of a world.', describeWorld);
  worldVerb('verify', 'Check a world whole; 1 when something is wrong with it.', checkWorld);

  const openapi = root
    .command('openapi')
    .description('Print the OpenAPI document of a generation, with the prices and forms of these settings.')
    .allowExcessArguments(false)
    .option('--v2', 'Of generation 2.')
    .option('--v3', 'Of generation 3 (default).')
    .addOption(configOption())
    // Loaded when it is wanted: no other verb needs it.
    .action(async (flags: Record<string, unknown>) =>
      done(await (await import('./openapi.ts')).printOpenapi(flags, io)),
    );
  for (const name of describing) openapi.addOption(settingOption(name));

  root
    .command('decisions')
    .description(
      'List what the sandbox does that the specification does not say: what is observed, what assumed, what changes it.',
    )
    .allowExcessArguments(false)
    .option('--tag <tag>', 'Only those that are observed, or assumed.')
    .option('--strict', 'Only those by which a sandbox with the setting strict does not answer.')
    .option('--json', 'As JSON.')
    .action((flags: Record<string, unknown>) => done(printDecisions(flags, io)));

  const running = (command: Command) => findsSandbox(command).addOption(settingOption('adminToken'));
  for (const said of adminVerbs) {
    const { verb, action, description, takes } = said;
    const parent = root.commands.find((command) => command.name() === verb) ?? root.command(verb);
    const command = action === undefined ? parent : parent.command(action);
    for (const name of takes) command.argument(name.startsWith('[') ? name.replace('…', '...') : `<${name}>`);
    // A span of time may be negative: -1d is no flag.
    const mayBeNegative = takes.some((name) => spans.includes(name));
    running(command.description(description))
      .allowExcessArguments(mayBeNegative)
      .allowUnknownOption(mayBeNegative)
      .action(async (...given: unknown[]) => {
        // Commander hands over the arguments, then the flags, then the command.
        const words = given
          .slice(0, takes.length)
          .flat()
          .filter((word) => word !== undefined) as string[];
        if (mayBeNegative) refuseStrays(command, takes);
        // A flag that the verb itself has too is given to it, wherever it stands on the line.
        const flags = (given[takes.length + 1] as Command).optsWithGlobals();
        done(await sayToAdmin(said, words, flags, io));
      });
  }

  const verify = running(root.command('verify'));
  for (const name of ofTarget) verify.addOption(settingOption(name));
  addVerify(verify, io, done);

  const execCommand = root
    .command('exec')
    .description(
      'Run a command beside a sandbox of its own: creator-sandbox exec -- npm test. Passes on its exit code.',
    )
    .argument(
      '<command...>',
      'What to run. It finds CREATOR_SANDBOX_URL, CREATOR_SANDBOX_KEY and CREATOR_SANDBOX_ADMIN.',
    )
    .addOption(configOption())
    .action(async (command: string[], flags: Record<string, unknown>) =>
      done(await exec(command, flags, io)),
    );
  for (const name of settingNames) execCommand.addOption(settingOption(name));

  root.addHelpText(
    'after',
    '\nWithout a command the sandbox starts: creator-sandbox --port 0 is creator-sandbox start --port 0.\n' +
      'Settings: creator-sandbox start --help.\n' +
      'Exit codes: 0 ok, 1 runtime error, 2 usage or configuration wrong, 3 a check does not hold, 4 drift found, 5 not ready in time, 6 port in use.',
  );
  return root;
}

/** Arguments that may begin with a minus. */
const spans = ['setting', 'duration'];

/** What Commander lets through where an argument may begin with a minus. @throws UsageError */
function refuseStrays({ args }: Command, takes: readonly string[]): void {
  const flag = args.find((word) => /^-+[a-z]/i.test(word));
  if (flag !== undefined) throw new UsageError(`There is no flag ${flag}.`);
  const [stray] = args.slice(takes.length);
  if (stray !== undefined) throw new UsageError(`There is one argument too many: ${stray}.`);
}

/** A verb that needs a sandbox that runs: by what it finds it. */
const findsSandbox = (command: Command): Command =>
  command
    .addOption(configOption())
    .addOption(settingOption('host'))
    .addOption(settingOption('port'))
    .addOption(settingOption('adminPort'));

const configOption = () =>
  new Option(
    '--config <file>',
    'Settings file (default: sandbox.config.json of this folder, where there is one).',
  );

function settingOption(name: SettingName): Option {
  const { type, description = '', default: fallback, enum: words } = SettingsFile.properties[name] as TSchema;
  // A switch that is on by default is switched off by its opposite; either takes no value.
  if (type === 'boolean' && fallback === true)
    return new Option(
      flagOf(name).replace(/^--/, '--no-'),
      `Do not ${description.charAt(0).toLowerCase()}${description.slice(1)} (${variableOf(name)}=false)`,
    );
  const notes = [
    ...(words ? [`one of ${words.join(', ')}`] : []),
    ...(fallback === undefined || type === 'object' || type === 'array' ? [] : [`default: ${fallback}`]),
    variableOf(name),
  ];
  const text = `${description} (${notes.join('; ')})`;
  if (type === 'boolean') return new Option(flagOf(name), text);
  return new Option(`${flagOf(name)} <${placeholders[type as string] ?? 'text'}>`, text);
}

/** How a target may differ from others. */
const ofTarget: readonly SettingName[] = ['prices', 'vocabulary', 'dictionary'];

/** What a document of the service depends on. */
const describing: readonly SettingName[] = [
  'host',
  'port',
  'seed',
  'size',
  'fixtures',
  'vocabulary',
  'dictionary',
  'lookups',
  'v2Status',
  'prices',
];

const placeholders: Record<string, string> = { integer: 'number', array: 'name,…', object: 'json' };
