import { describe, expect, it } from 'vitest';
import { defaultWorld } from '../../seed/build.ts';
import { nicheSlugs } from '../../seed/niches.ts';
import { nicheSlug } from '../../src/core/niche-id.ts';
import { platformsByName } from '../../src/core/platforms.ts';
import type { Account } from '../../src/creators/world/account.ts';
import { worldOf } from '../creators/world/worlds.ts';

const world = await worldOf(defaultWorld);
/** Without fixtures, which have hashtags of their own. */
const accounts = platformsByName
  .flatMap((platform): Account[] => [...world.accounts(platform)])
  .filter(({ niches, isStill }) => niches.length > 0 && isStill !== true);

const tagsOf = ({ contents }: Account): string[] => contents.flatMap(({ hashtags }) => hashtags);

/** How often each hashtag is written, the commonest first. */
function counted(tags: readonly string[]): [tag: string, count: number][] {
  const counts = new Map<string, number>();
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** The slope of the logarithm of counts over that of their ranks: -1 is Zipf's law, 0 is equal use. */
function slopeOf(counts: readonly number[]): number {
  const points = counts.map((count, index) => [Math.log(index + 1), Math.log(count)] as const);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const above = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return above / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}

describe.each(nicheSlugs)('the hashtags of %s', (niche) => {
  const here = accounts.filter(({ niches: [first = ''] }) => nicheSlug(first) === niche);
  const ranked = counted(here.flatMap(tagsOf));

  it('have a head: the plain word, which leads and most creators write', () => {
    expect(ranked[0]?.[0]).toBe(`#${niche}`);
    const writers = here.filter((account) => tagsOf(account).length > 0);
    const ofWord = writers.filter((account) => tagsOf(account).includes(`#${niche}`));
    expect(ofWord.length / writers.length).toBeGreaterThan(0.7);
  });

  it('are used the less, the rarer they are, down to a long tail', () => {
    const counts = ranked.map(([, count]) => count);
    expect(slopeOf(counts.slice(0, 60))).toBeLessThan(-0.55);
    expect(slopeOf(counts.slice(0, 60))).toBeGreaterThan(-1.2);
    expect((counts[0] as number) / (counts[7] as number)).toBeGreaterThan(3);
    expect(counts.filter((count) => count <= 3).length / counts.length).toBeGreaterThan(0.25);
  });
});

it.each(['#food', '#fashion', '#fitness', '#travel', '#beauty', '#comedy', '#sports', '#photography'])(
  '%s is written by creators of several languages',
  (tag) => {
    const writers = accounts.filter((account) => tagsOf(account).includes(tag));
    expect(new Set(writers.map(({ languages: [main] }) => main)).size).toBeGreaterThan(5);
  },
);

it('hashtags are one word, and thousands of them are rare', () => {
  const ranked = counted(accounts.flatMap(tagsOf));
  expect(ranked.filter(([tag]) => !/^#[\p{L}\p{M}\p{N}_]{1,32}$/u.test(tag))).toEqual([]);
  expect(ranked.filter(([, count]) => count <= 3).length).toBeGreaterThan(2000);
});
