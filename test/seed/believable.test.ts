import { describe, expect, it } from 'vitest';
import { defaultWorld } from '../../seed/build.ts';
import { nicheSlugs } from '../../seed/niches.ts';
import { countries } from '../../seed/places.ts';
import { voiceOf } from '../../seed/voices.ts';
import { dayMs } from '../../src/core/durations.ts';
import type { Platform } from '../../src/core/platforms.ts';
import { platformsByName } from '../../src/core/platforms.ts';
import { subtitleCues } from '../../src/creators/records/subtitles.ts';
import { type Account, epochAt } from '../../src/creators/world/account.ts';
import { existedOn, followersOn } from '../../src/creators/world/timeline.ts';
import { correlation, median } from '../creators/world/statistics.ts';
import { worldOf } from '../creators/world/worlds.ts';

const world = await worldOf(defaultWorld);
const accounts: Record<Platform, Account[]> = {
  clip: [...world.accounts('clip')],
  gram: [...world.accounts('gram')],
  tube: [...world.accounts('tube')],
};
const all = [...accounts.clip, ...accounts.gram, ...accounts.tube];
const followers = (account: Account): number => account.followerWeeks[0] ?? 0;
const share = <T>(list: readonly T[], is: (item: T) => boolean): number =>
  list.filter(is).length / list.length;
/** The followers gained on each of the latest days, newest first. */
const stepsOf = (account: Account, days: number): number[] =>
  Array.from({ length: days }, (_, day) => followersOn(account, day) - followersOn(account, day + 1));
const isSponsored = (content: Account['contents'][number]): boolean =>
  'brands' in content ? content.brands.length > 0 : content.isAd;

it('a finished stream says so in its title', () => {
  const channels = [...world.accounts('tube')];
  const forms = [...new Set(channels.flatMap(({ languages }) => languages))]
    .flatMap((language) => voiceOf(language).streams)
    .map((form) => form.split('{x}'));
  const streams = channels.flatMap(({ contents }) => contents.filter(({ isStream }) => isStream));
  expect(streams.length).toBeGreaterThan(50);
  // Fixtures have titles of their own.
  const says = ({ title }: { title: string }) =>
    forms.some((parts) => parts.every((part) => title.includes(part)));
  expect(share(streams, says)).toBeGreaterThan(0.95);
});

