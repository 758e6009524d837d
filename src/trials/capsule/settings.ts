import type { ClockSetting } from '../../core/clock.ts';
import { UsageError } from '../../core/errors.ts';
import { freePort, readSettings, type Settings } from '../../core/settings.ts';
import type { Capsule } from './capsule.ts';

/** The settings that change replies; the others belong to a machine or judge a run. */
export const capsuleSettings = [
  'fixtures',
  'seed',
  'size',
  'taxonomy',
  'clock',
  'epoch',
  'worldTime',
  'cycleMs',
  'vocabulary',
  'dictionary',
  'lookups',
  'v2Status',
  'prices',
  'extraFields',
  'nullable',
  'prefer',
  'strict',
  'pace',
  'latency',
  'maxKeys',
  'withdrawn',
  'pictures',
  'followerGrowth',
] as const;

/**
 * The settings of a capsule, some of them replaced by flags. They are read as those of a settings file are: a capsule
 * from elsewhere may name no file that is written, no database and no address.
 * @param name of the capsule, for messages
 * @throws UsageError
 */
export function settingsOfCapsule(
  { settings }: Pick<Capsule, 'settings'>,
  name: string,
  flags: Readonly<Record<string, unknown>> = {},
): Settings {
  const other = Object.keys(settings).find((each) => !(capsuleSettings as readonly string[]).includes(each));
  if (other !== undefined)
    throw new UsageError(`${name} is not a capsule: capsules do not have the setting "${other}".`);
  const { clock, cycleMs, ...rest } = settings;
  const content = {
    ...rest,
    ...(clock !== undefined && { clock: clockText(clock) }),
    ...(cycleMs !== undefined && { cycle: typeof cycleMs === 'number' ? `${cycleMs}ms` : cycleMs }),
  };
  return { ...readSettings({ flags, file: { name, content } }).settings, port: freePort, logLevel: 'error' };
}

/** The text that gives this clock; another value stays, for the refusal. */
function clockText(value: unknown): unknown {
  const clock = value as Partial<Record<string, unknown>> & { mode?: ClockSetting['mode'] };
  switch (clock?.mode) {
    case 'real':
      return 'real';
    case 'scaled':
      return `x${clock['scale']}`;
    case 'frozen':
      return instantText(clock['at']);
    case 'offset':
      return `${Number(clock['offset']) < 0 ? '-' : '+'}${Math.abs(Number(clock['offset']))}ms`;
    default:
      return value;
  }
}

const instantText = (at: unknown): unknown =>
  typeof at === 'number' && Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : at;
