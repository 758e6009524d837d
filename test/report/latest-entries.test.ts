import { expect, it } from 'vitest';
import { createLatestEntries } from '../../src/report/latest-entries.ts';

it('hands over the older half once it is full, without what was set again or deleted', () => {
  const gone: string[] = [];
  const entries = createLatestEntries<string>(6, (value) => gone.push(value));
  for (const name of ['a', 'b', 'c', 'd', 'a', 'e']) entries.set(name, `${name}!`);
  expect([gone, entries.values()]).toEqual([
    ['b!', 'c!'],
    ['d!', 'a!', 'e!'],
  ]);
  for (const name of ['d', 'e']) entries.delete(name);
  for (const name of ['f', 'g', 'h']) entries.set(name, `${name}!`);
  expect(gone).toEqual(['b!', 'c!', 'a!']);
  expect(['a', 'd', 'h'].map((name) => entries.get(name))).toEqual([undefined, undefined, 'h!']);
});
