import { isObject } from '../../core/values.ts';
import type { Account, RecordedPlaces } from './account.ts';

/**
 * Figures that a recording of the service has and our formulas do not give: the account of a fixture keeps both, place by
 * place. Where the formulas still give what they gave then, the recorded value stands; a number that has moved since moves
 * the recorded one in proportion. So a look-up on the day of the recording repeats it, and time goes on from there.
 */

/**
 * A figure, or an object of figures, as the recording has it.
 * @param group the figures that records share, such as `recent video`
 * @param daysAgo of the account; a day without recorded figures takes those of the nearest one
 */
export function recordedFigures<T>(account: Account, group: string, daysAgo: number, value: T): T {
  const days = account.recorded?.figures?.[group];
  if (!days) return value;
  const day = (account.life?.day ?? 0) - daysAgo;
  const nearest = Object.keys(days).reduce<string | undefined>(
    (best, each) =>
      best === undefined || Math.abs(Number(each) - day) < Math.abs(Number(best) - day) ? each : best,
    undefined,
  );
  return nearest === undefined ? value : corrected(value, days[nearest] ?? {});
}

/** The record of an operation as the recording has it. */
export function recordedReply<T>(account: Account, operation: string, reply: T): T {
  const places = account.recorded?.replies?.[operation];
  return places ? corrected(reply, places) : reply;
}

/** @param places JSON pointers; an element of a list is named by its id, if it has one */
function corrected<T>(value: T, places: RecordedPlaces): T {
  let whole: unknown = value;
  for (const [place, [given, recorded]] of Object.entries(places)) {
    const steps = place
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    whole = correctedAt(whole, steps, given, recorded);
  }
  return whole as T;
}

function correctedAt(value: unknown, steps: readonly string[], given: unknown, recorded: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return standingFor(value, given, recorded);
  if (Array.isArray(value)) {
    const at = value.findIndex((element, index) => stepTo(element, index) === step);
    return at < 0 ? value : value.with(at, correctedAt(value[at], rest, given, recorded));
  }
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  const before = value[step];
  const after = correctedAt(before, rest, given, recorded);
  return after === before ? value : { ...value, [step]: after };
}

/** The step of a place to an element of a list: its id, or its position. */
export function stepTo(element: unknown, index: number): string {
  for (const name of idMembers) {
    const id = (Object(element) as Record<string, unknown>)[name];
    if (typeof id === 'string' && id !== '') return id;
  }
  return String(index);
}

const idMembers = ['contentId', 'videoId', 'shortcode'] as const;

function standingFor(now: unknown, given: unknown, recorded: unknown): unknown {
  if (typeof now === 'number' && typeof given === 'number' && typeof recorded === 'number')
    return now === given ? recorded : inProportion(now, given, recorded);
  return JSON.stringify(now) === JSON.stringify(given) ? recorded : now;
}

function inProportion(now: number, given: number, recorded: number): number {
  // of another sign, or none: there is no proportion
  if (given * recorded <= 0) return now;
  const moved = (now * recorded) / given;
  return [now, given, recorded].every(Number.isInteger)
    ? Math.floor(moved + 0.5)
    : Math.floor(moved * 10_000 + 0.5) / 10_000;
}
