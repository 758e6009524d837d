import { CommanderError } from 'commander';
import { NoAnswer } from '../client/ask-sandbox.ts';
import { UsageError } from '../core/errors.ts';
import { withoutSelfDescribingKeys } from '../core/keys/redactor.ts';
import { traceOf } from '../system/trace.ts';
import { exitCode, Interrupted, type Io, tell } from './io.ts';
import { withPlainOutputs } from './plain-output.ts';
import { buildProgram, buildStart } from './program.ts';

/** Runs one command line. @returns the exit code */
export async function run(argv: readonly string[], process: Io): Promise<number> {
  const io = withPlainOutputs(process);
  let code: number = exitCode.ok;
  const words = withVerb(argv);
  const done = (result: number) => {
    code = result;
  };
  const root = words[0] === 'start' ? buildStart(io, done) : buildProgram(io, done);
  try {
    await root.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has written its message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
    tell(io, withoutSelfDescribingKeys(errorSentence(error)));
    return exitCodeOf(error);
  }
}

/**
 * A line that is empty or begins with a flag starts the sandbox. Commander's default command would also take a
 * misspelt verb for an argument of `start`.
 */
function withVerb(argv: readonly string[]): string[] {
  const [first] = argv;
  if (first === 'version' || first === '-v') return ['--version'];
  const startsWithFlag = first?.startsWith('-') && !['-V', '--version', '-h', '--help'].includes(first);
  return first === undefined || startsWithFlag ? ['start', ...argv] : [...argv];
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCode.usage;
  return (error as { code?: string }).code === 'EADDRINUSE' ? exitCode.portInUse : exitCode.runtime;
}

/** One sentence for an expected error; an unexpected one has its trace too. */
function errorSentence(error: unknown): string {
  if ([UsageError, Interrupted, NoAnswer].some((expected) => error instanceof expected))
    return (error as Error).message;
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use already. Choose another with --port, or 0 for a free one.`;
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `Cannot listen on ${address ?? 'that host'}${port === undefined ? '' : `, port ${port}`}: ${code}. Choose another with --host and --port.`;
  return `Something unexpected went wrong.\n${traceOf(error)}`;
}
