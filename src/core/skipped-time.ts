/** The header by which a client whose clocks skip its waits names its process and the milliseconds so far: `4711:12000.5`. */
export const skippedTimeHeader = 'x-sandbox-skipped-time';

/** Tells when a request came on the clocks of its client. */
export interface ClientTime {
  /**
   * @param header of the request
   * @param at milliseconds of `performance.now()`
   */
  at(header: unknown, at: number): number;
}

/** For clients that name what they skipped. The clocks of a further process go on where those of the others are. */
export function createSkippedTime(): ClientTime {
  const startMs = new Map<string, number>();
  let latestMs = 0;
  return {
    at(header, at) {
      const [, process = '', skipped] = /^(\d{1,9}):(\d{1,12}(?:\.\d)?)$/.exec(String(header)) ?? [];
      if (skipped === undefined) return at + latestMs;
      const start = startMs.get(process) ?? latestMs;
      startMs.set(process, start);
      latestMs = Math.max(latestMs, start + Number(skipped));
      return at + start + Number(skipped);
    },
  };
}

/** For clients all of whose time runs so many times as fast. */
export const createFasterTime = (speed: number): ClientTime => ({ at: (_header, at) => at * speed });
