import { type Logger, pino } from 'pino';
import { withoutSelfDescribingKeys } from '../core/keys/redactor.ts';
import type { Io } from './io.ts';

/**
 * The log of a running sandbox. On a terminal, warnings and errors go to stderr. Elsewhere all entries go to stdout, but
 * after the ready line, because the program that started the sandbox reads that line first.
 */
export function createLog({ stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>, level: string) {
  const terminal = stdout.isTTY === true;
  let held: string[] | undefined = terminal ? undefined : [];
  const output = terminal ? stderr : stdout;
  const write = (entry: string): void => {
    // An unexpected error may quote a key.
    const line = withoutSelfDescribingKeys(entry);
    if (held) held.push(line);
    else output.write(terminal ? entryInWords(line) : line);
  };

  const least = terminal && level === 'info' ? 'warn' : level;
  const log: Logger = pino({ level: least, base: null }, { write });

  return {
    log,
    /** Writes the held lines: after the ready line to stdout, or to stderr when the start failed. */
    open(failed = false): void {
      const lines = held ?? [];
      held = undefined;
      for (const line of lines) (failed ? stderr : output).write(line);
    },
  };
}

/** A line of the log for people: its message, without time and level. */
function entryInWords(line: string): string {
  const {
    msg,
    err,
    level: _level,
    time: _time,
    ...rest
  } = JSON.parse(line) as Record<string, unknown> & {
    err?: { stack?: string };
  };
  const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  return `creator-sandbox: ${msg}${more}${err?.stack ? `\n${err.stack}` : ''}\n`;
}
