import { Argument, Command } from 'commander';
import { withoutSelfDescribingKeys } from '../core/keys/redactor.ts';
import { nearestHint } from '../core/nearest.ts';
import { flagOf } from '../core/settings-schema.ts';
import { version } from '../system/version.ts';
import { addDailyHelp } from './daily-help.ts';
import { flagsOf } from './flags.ts';
import type { Io } from './io.ts';
import type { Verb } from './verb.ts';
import { startVerb, verbs } from './verbs.ts';

/** Takes the exit code of a verb. */
type Done = (code: number) => void;

/** The command line: the table of verbs as commander's commands, and `help`. */
export function buildProgram(io: Io, done: Done): Command {
  const root = createRoot(io);
  for (const [heading, rows] of Object.entries(verbs)) {
    root.commandsGroup(`${heading}:`);
    for (const [name, verb] of Object.entries(rows)) addVerb(root, name, verb, { io, done });
  }
  root.commandsGroup('The command line itself:');
  addHelp(root);
  return root;
}

/** The command line of `start` alone: to describe all verbs takes a tenth of a start. */
export function buildStart(io: Io, done: Done): Command {
  const root = createRoot(io);
  addVerb(root, 'start', startVerb, { io, done });
  return root;
}

/** Adds a verb, or an action to the verb that is its first word. */
function addVerb(root: Command, name: string, verb: Verb, { io, done }: { io: Io; done: Done }): void {
  const [first = '', action] = name.split(' ');
  const parent = action === undefined ? root : (root.commands.find((each) => each.name() === first) ?? root);
  const command = parent
    .command(action ?? first)
    .description(verb.description)
    .helpCommand(false);
  // A misspelt action is an argument too many.
  if (parent !== root && parent.registeredArguments.length === 0) parent.allowExcessArguments();
  if (verb.summary !== undefined) command.summary(verb.summary);
  for (const [argument, help] of Object.entries(verb.arguments ?? {}))
    command.addArgument(new Argument(argument, help));
  if (verb.daily) addDailyHelp(command, verb.daily);
  for (const option of verb.flags?.() ?? []) command.addOption(option);
  if (verb.passesFlagsOn) command.passThroughOptions();
  if (verb.dashes) command.allowUnknownOption();
  if (verb.dashes === 'spans') command.allowExcessArguments();
  const { run } = verb;
  if (!run) return;
  command.action(async () => {
    if (verb.dashes === 'spans') refuseFlags(command);
    refuseExcess(command);
    refuseFlagsOfParent(command);
    const words = command.processedArgs.flat().filter((word) => word !== undefined) as string[];
    done(await run({ name, words, flags: flagsOf(command), io }));
  });
}

/** Refuses wrong flags where commander takes them for arguments. */
function refuseFlags(command: Command): void {
  const flag = command.args.find((word) => /^-+[a-z]/i.test(word));
  if (flag === undefined) return;
  const flags = command.options.map(({ long }) => long ?? '');
  command.error(`unknown option '${flag}'${nearestHint(flag, flags)}`);
}

/** Commander takes `creat` in `keys creat` for an argument, because `keys` alone has an action too. */
function refuseExcess(command: Command): void {
  const { args, commands, registeredArguments } = command;
  const excess = args[registeredArguments.length];
  if (excess === undefined || registeredArguments.at(-1)?.variadic) return;
  if (commands.length === 0) command.error(`too many arguments: '${excess}'`);
  command.error(`unknown command '${excess}'${commandHint(excess, command)}`);
}

/** Refuses a flag before an action that only its verb has: `requests --follow count`. */
function refuseFlagsOfParent(command: Command): void {
  const own = command.options.map((option) => option.attributeName());
  const other = Object.keys(flagsOf(command)).find((name) => !own.includes(name));
  if (other !== undefined) command.error(`unknown option '${flagOf(other)}'`);
}

const commandHint = (wrong: string, command: Command): string =>
  wrong === 'list' && command.description().startsWith('List ')
    ? `; creator-sandbox ${command.name()} alone lists`
    : nearestHint(
        wrong,
        command.commands.map((each) => each.name()),
      );

/** Adds the verb `help`, which takes the words of a verb: `help keys create`. */
function addHelp(root: Command): void {
  root
    .command('help')
    .description('Print the help of a verb: creator-sandbox help keys create')
    .argument('[verb...]', 'The words of the verb.')
    .action((words: string[]) => {
      let found = root;
      for (const word of words) {
        const next = found.commands.find((each) => each.name() === word);
        if (!next) return found.error(`unknown command '${word}'${commandHint(word, found)}`);
        found = next;
      }
      found.outputHelp();
    });
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
