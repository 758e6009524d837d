import { describe, expect, it } from 'vitest';
import { createLruCache } from '../../src/core/lru-cache.ts';

describe('an LRU cache', () => {
  it('stays within its bytes: the least recently used values are dropped first', () => {
    const values = createLruCache<string, string>(100);
    for (const key of ['a', 'b', 'c']) values.set(key, key.toUpperCase(), 30);
    expect(values.get('a')).toBe('A');
    values.set('d', 'D', 30);
    expect(['a', 'b', 'c', 'd'].map(values.get)).toEqual(['A', undefined, 'C', 'D']);
  });

  it('makes room when a value grows, unless that value was dropped or replaced', () => {
    const values = createLruCache<string, string>(100);
    for (const key of ['a', 'b', 'c']) values.set(key, key.toUpperCase(), 30);
    values.grow('a', 'an older one', 1000);
    expect(['a', 'b', 'c'].map(values.get)).toEqual(['A', 'B', 'C']);
    values.grow('c', 'C', 25);
    expect(['a', 'b', 'c'].map(values.get)).toEqual([undefined, 'B', 'C']);
  });

  it('replaces a value of the same key', () => {
    const values = createLruCache<string, string>(100);
    values.set('a', 'A', 90);
    values.set('a', 'B', 90);
    values.set('b', 'C', 10);
    expect(['a', 'b'].map(values.get)).toEqual(['B', 'C']);
  });

  it('has room again when a value is deleted', () => {
    const values = createLruCache<string, string>(100);
    for (const key of ['a', 'b', 'c']) values.set(key, key.toUpperCase(), 30);
    values.delete('b');
    values.delete('b');
    values.set('d', 'D', 30);
    expect(['a', 'b', 'c', 'd'].map(values.get)).toEqual(['A', undefined, 'C', 'D']);
  });
});
