import { Command, Option } from 'commander';
import { withoutSelfDescribingKeys } from '../core/keys/redactor.ts';
import { runSettingNames, type SettingName, settingNames } from '../core/settings-schema.ts';
import { version } from '../system/version.ts';
import { addAdminVerbs } from './admin-commands.ts';
import { durationArgument } from './arguments.ts';
import { addCallSiteOptions } from './call-sites.ts';
import { addVariableOption } from './command-environment.ts';
import { addCompare } from './compare-verb.ts';
import { addDailyHelp, dailyExec, dailyStart } from './daily-help.ts';
import { addHelp } from './help.ts';
import type { Io } from './io.ts';
import { addRecord } from './record-verb.ts';
import { addReport } from './report.ts';
import { addReportOptions } from './report-options.ts';
import { addSecretOption } from './secret-env.ts';
import { addSandboxOptions, addSettings, type Done, flagsOf } from './setting-options.ts';
import { addTrialVerbs } from './trial-verbs.ts';

/**
 * The command line. A verb loads its code when it runs, so that help and a health check every few seconds load little.
 * @param done takes the exit code of the verb
 */
export function buildProgram(io: Io, done: Done): Command {
  const root = createRoot(io);
  root.commandsGroup('Run a sandbox:');
  addStart(root, io, done);
  addRunVerbs(root, io, done);
  addRecord(root, io, done);
  addTrialVerbs(root, io, done);
  root.commandsGroup('Ask a running sandbox:');
  addAskVerbs(root, io, done);
  addAdminVerbs(root, io, done);
  addReport(root, io, done);
  root.commandsGroup('Look up, without a running sandbox:');
  addWorldVerbs(root, io, done);
  addCompare(root, io, done);
  addLookUpVerbs(root, io, done);
  root.commandsGroup('The command line itself:');
  addHelp(root);
  return root;
}

/** The command line of `start` alone: to describe all verbs takes a tenth of a start. */
export function buildStart(io: Io, done: Done): Command {
  const root = createRoot(io);
  addStart(root, io, done);
  return root;
}

function createRoot(io: Io): Command {
  return (
    new Command('creator-sandbox')
      .description(
        'Emulate a creator-analytics API on this machine: both generations, with credits, refusals and streams.',
      )
      .version(version, '-V, --version', 'Print the version.')
      .helpOption('-h, --help', 'Print this help.')
      .helpCommand(false)
      // `exec` passes everything after its command on to it, our own flags included.
      .enablePositionalOptions()
      .showHelpAfterError('(Add --help to see the commands, arguments and flags.)')
      .exitOverride()
      .configureOutput({
        writeOut: (text) => void io.stdout.write(text),
        writeErr: (text) => void io.stderr.write(withoutSelfDescribingKeys(text)),
        // The value of a flag that does not exist may be a token.
        outputError: (text, write) =>
          write(
            `creator-sandbox: ${text
              .replace(/^error: /, '')
              .replace(/(?<=^unknown option '[^=]*=).*(?='$)/m, '…')
              // There is one way to say it.
              .replace(/\n\(Did you mean (?:one of )?(.+)\?\)/, '; the nearest valid one is $1')}`,
          ),
      })
      .addHelpText('beforeAll', ({ error, command }) =>
        error ? `creator-sandbox: ${command.name()} needs a command.\n` : '',
      )
      .addHelpText('after', afterHelp)
  );
}

function addStart(root: Command, io: Io, done: Done): void {
  addSecretOption(addSettings(addDailyHelp(root.command('start'), dailyStart), startSettings))
    .description('Run the sandbox until a signal stops it.')
    .action(async (_flags, command: Command) =>
      done(await (await import('./start.ts')).start(flagsOf(command), io)),
    );
}

/** The other verbs that start a sandbox. */
function addRunVerbs(root: Command, io: Io, done: Done): void {
  addSecretOption(
    addVariableOption(
      addCallSiteOptions(
        addReportOptions(addSettings(addDailyHelp(root.command('exec'), dailyExec), settingNames, execHelp)),
        true,
      ),
    ),
  )
    .option('--pact <file>', 'Write what the client met as a Pact file, version 4; - is stdout.')
    .passThroughOptions()
    .summary('Run a command beside a sandbox of its own.')
    .description(
      'Run a command beside a sandbox of its own, and pass on its exit code: creator-sandbox exec --budget 50 npm test\n\nFlags of the sandbox come before the command; all words after it are its own. It ends with one screen: what the command called, what was refused, the rules that it broke, credits wasted, answers never met, each with its line. Exit code 3 when the command succeeds and a gate does not hold.',
    )
    .argument(
      '<command...>',
      'The command. It finds the sandbox by CREATOR_SANDBOX_URL, CREATOR_SANDBOX_KEY and CREATOR_SANDBOX_ADMIN.',
    )
    .action(async (words: string[], _flags, command: Command) =>
      done(await (await import('./exec.ts')).exec(words, flagsOf(command), io)),
    );

  addSettings(root.command('mcp'), mcpSettings, mcpHelp)
    .summary('Serve an agent over standard input and output.')
    .description(
      'Serve an agent over standard input and output, by the Model Context Protocol: tools to open a key with a budget, quote, call, force, advance, and to read journal, receipt and coverage.\n\nWith CREATOR_SANDBOX_ADMIN it uses that sandbox, otherwise one of its own.',
    )
    .action(async (_flags, command: Command) =>
      done(await (await import('./mcp.ts')).mcp(flagsOf(command), io)),
    );
}

