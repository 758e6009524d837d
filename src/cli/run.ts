import { type Command, CommanderError } from 'commander';
import { nearest } from '../config.ts';
import { UsageError } from '../core/errors.ts';
import { withoutSelfDescribingKeys } from '../keys/redactor.ts';
import { NoSandbox } from './address.ts';
import { Interrupted } from './interruptible.ts';
import { exitCode, type Io } from './io.ts';
import { program } from './program.ts';

/** Runs one command line. @returns the exit code */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let code: number = exitCode.ok;
  const root = program(io, (result) => {
    code = result;
  });
  try {
    await root.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCode.ok;
    io.stderr.write(`creator-sandbox: ${withoutSelfDescribingKeys(sentence(error, root, argv))}\n`);
    return codeOf(error);
  }
}

function codeOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof CommanderError) return exitCode.usage;
  return (error as { code?: string }).code === 'EADDRINUSE' ? exitCode.portInUse : exitCode.runtime;
}

/** One sentence for whoever typed the command; what is unexpected keeps its stack. */
function sentence(error: unknown, root: Command, argv: readonly string[]): string {
  if (error instanceof UsageError || error instanceof Interrupted || error instanceof NoSandbox)
    return error.message;
  if (error instanceof CommanderError) return commandSentence(error, root, argv);
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use already; choose another with --port, or 0 for a free one.`;
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `Cannot listen on ${address ?? 'that host'}${port === undefined ? '' : `, port ${port}`}: ${code}.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function commandSentence(error: CommanderError, root: Command, argv: readonly string[]): string {
  const command = commandOf(root, argv);
  const verbs = command.commands.map((verb) => verb.name());
  if (error.code === 'commander.unknownOption') {
    const wrong = /'([^']+)'/.exec(error.message)?.[1] ?? '';
    // Without a verb the sandbox starts, so its flags are meant.
    const flags = (command === root ? root.commands.slice(0, 1) : [command]).flatMap(
      ({ options }) => options,
    );
    return `There is no flag ${wrong}${nearest(
      wrong,
      [...flags, ...root.options].map(({ long }) => long ?? ''),
    )}.`;
  }
  if (error.code === 'commander.help') return `${command.name()} needs one of ${verbs.join(', ')}.`;
  if (error.code === 'commander.unknownCommand' || error.code === 'commander.excessArguments') {
    const known = verbs.length > 0 ? verbs : root.commands.map((verb) => verb.name());
    const wrong = argv.find((word) => !word.startsWith('-') && !isVerb(root, word)) ?? '';
    return `There is no command ${wrong}${nearest(wrong, known)}.`;
  }
  return `${error.message.replace(/^error: /, '')}.`;
}

/** The innermost command that the line names. */
const commandOf = (root: Command, argv: readonly string[]): Command =>
  argv.reduce((command, word) => command.commands.find((verb) => verb.name() === word) ?? command, root);

const isVerb = (command: Command, word: string): boolean =>
  command.commands.some((verb) => verb.name() === word || isVerb(verb, word));
