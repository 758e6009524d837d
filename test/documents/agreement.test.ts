import { describe, expect, it } from 'vitest';
import { disagreement } from './agreement.ts';

describe('a document agrees with what came', () => {
  it.each([
    ['text', 'a … c', 'a b c', true],
    ['text', 'a … c', 'a b d', false],
    ['text', 'first\n…\nlast', 'first\n2\n3\nlast', true],
    ['text', 'first\n…\nlast', 'first\nlast', true],
    ['text', '…\nlast', 'last but one\n', false],
    ['text', 'a\nb', 'a\n\nb', false],
    ['text', 'at 2026-01-01T00:00:00Z', 'at 2027-12-31T23:59:59.123Z', true],
    ['json', '{"a":1}', '{"a":1,"b":2}', false],
    ['json', '{"a":1,"…":"…"}', '{"a":1,"b":2}', true],
    ['json', '{"a":1,"…":"…"}', '{"b":2}', false],
    ['json', '[1,"…"]', '[1,2,3]', true],
    ['json', '[1]', '[1,2]', false],
    ['json', '{"at":1795194658733}', '{"at":1795305391894}', true],
    ['json', '{"at":1795194658733}', '{"at":17953053918940}', false],
    ['json', '{"at":"…"}', '{"at":null}', true],
    ['json', '{"id":"1672607fa949ff276a2585305f61b97d"}', '{"id":"876828dbd25547879423d483ccfda1b4"}', true],
    ['json', '{"id":"1672607fa949ff276a2585305f61b97d"}', '{"id":"short"}', false],
    ['json', '{}', 'no JSON', false],
  ])('%s: %j and %j: %s', (language, shown, came, agrees) => {
    expect(disagreement(shown, came, language) === undefined).toBe(agrees);
  });
});
