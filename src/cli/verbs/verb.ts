import type { Option } from 'commander';
import { UsageError } from '../../core/errors.ts';
import { readJson, TooDeep } from '../../core/read-json.ts';
import type { Flags } from '../setting-options.ts';
import type { Look } from '../table.ts';

/** A call of the admin surface. */
export interface AdminCall {
  method: string;
  path: string;
  body?: unknown;
}

/** One call of the admin surface, as a verb of the command line. */
export interface AdminVerb {
  /** `keys`, or `keys create`. */
  name: string;
  description: string;
  /** Names of its arguments, in commander's notation. */
  argumentNames: readonly string[];
  /** Flags of its own. */
  options: readonly Option[];
  /** Arguments arrive as text, a `<file>` as its content; flags as commander parses them. */
  call: (given: readonly string[], flags: Flags) => AdminCall;
  /** The list in the reply that may have further pages. */
  pages?: string;
  /** The reply for people. */
  show: (reply: unknown, display: Display) => readonly string[] | Promise<readonly string[]>;
}

/** How replies are shown. */
export interface Display extends Look {
  /** The name of a key by its id. */
  nameOf: (id: string | null) => string;
}

/** @param of what the verb has beside its name */
export const verb = <Reply>(
  name: string,
  description: string,
  of: Pick<AdminVerb, 'call'> &
    Partial<Pick<AdminVerb, 'argumentNames' | 'options' | 'pages'>> & {
      show: (reply: Reply, display: Display) => ReturnType<AdminVerb['show']>;
    },
): AdminVerb => ({
  name,
  description,
  argumentNames: [],
  options: [],
  ...of,
  show: (reply, display) => of.show(reply as Reply, display),
});

export const getCall = (path: string): AdminCall => ({ method: 'GET', path });
export const postCall = (path: string, body: unknown): AdminCall => ({ method: 'POST', path, body });
export const deleteCall = (path: string): AdminCall => ({ method: 'DELETE', path });

export const keyPath = (name = ''): string => `/keys/${encodeURIComponent(name)}`;
export const keyMember = (name: string | undefined): { key?: string } =>
  name === undefined ? {} : { key: name };

/** @throws UsageError */
export function parseJson(text = ''): unknown {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof TooDeep) throw new UsageError(`This JSON cannot be read: ${error.message}.`);
    throw new UsageError(`This is not JSON: ${text.slice(0, 80)}`);
  }
}
