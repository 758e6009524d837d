import type { Difference } from './difference.ts';
import { describeValue } from './difference.ts';
import type { StreamedEvent } from './exchange.ts';

/**
 * Reads a stream as real clients do (observed): a frame is a line with the name, then a line with the data as JSON,
 * then an empty line.
 * @returns the events before the first malformed frame, and that frame as a difference
 */
export function eventsOf(text: string): { events: StreamedEvent[]; differences: Difference[] } {
  const events: StreamedEvent[] = [];
  let rest = text;
  while (rest !== '') {
    const frame = /^event: ([^\n\r]+)\ndata: ([^\n\r]*)\n\n/.exec(rest);
    const data = frame ? parseReplyJson(frame[2] ?? '') : undefined;
    if (!frame || data === undefined)
      return {
        events,
        differences: [
          {
            kind: 'shape',
            place: `/events/${events.length}`,
            expected: 'event: <name>, data: <JSON> and an empty line',
            actual: describeValue(rest.slice(0, 80)),
          },
        ],
      };
    events.push({ event: frame[1] ?? '', data });
    rest = rest.slice(frame[0].length);
  }
  return { events, differences: [] };
}

/** @returns undefined for text that is not JSON, or is nested deeper than any reply */
export function parseReplyJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Goes level by level: recursion would overflow the stack on deep nesting. */
function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < maxLevels; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}

const maxLevels = 100;
