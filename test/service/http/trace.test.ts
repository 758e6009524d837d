import { expect, it } from 'vitest';
import { createRandomIds } from '../../../src/service/http/trace.ts';

it('makes random ids of 32 hex digits that differ, also across blocks', () => {
  const newId = createRandomIds();
  const ids = Array.from({ length: 3_000 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
