import type { Difference } from './difference.ts';
import { shown } from './difference.ts';
import type { StreamedEvent } from './exchange.ts';

/**
 * The events of a stream as real clients read them (observed): a line with the name, the very next line with the
 * data as one line of JSON, an empty line.
 * @returns the events before the first frame that is written otherwise, and that frame as a difference
 */
export function eventsOf(text: string): { events: StreamedEvent[]; differences: Difference[] } {
  const events: StreamedEvent[] = [];
  let rest = text;
  while (rest !== '') {
    const frame = /^event: ([^\n\r]+)\ndata: ([^\n\r]*)\n\n/.exec(rest);
    const data = frame ? parsed(frame[2] ?? '') : undefined;
    if (!frame || data === undefined)
      return {
        events,
        differences: [
          {
            kind: 'shape',
            place: `/events/${events.length}`,
            expected: 'event: <name>, data: <JSON> and an empty line',
            actual: shown(rest.slice(0, 80)),
          },
        ],
      };
    events.push({ event: frame[1] ?? '', data });
    rest = rest.slice(frame[0].length);
  }
  return { events, differences: [] };
}

/** undefined for what is no JSON, and for what is nested as no reply is. */
export function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Level by level, because whoever descends into itself comes to an end of the stack. */
function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < mostLevels; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}

const mostLevels = 100;
