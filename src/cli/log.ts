import { type Logger, pino } from 'pino';
import { withoutSelfDescribingKeys } from '../keys/redactor.ts';
import type { Io } from './io.ts';

/**
 * The log of a running sandbox. On a terminal it goes to stderr, beside the lines for a person, and says only
 * what goes wrong; elsewhere to stdout, but after the ready line: whoever started us reads that one first.
 */
export function createLog({ stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>, level: string) {
  const terminal = stdout.isTTY === true;
  let held: string[] | undefined = terminal ? undefined : [];
  const output = terminal ? stderr : stdout;
  const write = (entry: string): void => {
    // Whatever an unexpected failure says: keys are not logged whole.
    const line = withoutSelfDescribingKeys(entry);
    if (held) held.push(line);
    else output.write(line);
  };

  return {
    log: pino({ level: terminal && level === 'info' ? 'warn' : level, base: null }, { write }) as Logger,
    /** Writes what was held: to stdout when the ready line is out, to stderr when it will never come. */
    open(failed = false): void {
      const lines = held ?? [];
      held = undefined;
      for (const line of lines) (failed ? stderr : output).write(line);
    },
  };
}
