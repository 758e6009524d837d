import type { Option } from 'commander';
import { UsageError } from '../core/errors.ts';
import { readJson, TooDeep } from '../core/read-json.ts';
import type { DailyFlags } from './daily-help.ts';
import type { Flags } from './flags.ts';
import type { Io } from './io.ts';
import { type Column, type Look, printTable } from './table.ts';

/** A verb of the command line, as the table describes it. */
export interface Verb {
  /** Its line in the overview; the description where it is absent. */
  readonly summary?: string;
  readonly description: string;
  /** Its arguments in commander's notation, each with its help. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Its flags in the order of its help. A start makes none but its own. */
  readonly flags?: () => readonly Option[];
  /** The flags that `--help` prints; `--help-all` prints all. */
  readonly daily?: DailyFlags;
  /** Flags after its first argument are those of a command of the user's. */
  readonly passesFlagsOn?: true;
  /** Words with a dash that are arguments: spans such as `-1d`; or all, where the verb refuses wrong flags itself. */
  readonly dashes?: 'spans' | 'all';
  /** @returns the exit code. Absent where only actions do something. */
  readonly run?: (line: Line) => Promise<number>;
}

/** A line that names a verb. */
export interface Line {
  /** The name of the verb. */
  readonly name: string;
  /** Its arguments. */
  readonly words: readonly string[];
  /** Its flags as commander parses them, without defaults. */
  readonly flags: Flags;
  readonly io: Io;
}

/** A call of the admin surface. */
export interface AdminCall {
  method: string;
  path: string;
  body?: unknown;
}

/** A verb that is one call of the admin surface. */
export interface AskingVerb<Reply = unknown> extends Omit<Verb, 'run'> {
  /** Arguments arrive as text, a `<file>` as its content. */
  call(given: readonly string[], flags: Flags): AdminCall;
  /** The list in the reply that may have further pages. */
  readonly pages?: string;
  /** The reply for people. */
  show(reply: Reply, display: Display): readonly string[] | Promise<readonly string[]>;
}

/** How replies are shown. */
export interface Display extends Look {
  /** The name of a key by its id. */
  readonly nameOf: (id: string | null) => string;
}

/** A list in a reply, as a table. */
export const tableOf = <Row>(
  list: string,
  columns: (display: Display) => readonly Column<Row>[],
  none: string,
): Pick<AskingVerb<Readonly<Record<string, readonly Row[]>>>, 'pages' | 'show'> => ({
  pages: list,
  show: (reply, display) => printTable(columns(display), reply[list] ?? [], { ...display, none }),
});

export const getCall = (path: string): AdminCall => ({ method: 'GET', path });
export const putCall = (path: string, body?: unknown): AdminCall => ({ method: 'PUT', path, body });
export const patchCall = (path: string, body: unknown): AdminCall => ({ method: 'PATCH', path, body });
export const postCall = (path: string, body: unknown): AdminCall => ({ method: 'POST', path, body });
export const deleteCall = (path: string): AdminCall => ({ method: 'DELETE', path });

/** @throws UsageError */
export function parseJson(text = ''): unknown {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof TooDeep) throw new UsageError(`This JSON cannot be read: ${error.message}.`);
    throw new UsageError(`This is not JSON: ${text.slice(0, 80)}`);
  }
}
