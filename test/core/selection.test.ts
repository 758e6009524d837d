import { expect, test } from 'vitest';
import { parseFields } from '../../src/core/fields.ts';
import type { OperationId } from '../../src/core/operations.ts';
import { priceBook } from '../../src/core/prices.ts';
import { priceLookup, quoteLookup } from '../../src/core/selection.ts';

const selectionOf = (operation: OperationId, fields: unknown) => {
  const parsed = parseFields(operation, fields);
  return 'selection' in parsed ? parsed.selection : expect.fail();
};

test('a field that a record does not have costs nothing', () => {
  const selection = selectionOf('tube/performance', ['ranking', 'videoPrice']);
  expect(quoteLookup(priceBook(), 'tube/performance', selection)).toBe(900);
  expect(priceLookup(priceBook(), 'tube/performance', selection, { ranking: {} })).toBe(400);
  const items = selectionOf('clip/content-detail', { recentVideos: 3 });
  expect(priceLookup(priceBook(), 'clip/content-detail', items, { recentVideos: null })).toBe(300);
});
