import { describe, expect, it } from 'vitest';
import { maxCostOf, priceOf } from '../../src/contract/prices.ts';
import { priceBook } from '../../src/core/prices.ts';

const request = { method: 'POST', path: '/nls', body: { description: 'clip creators' } };

describe('the cost of a search in plain words', () => {
  it('is known to the service alone, up to a bound, where it goes by tokens', () => {
    const book = priceBook({});
    expect([maxCostOf(book, request), priceOf(book, request, {})]).toEqual([10, undefined]);
  });

  it('is the price of the book where every call costs the same, and a spending cap sets it aside', () => {
    const book = priceBook({ nls: 2.5 });
    expect([maxCostOf(book, request), priceOf(book, request, {})]).toEqual([2.5, 2.5]);
  });
});
