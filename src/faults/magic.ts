import { withoutAt } from '../core/handles.ts';
import type { Platform } from '../core/platforms.ts';
import { isReservedName } from '../core/reserved-names.ts';
import { isObject } from '../core/values.ts';
import type { RequestedOutcome } from './outcomes.ts';

/** The effect of a magic identifier, in place of the look-up. */
type Magic =
  | { readonly outcome: RequestedOutcome }
  /** A delayed reply, with the record of these parameters. */
  | { readonly waitMs: number; readonly substitute: Readonly<Record<string, string>> };

/** A form of magic identifiers. Each generation lists its own. */
export interface MagicForm {
  /** Only on this platform. */
  readonly platform?: Platform;
  readonly parameter: string;
  /** Its group `code` is a status, or an error string. */
  readonly error: RegExp;
  /** Its group `ms` or `s` is the delay. */
  readonly slow: RegExp;
  /** The fixture creator `slow` under this parameter. */
  readonly substitute: string;
}

/** The limit on delays. */
export const maxWaitMs = 60_000;

/**
 * Finds a magic identifier among the parameters of a request.
 * @param given the query or the body, valid or not
 */
export function findMagic(
  forms: readonly MagicForm[],
  platform: string | null | undefined,
  given: unknown,
): Magic | undefined {
  if (!isObject(given)) return undefined;
  for (const form of forms) {
    const value = given[form.parameter];
    if (typeof value !== 'string' || (form.platform !== undefined && form.platform !== platform)) continue;
    const name = value.trim();
    const bare = withoutAt(name);
    const magic = isReservedName(bare) ? magicOf(form, bare) : undefined;
    if (magic) return magic;
  }
  return undefined;
}

function magicOf({ parameter, error, slow, substitute }: MagicForm, name: string): Magic | undefined {
  const code = error.exec(name)?.groups?.['code'];
  if (code !== undefined)
    return { outcome: /^\d+$/.test(code) ? { status: Number(code) } : { errorCode: code } };
  const { ms, s } = slow.exec(name)?.groups ?? {};
  const waitMs = Number(ms ?? Number(s) * 1000);
  return waitMs <= maxWaitMs ? { waitMs, substitute: { [parameter]: substitute } } : undefined;
}

export const dashed = { error: /^sandbox-error-(?<code>\d{3})$/, slow: /^sandbox-slow-(?<ms>\d{1,5})$/ };

/** The channel id of the fixture creator `slow`. */
export const slowChannel = 'UCslow000000000000000000';
