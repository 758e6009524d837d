/** Whether a call was paid a short time ago, in constant memory: an older call may be forgotten, none is invented. */
export interface RecentCalls {
  /** @param call hash of all that makes a call the same @returns whether it was there, not more than `withinMs` ago */
  seen(call: number, at: number): boolean;
  clear(): void;
}

/** A call takes the place of another one with the same last bits. */
const places = 2 ** 14;

export function createRecentCalls(withinMs: number): RecentCalls {
  const calls = new Float64Array(places);
  const times = new Float64Array(places);
  return {
    seen(call, at) {
      const place = call % places;
      const known = calls[place] === call && at - (times[place] ?? 0) <= withinMs;
      calls[place] = call;
      times[place] = at;
      return known;
    },
    clear() {
      calls.fill(0);
      times.fill(0);
    },
  };
}

/** A hash of 53 bits, so that two calls of a run hardly share one. */
export function hashOf(number: number, texts: readonly string[]): number {
  let high = 0x811c9dc5 ^ number;
  let low = 0x9e3779b9 ^ number;
  for (const text of texts)
    for (let n = 0; n < text.length; n++) {
      const unit = text.charCodeAt(n);
      high = Math.imul(high ^ unit, 0x01000193);
      low = Math.imul(low ^ unit, 0x85ebca6b);
    }
  return (high >>> 0) * 2 ** 21 + (low >>> 11);
}
