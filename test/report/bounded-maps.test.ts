import { expect, it } from 'vitest';
import { createBoundedMaps } from '../../src/report/bounded-maps.ts';

it('forgets the oldest entry of a map for a new one, once this map or all together are full', () => {
  const maps = createBoundedMaps<string>(3, 2);
  const all = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()] as const;
  const [one, other, late] = all;
  const set = (map: Map<string, string>, ...names: string[]) =>
    names.map((name) => maps.set(map, name, name));
  expect(set(one, 'a', 'b', 'b', 'c')).toEqual([undefined, undefined, undefined, 'a']);
  // a map without an entry gets no place
  expect([...set(other, 'a', 'b'), ...set(late, 'a')]).toEqual([undefined, 'a', undefined]);
  for (const name of ['b', 'b', 'x']) maps.delete(one, name);
  set(late, 'a', 'b');
  expect(all.map((map) => [...map.keys()].join(' '))).toEqual(['c', 'b', 'b']);
  maps.clear();
  set(other, 'c');
  expect([...other.keys()]).toEqual(['b', 'c']);
});