describe.each(platformsByName)('%s in the default world', (platform) => {
  const here = accounts[platform];
  const contents = here.flatMap((account): Account['contents'][number][] => account.contents);

  it('has many small accounts and few huge ones, as in reality', () => {
    const sizes = here.map(followers).sort((a, b) => b - a);
    const top = sizes.slice(0, Math.ceil(sizes.length / 100));
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    expect(median(sizes)).toBeGreaterThan(1000);
    expect(median(sizes)).toBeLessThan(20_000);
    // queries for the largest find some pages
    expect(sizes.filter((size) => size > 1_000_000).length).toBeGreaterThanOrEqual(60);
    expect(sizes.filter((size) => size > 10_000_000).length).toBeGreaterThanOrEqual(5);
    expect(sum(top) / sum(sizes)).toBeGreaterThan(0.2);
  });

  it('has contents whose figures grow with their age', () => {
    const ofAccount = (account: Account): number | undefined => {
      const young = account.contents.filter((content) => content.publishedAt > epochAt - dayMs);
      const settled = account.contents.filter((content) => content.publishedAt < epochAt - 10 * dayMs);
      if (young.length === 0 || settled.length < 5) return undefined;
      return median(young.map(({ likes }) => likes)) / Math.max(1, median(settled.map(({ likes }) => likes)));
    };
    const ratios = here.map(ofAccount).filter((ratio) => ratio !== undefined);
    expect(ratios.length).toBeGreaterThan(20);
    expect(median(ratios)).toBeLessThan(0.4);
  });

  it('has newest contents that are hours to days old', () => {
    const ages = here.flatMap(({ contents: [newest] }) => (newest ? [epochAt - newest.publishedAt] : []));
    expect(median(ages)).toBeLessThan(4 * dayMs);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(share(ages, (age) => age < dayMs)).toBeGreaterThan(0.12);
    expect(share(ages, (age) => age > 30 * dayMs)).toBeLessThan(0.1);
  });

  it('has sponsored contents on a minority of accounts', () => {
    expect(share(here, (account) => account.contents.some(isSponsored))).toBeGreaterThan(0.15);
    expect(share(here, (account) => account.contents.some(isSponsored))).toBeLessThan(0.45);
    expect(share(contents, isSponsored)).toBeGreaterThan(0.01);
    expect(share(contents, isSponsored)).toBeLessThan(0.08);
  });

  it('has most audiences, countries and links, but not all', () => {
    for (const isMissing of [
      (account: Account) => account.audience === null,
      (account: Account) => account.country === '',
      (account: Account) => account.bio === '',
    ]) {
      expect(share(here, isMissing)).toBeGreaterThan(0.01);
      expect(share(here, isMissing)).toBeLessThan(0.1);
    }
    expect(share(here, ({ emails }) => emails.length > 0)).toBeGreaterThan(0.2);
    expect(
      share(here, ({ linked }) => Object.values(linked).filter((id) => id !== '').length > 1),
    ).toBeGreaterThan(0.6);
    expect(share(here, ({ isVerified }) => isVerified)).toBeLessThan(0.15);
  });

  it('was updated within 12 days, important creators sooner', () => {
    const days = (account: Account) => (epochAt - account.updatedAt) / dayMs;
    expect(Math.max(...here.map(days))).toBeLessThan(12);
    expect(Math.max(...here.map(days))).toBeGreaterThan(10);
    expect(median(here.filter((account) => followers(account) > 100_000).map(days))).toBeLessThan(0.5);
    expect(median(here.filter((account) => followers(account) < 10_000).map(days))).toBeGreaterThan(1);
    for (const { contents, updatedAt } of here)
      expect(contents[0]?.publishedAt ?? 0).toBeLessThanOrEqual(updatedAt);
  });

  it('has neighbouring days with different gains', () => {
    const busy = here.filter((account) => followers(account) > 10_000 && existedOn(account, 91));
    const equal = busy.flatMap((account) => {
      const steps = stepsOf(account, 90);
      return steps.slice(1).map((step, day) => Math.abs(step - (steps[day] ?? 0)) <= 1);
    });
    expect(share(equal, (isEqual) => isEqual)).toBeLessThan(0.15);
  });

  it('has audiences of every age from 18 to 44, and some that live abroad', () => {
    const known = here.filter(({ audience }) => audience !== null);
    const main = (account: Account) =>
      account.audience?.ages.indexOf(Math.max(...account.audience.ages)) ?? expect.fail();
    for (const group of [1, 2, 3]) {
      expect(share(known, (account) => main(account) === group)).toBeGreaterThan(0.07);
      expect(share(known, (account) => main(account) === group)).toBeLessThan(0.6);
    }
    const placed = known.filter(({ country }) => country !== '');
    const isHome = ({ audience, country }: Account) => audience?.locations[0]?.country === country;
    expect(share(placed, isHome)).toBeGreaterThan(0.6);
    expect(share(placed, isHome)).toBeLessThan(0.9);
  });
});

describe('the default world', () => {
  const brands = [...world.brands()];

  it('has brands with and without a domain, most of which sponsor somebody', () => {
    expect(brands.length).toBeGreaterThanOrEqual(100);
    expect(brands.filter(({ brandId }) => brandId === '').length).toBeGreaterThan(3);
    expect(share(brands, ({ key }) => world.sponsored(key).length > 0)).toBeGreaterThan(0.7);
    expect(brands.filter(({ website }) => website !== '' && !/\.example(\/|$)/.test(website))).toEqual([]);
  });

  it('has people whose sizes on two platforms correlate, though not closely', () => {
    for (const [one, other] of [
      ['clip', 'gram'],
      ['clip', 'tube'],
      ['gram', 'tube'],
    ] as const) {
      const pairs = accounts[one].flatMap((account) => {
        const id = account.linked[other];
        const same = id === '' ? undefined : world[other](id);
        return same ? [[Math.log(followers(account) + 1), Math.log(followers(same) + 1)] as const] : [];
      });
      expect(correlation(pairs)).toBeGreaterThan(0.5);
      expect(correlation(pairs)).toBeLessThan(0.7);
    }
  });

  it('has brands whose name, industry and goods agree', () => {
    const industryOf: Record<string, string> = {
      Luggage: 'Luggage',
      Snacks: 'Food & Beverage',
      Hair: 'Hair Care',
      Toys: 'Toys & Games',
      Pantry: 'Grocery',
      Denim: 'Apparel & Fashion',
      Yoga: 'Wellness',
      Games: 'Computer Games',
      Press: 'Publishing',
    };
    const named = brands.filter(({ name }) => industryOf[name.split(' ').at(-1) ?? ''] !== undefined);
    expect(named.length).toBeGreaterThan(2);
    for (const { name, industries } of named)
      expect(industries).toContain(industryOf[name.split(' ').at(-1) ?? '']);
  });

  it('counts accounts of every niche and topic', () => {
    for (const platform of platformsByName)
      expect(world.niches(platform).filter(({ channelCount }) => channelCount === 0)).toEqual([]);
    expect(world.topics().filter(({ channelCount }) => channelCount === 0)).toEqual([]);
    expect(Math.max(...world.topics().map(({ channelCount }) => channelCount))).toBeLessThan(
      accounts.tube.length / 4,
    );
  });

  it('links only to reserved domains', () => {
    const urls = all.flatMap(({ links }) => links.map(({ url }) => new URL(url).hostname));
    const boxes = all.flatMap(({ emails }) => emails.map((email) => email.split('@')[1] ?? ''));
    expect([...urls, ...boxes].filter((host) => !/(^|\.)example(\.(com|net|org))?$/.test(host))).toEqual([]);
  });
});

