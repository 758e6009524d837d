import { dayMs } from '../../core/durations.ts';
import type { OperationId } from '../../core/operations.ts';
import type { Platform } from '../../core/platforms.ts';
import { isObject } from '../../core/values.ts';
import type { Account, RecordedPlaces } from '../../creators/world/account.ts';
import { stepTo } from '../../creators/world/recorded.ts';
import { classOf } from '../field-classes.ts';

/** A value of a reply, of the sandbox and of the recording. */
export interface ReplyPair {
  /** Names from the data down; elements of lists by their ids. */
  readonly steps: readonly string[];
  readonly given: unknown;
  readonly recorded: unknown;
}

/**
 * The values of a reply of the sandbox beside those of the recording. Only what was recorded counts.
 * @param dayAt names the entries of histories by their days
 */
export function replyPairs(given: unknown, recorded: unknown, dayAt: number): ReplyPair[] {
  const pairs: ReplyPair[] = [];
  const look = (steps: readonly string[], ours: unknown, theirs: unknown): void => {
    if (isObject(ours) && isObject(theirs)) {
      for (const [name, value] of Object.entries(theirs))
        if (Object.hasOwn(ours, name)) look([...steps, name], ours[name], value);
        else pairs.push({ steps: [...steps, name], given: undefined, recorded: value });
      return;
    }
    if (Array.isArray(ours) && Array.isArray(theirs) && [...ours, ...theirs].every(isObject)) {
      const nameOf = stepsOf(steps.at(-1), dayAt);
      const byStep = new Map(ours.map((element, index) => [nameOf(element, index), element]));
      const names = theirs.map(nameOf);
      if (names.length === byStep.size && names.every((name) => byStep.has(name))) {
        for (const [index, name] of names.entries()) look([...steps, name], byStep.get(name), theirs[index]);
        return;
      }
    }
    pairs.push({ steps, given: ours, recorded: theirs });
  };
  look([], given, recorded);
  return pairs;
}

export const isGap = ({ given, recorded }: ReplyPair): boolean =>
  JSON.stringify(given) !== JSON.stringify(recorded);

const stepsOf =
  (list: string | undefined, dayAt: number) =>
  (element: unknown, index: number): string => {
    const { timestamp } = element as { timestamp?: unknown };
    if (list === 'histories' && typeof timestamp === 'number')
      return String(Math.floor((timestamp - dayAt) / dayMs));
    return stepTo(element, index);
  };

/** Whether a gap can be phase: an instant moves with the clock, and a field that the sandbox lacks has no place. */
const isCorrectable = (operation: OperationId, { steps, given, recorded }: ReplyPair): boolean =>
  given !== undefined && !holdsInstants(operation, steps, recorded);

function holdsInstants(operation: OperationId, steps: readonly string[], value: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => holdsInstants(operation, [...steps, '*'], each));
  if (isObject(value))
    return Object.entries(value).some(([name, each]) => holdsInstants(operation, [...steps, name], each));
  return typeof value === 'number' && classOf([...operation.split('/'), ...steps]) === 'instant';
}

/**
 * What is phase, one after the other: the figures that several records share, those that follow from them, the rest of a
 * reply. Each is phase beside what the sandbox gives with the earlier ones.
 */
export const correctionPhases = ['shared', 'following', 'replies'] as const;
export type CorrectionPhase = (typeof correctionPhases)[number];

const followingGroups = /^(?:growth|basic growth|price )/;

/** Keeps what a reply has otherwise, beside the account. */
export function addCorrections(
  account: Account,
  operation: OperationId,
  pairs: readonly ReplyPair[],
  phase: CorrectionPhase,
): void {
  for (const pair of pairs) {
    if (!isCorrectable(operation, pair)) continue;
    const { given, recorded, steps } = pair;
    const group = groupOf(account.platform, operation, steps);
    if (phase !== 'replies') {
      if (!group || followingGroups.test(group.name) !== (phase === 'following')) continue;
      // a day on which the sandbox is right takes no figure of another day
      const places = placesOfDay(account, group);
      if (isGap(pair)) places[pointer(group.steps)] ??= [given, recorded];
    } else if (steps[0] === 'histories') {
      const [, day, ...rest] = steps;
      const name = operation.startsWith('v2/') ? 'weeks' : 'history';
      const places = placesOfDay(account, { name, day: Number(day), steps: rest });
      if (isGap(pair)) places[pointer(rest)] = [given, recorded];
    } else if (isGap(pair))
      for (const each of sharedBy(operation, steps))
        placesOfReply(account, each)[pointer(steps)] = [given, recorded];
  }
}