/** The verbs that ask a running sandbox, beside those of the admin surface. */
function addAskVerbs(root: Command, io: Io, done: Done): void {
  addSandboxOptions(root.command('health'), healthSettings)
    .summary('Check whether the sandbox is up.')
    .description(
      'Check whether the sandbox is up. Exit code 1 when it is not, 5 when it is not in time (--wait).',
    )
    .option('--wait <duration>', 'Repeat the check for this long, such as 10s.', durationArgument)
    .option('--json', 'Print JSON.')
    .action(async (_flags, command: Command) =>
      done(await (await import('./health.ts')).health(flagsOf(command), io)),
    );

  addSandboxOptions(root.command('env'), healthSettings)
    .summary('Print the environment variables by which tests find the sandbox.')
    .description(
      'Print the environment variables by which tests find the sandbox, for a shell: eval "$(creator-sandbox env)"',
    )
    .action(async (_flags, command: Command) =>
      done(await (await import('./env.ts')).printEnvironment(flagsOf(command), io)),
    );

  addSandboxOptions(root.command('ui'), ['host', 'port', 'adminPort', 'tls', 'tlsCert'])
    .summary('Open the dashboard in the browser.')
    .description('Open the dashboard of a running sandbox in the browser, and print its address.')
    .action(async (_flags, command: Command) =>
      done(await (await import('./ui.ts')).openDashboard(flagsOf(command), io)),
    );
}

function addWorldVerbs(root: Command, io: Io, done: Done): void {
  const world = root
    .command('world')
    .description('Build, describe and check worlds, and find creators in them.')
    .helpCommand(false);
  const addVerb = (
    name: string,
    description: string,
    verb: 'buildWorldFile' | 'describeWorld' | 'checkWorld',
    more: readonly SettingName[] = [],
  ) =>
    addSettings(world.command(name), ['seed', 'size', ...more])
      .description(description)
      .argument('[file]', 'SQLite file of the world. Default: the world of these settings, in the cache.')
      .action(async (file: string | undefined, _flags, command: Command) =>
        done(await (await import('./world.ts'))[verb](file, flagsOf(command), io)),
      );
  addVerb('build', 'Build a world and print the name of its file.', 'buildWorldFile');
  addVerb('info', 'Print a summary of a world.', 'describeWorld');
  addVerb('verify', 'Check every record of a world. Exit code 1 when something is wrong.', 'checkWorld', [
    'fixtures',
  ]);

  addSettings(world.command('find'), worldFindSettings)
    .summary('Find creators to test with.')
    .description(
      'Find creators to test with, in the world of these settings: creator-sandbox world find minFollowers=100000 country=ITA edge=true',
    )
    .argument(
      '[terms...]',
      'Filters: platform=clip, name=anna, niche=yoga, country=ITA, language=ita, minFollowers=1000, maxFollowers=50000, edge=true or a word such as edge=private, limit=50.',
    )
    .option('--json', 'Print JSON.')
    .allowUnknownOption()
    .action(async (terms: string[], own: { json?: true }, command: Command) =>
      done(await (await import('./world-find.ts')).findInWorld(terms, own, flagsOf(command), io)),
    );
}

function addLookUpVerbs(root: Command, io: Io, done: Done): void {
  addSettings(root.command('openapi'), openapiSettings)
    .summary('Print the OpenAPI document of a generation.')
    .description('Print the OpenAPI document of a generation, with the prices and forms of these settings.')
    .option('--v3', 'Generation 3, the default.')
    .addOption(new Option('--v2', 'Generation 2.').conflicts('v3'))
    .action(async (_flags, command: Command) =>
      done(await (await import('./openapi.ts')).printOpenapi(flagsOf(command), io)),
    );

  root
    .command('decisions')
    .summary('List the behaviours that the specification leaves open.')
    .description(
      'List the behaviours that the specification leaves open: which are observed, which are assumed, and the setting that changes them.',
    )
    .argument('[id]', 'All about one of them.')
    .addOption(new Option('--tag <tag>', 'List one kind.').choices(['observed', 'assumed']))
    .option('--strict', 'List those that a strict sandbox refuses to answer by.')
    .option('--json', 'Print JSON.')
    .action(async (id: string | undefined, flags) =>
      done((await import('./decisions.ts')).printDecisions(id, flags, io)),
    );
}

/** The flags by which a verb finds a sandbox that may have no admin surface. */
const healthSettings = ['host', 'port', 'adminPort', 'admin', 'tls', 'tlsCert'] as const;

const execHelp = {
  port: 'Port of the sandbox; a free one when this flag is absent, whatever the variables and the file say.',
};

const startSettings = settingNames.filter((name) => !(runSettingNames as readonly string[]).includes(name));

const mcpSettings: readonly SettingName[] = [...startSettings, 'budget'];

const mcpHelp = {
  budget:
    'The most credits that all keys of the agent may spend together. Default: the budget of its first key.',
};

/** The settings that change what `world find` prints. */
const worldFindSettings: readonly SettingName[] = [
  'host',
  'port',
  'seed',
  'size',
  'fixtures',
  'vocabulary',
  'lookups',
];

/** The settings that change the documents. */
const openapiSettings: readonly SettingName[] = [
  'host',
  'port',
  'seed',
  'size',
  'fixtures',
  'vocabulary',
  'lookups',
  'v2Status',
  'prices',
];

const afterHelp = `
Without a command the sandbox starts: \`creator-sandbox --port 0\` is \`creator-sandbox start --port 0\`.
All settings: creator-sandbox start --help-all

Exit codes:
  0  success
  1  runtime error
  2  wrong usage or configuration
  3  a check or a gate failed
  4  the service differs from the golden exchanges
  5  not ready in time
  6  port in use
  127  exec: there is no such command`;
