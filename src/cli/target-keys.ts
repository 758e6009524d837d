import { type Role, roles } from '../contract/roles.ts';
import { UsageError } from '../core/errors.ts';
import type { Io } from './io.ts';

export const keyVariable = 'CREATOR_SANDBOX_TARGET_KEY';

interface TargetKeys {
  main: string;
  ofRoles: Partial<Record<Role, string>>;
}

/** The keys of a run, from flags or from the environment, where other users of the machine do not see them. */
export function targetKeys(main: string | undefined, as: readonly string[], { env }: Io): TargetKeys {
  const key = main ?? env[keyVariable];
  if (!key)
    throw new UsageError(
      `verify --target needs a key. Give --key, or set ${keyVariable} in the environment.`,
    );
  const fromEnvironment = roles.flatMap((role) => {
    const given = env[`${keyVariable}_${role.toUpperCase()}`];
    return given ? [[role, given] as const] : [];
  });
  const fromFlags = as.map((text) => {
    const [name, value] = pairOf('--as', text);
    const role = roles.find((each) => each === name);
    if (!role) throw new UsageError(`--as: ${name} is not one of ${roles.join(', ')}.`);
    return [role, value] as const;
  });
  const ofRoles = Object.fromEntries([...fromEnvironment, ...fromFlags]);
  // A header can hold nothing else. The sentence does not repeat the key.
  if (![key, ...Object.values(ofRoles)].every((each) => /^[!-~]+$/.test(each)))
    throw new UsageError('A key may hold ASCII letters, digits and signs only: no spaces, no line breaks.');
  return { main: key, ofRoles };
}

/** `name=value` → its parts. */
export function pairOf(flag: string, text: string): [string, string] {
  const at = text.indexOf('=');
  // The text may be a key, so the sentence does not repeat it.
  if (at < 1 || at === text.length - 1) throw new UsageError(`${flag} takes name=value.`);
  return [text.slice(0, at), text.slice(at + 1)];
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