/** Removes groups of figures in which the sandbox is right on every day. */
export function dropEmptyGroups(account: Account): void {
  const { figures, ...others } = account.recorded ?? {};
  if (!figures) return;
  const left = Object.entries(figures).filter(([, days]) =>
    Object.values(days).some((places) => Object.keys(places).length > 0),
  );
  const recorded = { ...others, ...(left.length > 0 && { figures: Object.fromEntries(left) }) };
  if (Object.keys(recorded).length > 0) account.recorded = recorded;
  else delete account.recorded;
}

function placesOfDay(account: Account, { name, day }: SharedFigure): RecordedPlaces {
  const recorded = account.recorded ?? {};
  const figures = recorded.figures ?? {};
  const days = figures[name] ?? {};
  const places = days[String(day)] ?? {};
  account.recorded = { ...recorded, figures: { ...figures, [name]: { ...days, [String(day)]: places } } };
  return places;
}

function placesOfReply(account: Account, operation: string): RecordedPlaces {
  const recorded = account.recorded ?? {};
  const replies = recorded.replies ?? {};
  const places = replies[operation] ?? {};
  account.recorded = { ...recorded, replies: { ...replies, [operation]: places } };
  return places;
}

const pointer = (steps: readonly string[]): string =>
  steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The basic record of generation 2 is in two or three replies. */
function sharedBy(operation: OperationId, [record]: readonly string[]): readonly string[] {
  const [, platform] = /^basic(Clip|Gram|Tube)$/.exec(record ?? '') ?? [];
  if (!platform || !operation.startsWith('v2/')) return [operation];
  const of = `v2/${platform.toLowerCase()}`;
  return [`${of}Basic`, `${of}History`, ...(platform === 'Tube' ? [`${of}Detail`] : [])];
}

/** Figures that several records share: the group, the day, and the place within the group. */
interface SharedFigure {
  readonly name: string;
  readonly day: number;
  readonly steps: readonly string[];
}

const blocks: Readonly<Record<string, string>> = {
  videosPerformanceRecent: 'recent video',
  shortsPerformanceRecent: 'recent short',
  imagesPerformanceRecent: 'recent image',
  reelsPerformanceRecent: 'recent reel',
  videosPerformanceAll: 'all video',
  shortsPerformanceAll: 'all short',
  videoPrice: 'price video',
  shortsPrice: 'price short',
};

const countNames = new Set(['totalContents', 'videos', 'posts']);
const followingNames = new Set(['totalFollowing', 'following']);

function groupOf(
  platform: Platform,
  operation: OperationId,
  steps: readonly string[],
): SharedFigure | undefined {
  const [first = '', second = '', ...rest] = steps;
  const isOf2 = operation.startsWith('v2/');
  if (first === 'histories') return ofDay(platform, isOf2, Number(second), rest);
  if (isOf2 && first.startsWith('basic')) return rest.length > 0 ? undefined : ofBasic(platform, second, 0);
  if (isOf2) {
    const [, days] = /^videosIn(30|90)Days$/.exec(second) ?? [];
    return days ? { name: 'published', day: 0, steps: [days] } : undefined;
  }
  if (first === 'subscriberGrowth') return { name: 'growth', day: 0, steps: [second.slice(1)] };
  if (first === 'contentCountByDays') return { name: 'published', day: 0, steps: [second.replace('d', '')] };
  return ofDay(platform, false, 0, steps);
}

/** A figure of a day in generation 3, or of an entry of a weekly history in generation 2. */
function ofDay(
  platform: Platform,
  isOf2: boolean,
  day: number,
  [first = '', ...rest]: readonly string[],
): SharedFigure | undefined {
  if (isOf2) return rest.length > 0 ? undefined : ofBasic(platform, first, day);
  const block = blocks[first];
  if (block !== undefined && rest.length > 0) return { name: block, day, steps: rest };
  if (countNames.has(first)) return { name: 'contents', day, steps: ['count'] };
  return followingNames.has(first) ? { name: 'following', day, steps: ['count'] } : undefined;
}

function ofBasic(platform: Platform, name: string, day: number): SharedFigure | undefined {
  if (countNames.has(name)) return { name: 'contents', day, steps: ['count'] };
  if (followingNames.has(name)) return { name: 'following', day, steps: ['count'] };
  if (name === 'hearts') return { name: 'totals', day, steps: ['likes'] };
  if (name === 'views' && platform === 'tube') return { name: 'totals', day, steps: ['views'] };
  if (/^gRate(?:Followers|Subscribers)$/.test(name)) return { name: 'growth', day, steps: ['30'] };
  if (/^gRate/.test(name)) return { name: 'basic growth', day, steps: [name] };
  return /^(?:avg(?!PostsPerDay)|engageRate)/.test(name) ? { name: 'basic', day, steps: [name] } : undefined;
}
