import type { SettingName } from './settings-schema.ts';

/** The names that settings had before. A flag, variable or file that uses one is read, with a warning. */
export const formerNames: ReadonlyMap<string, SettingName> = new Map([
  ['keptReplies', 'lastReplies'],
  ['record', 'recordCapsule'],
  ['keptRecords', 'cachedRecords'],
  ['maxLints', 'maxRuleBreaks'],
  ['ignoreLints', 'ignoreRules'],
]);
export const formerNameOf = (name: SettingName): string | undefined =>
  [...formerNames.keys()].find((former) => formerNames.get(former) === name);
/** The same values under the names that the settings have now. */
export const withCurrentNames = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [formerNames.get(name) ?? name, value]));