describe('words in the default world', () => {
  const scripts: Record<string, RegExp> = {
    jpn: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    kor: /\p{Script=Hangul}/u,
    ara: /\p{Script=Arabic}/u,
    hin: /\p{Script=Devanagari}/u,
    zht: /\p{Script=Han}/u,
    zhs: /\p{Script=Han}/u,
  };
  const others =
    /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Han}]/u;
  /** Captions of people of this country with these languages; without fixtures, whose texts are unusual. */
  const textsOf = (language: string): string[] =>
    all
      .filter(({ niches, languages }) => niches.length > 0 && languages[0] === language)
      .flatMap(({ contents }) => contents.map(({ text }) => text));

  it('are written in the script of the account', () => {
    for (const [language, script] of Object.entries(scripts))
      expect([language, share(textsOf(language), (text) => script.test(text)) > 0.7]).toEqual([
        language,
        true,
      ]);
    for (const language of ['eng', 'spa', 'por', 'fra', 'deu', 'ita', 'ind', 'tur'])
      expect([language, share(textsOf(language), (text) => others.test(text)) < 0.02]).toEqual([
        language,
        true,
      ]);
  });

  it('have no placeholder left', () => {
    const texts = all.flatMap(({ bio, contents }) => [
      bio,
      ...contents.flatMap((content) => ('title' in content ? [content.title, content.text] : [content.text])),
    ]);
    expect(texts.filter((text) => /\{\w+\}|undefined|lorem ipsum/i.test(text))).toEqual([]);
  });

  it('of biographies have no usual pattern', () => {
    const known = [
      ...nicheSlugs.flatMap((slug) => {
        const { name, items, tags, captions } = voiceOf('eng').niches[slug];
        return [...captions, ...items.flat(), ...tags.map((tag) => `#${tag}`), name];
      }),
      ...countries.flatMap(({ cities }) => cities.map(({ name }) => name)),
    ].sort((a, b) => b.length - a.length);
    const bios = all.filter(
      ({ bio, languages, niches }) => bio !== '' && niches.length > 0 && languages[0] === 'eng',
    );
    const patterns = new Map<string, number>();
    for (const { bio } of bios) {
      let pattern = bio.toLowerCase();
      for (const word of known) pattern = pattern.replaceAll(word.toLowerCase(), '_');
      patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1);
    }
    const most = [...patterns.values()].sort((a, b) => b - a).slice(0, 6);
    expect(most.reduce((sum, count) => sum + count, 0) / bios.length).toBeLessThan(0.25);
  });

  it('of subtitles are as many as the topics', () => {
    const cues = [...world.accounts('tube')]
      .slice(0, 250)
      .flatMap((account) => account.contents.slice(0, 2).map((content) => ({ account, content })))
      .flatMap(({ account, content }) => [...subtitleCues(account, content, content.subtitles[0] ?? '')])
      // a long video would fill the sample alone
      .flatMap(({ text }, index) => (index % 5 === 0 ? text : []));
    expect(cues.length).toBeGreaterThan(14_564);
    expect(new Set(cues.slice(0, 14_564)).size).toBeGreaterThan(4000);
  });

  it('are rarely repeated by the same account', () => {
    const repeats = all
      .filter(({ contents }) => contents.length >= 28)
      .map(({ contents }) => new Set(contents.map(({ text }) => text)).size / contents.length);
    expect(median(repeats)).toBeGreaterThan(0.95);
  });
});
