import { type Role, roles } from '../contract/generations.ts';
import { UsageError } from '../core/errors.ts';
import type { Io } from './io.ts';

export const keyVariable = 'CREATOR_SANDBOX_TARGET_KEY';

/** The variable with the key of a further account. */
const keyVariableOf = (role: Role): string => `${keyVariable}_${role.toUpperCase()}`;

interface TargetKeys {
  main: string;
  ofRoles: Partial<Record<Role, string>>;
}

/** The keys of a run; those of further accounts from the environment alone, where other users of the machine do not see them. */
export function targetKeys(main: string | undefined, { env }: Io): TargetKeys {
  const key = main ?? env[keyVariable];
  if (!key)
    throw new UsageError(`compare needs a key. Give --key, or set ${keyVariable} in the environment.`);
  const given = roles.map((role) => [role, env[keyVariableOf(role)]] as const);
  const ofRoles = Object.fromEntries(given.filter(([, value]) => value));
  for (const each of [key, ...Object.values(ofRoles)]) checkKey(each as string);
  return { main: key, ofRoles };
}

/** A header can hold nothing else. The sentence does not repeat the key. @throws UsageError */
export function checkKey(key: string): void {
  if (!/^[!-~]{1,500}$/.test(key))
    throw new UsageError('A key may hold ASCII letters, digits and signs only: no spaces, no line breaks.');
}

/**
 * Hides the keys that a target echoes. The last four characters of a long key stay. A value that the report cut may
 * end in the beginning of a key, so beginnings of four characters or more are hidden too.
 */
export const keyMask = ({ main, ofRoles }: TargetKeys): ((text: string) => string) => {
  const substitutions = [main, ...Object.values(ofRoles)].flatMap((key): [string, string][] => [
    [key, key.length < 12 ? '…' : `…${key.slice(-4)}`],
    [JSON.stringify(key).slice(1, -1), '…'],
    ...Array.from(key.slice(4), (_, n): [string, string] => [`${key.slice(0, key.length - n - 1)}…`, '…']),
  ]);
  return (text) => substitutions.reduce((masked, [shown, hidden]) => masked.replaceAll(shown, hidden), text);
};
