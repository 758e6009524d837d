import { describe, expect, it } from 'vitest';
import { defaultWorld } from '../../seed/build.ts';
import { nicheSlugs } from '../../seed/niches.ts';
import { personAt } from '../../seed/person.ts';
import { platformsByName } from '../../src/core/platforms.ts';
import { makeLexicon } from '../../src/creators/language/lexicon.ts';
import { readDescription } from '../../src/creators/language/read.ts';
import { noon, testApp } from '../harness.ts';

const { world, post } = await testApp({ size: defaultWorld.size });
const lexicon = makeLexicon(world);

/** Words of a brief for each wide niche. */
const plainWords: Readonly<Record<string, string>> = {
  food: 'foodies',
  fashion: 'fashion bloggers',
  beauty: 'beauty creators',
  fitness: 'people who work out',
  travel: 'travel bloggers',
  gaming: 'gamers',
  tech: 'tech reviewers',
  comedy: 'comedians',
  music: 'musicians',
  dance: 'dancers',
  parenting: 'mums and dads',
  pets: 'pet owners',
  home: 'home makers',
  finance: 'personal finance creators',
  books: 'book bloggers',
  art: 'artists',
  sports: 'team sports',
  cars: 'car people',
  photography: 'photographers',
  science: 'scientists',
  education: 'education',
  news: 'journalists',
  weddings: 'wedding creators',
  vegan: 'vegans',
  health: 'doctors and nurses',
  movies: 'film critics',
  crafts: 'crafters',
  gardening: 'gardeners',
  business: 'entrepreneurs',
  lifestyle: 'lifestyle creators',
};
const sites = { clip: 'TikTok', gram: 'Instagram', tube: 'YouTube' };

it('the plain words are those of thirty wide niches', () => {
  expect(Object.keys(plainWords)).toEqual(nicheSlugs);
  expect(nicheSlugs).toHaveLength(30);
});

describe.each(platformsByName)('%s', (platform) => {
  it.each(nicheSlugs)('finds five creators or more by a plain brief: %s', async (slug) => {
    const read = readDescription(`${plainWords[slug]} on ${sites[platform]}`, lexicon, noon);
    expect([read.advice, read.platform]).toEqual([undefined, platform]);
    expect(JSON.stringify(read.body.filters)).toContain(`"id_${slug}_`);
    const { status, body } = await post(
      `/${platform}/search`,
      { ...read.body, pageSize: 1 },
      'demo-unlimited',
    );
    expect(status).toBe(200);
    expect((body['data'] as { totalResults: number }).totalResults).toBeGreaterThanOrEqual(5);
  });
});

it('a world of any seed has five creators or more of each wide niche on each platform', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const counts = new Map<string, number>();
    for (let index = 0; index < defaultWorld.size; index++) {
      const { niche, on } = personAt(seed, index);
      for (const platform of platformsByName)
        if (on[platform]) counts.set(`${platform} ${niche}`, (counts.get(`${platform} ${niche}`) ?? 0) + 1);
    }
    expect([seed, counts.size]).toEqual([seed, 90]);
    expect([...counts].filter(([, count]) => count < 5)).toEqual([]);
  }
});
