import { expect, it } from 'vitest';
import { eventsOf, parseReplyJson } from '../../src/contract/event-stream.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

it('reads a reply of 100 levels, and calls a deeper one no JSON of the service', () => {
  expect(JSON.stringify(parseReplyJson(nested(100)))).toBe(nested(100));
  expect(parseReplyJson(nested(101))).toBeUndefined();
  expect(eventsOf(`event: a\ndata: ${nested(101)}\n\n`)).toMatchObject({ events: [], differences: [{}] });
  expect(parseReplyJson(nested(100_000))).toBeUndefined();
});
