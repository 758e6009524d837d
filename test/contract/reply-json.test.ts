import { expect, it } from 'vitest';
import { parseReplyJson } from '../../src/contract/event-stream.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

it('reads a reply of 100 levels, and calls a deeper one no JSON of the service', () => {
  expect(JSON.stringify(parseReplyJson(nested(100)))).toBe(nested(100));
  expect(parseReplyJson(nested(101))).toBeUndefined();
  expect(parseReplyJson(nested(100_000))).toBeUndefined();
});
