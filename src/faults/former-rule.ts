import { isObject } from '../core/values.ts';

/** The former name of the member `profile`, in rules and in `Prefer`. Snapshots and capsules of then hold it. */
export const formerProfileName = 'torture';

/** A rule in the present names. @param rule as it was saved or sent, valid or not */
export function withPresentNames(rule: unknown): unknown {
  if (!isObject(rule) || !(formerProfileName in rule) || 'profile' in rule) return rule;
  const { [formerProfileName]: profile, ...rest } = rule;
  return { ...rest, profile };
}
