import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../src/creators/language/read.ts';
import { tokensOf } from '../../../src/creators/language/tokens.ts';
import { countryTable } from '../../../src/creators/language/words/places.ts';
import { noon } from '../../harness.ts';
import { lexiconWithBrands as lexicon } from './lexicon.ts';
import { shown } from './shown.ts';

/** What the table calls otherwise than Unicode's names of regions, without its marks. */
const otherNames: Readonly<Record<string, string>> = {
  CI: "cote d'ivoire",
  MM: 'myanmar',
  CD: 'dr congo',
  CG: 'congo',
  GW: 'guinea bissau',
  KN: 'saint kitts and nevis',
  LC: 'saint lucia',
  TL: 'timor leste',
  VC: 'saint vincent and grenadines',
  MO: 'macao',
  HK: 'hong kong',
};

it('the codes of two letters are those of the countries that the table names', () => {
  const unicode = new Intl.DisplayNames('en', { type: 'region' });
  const plain = (name = '') => name.normalize('NFD').replace(/\p{M}/gu, '').replace('&', 'and').toLowerCase();
  const rows = countryTable.trim().split('\n');
  for (const row of rows) {
    const [, code = '', names = ''] = /^\w{3} (\w\w): ([^;]*)/.exec(row) ?? [];
    expect(names.split(','), row).toContain(otherNames[code] ?? plain(unicode.of(code)));
  }
  expect(new Set(rows.map((row) => row.slice(0, 3))).size).toBe(rows.length);
});

const read = (text: string): string => shown(readDescription(text, lexicon, noon), noon);

/** By class: descriptions and what is searched. */
const classes: Readonly<Record<string, readonly (readonly [text: string, search: string])[]>> = {
  platforms: [
    ['lawyers and freelancers on youtube', 'not understood: lawyers'],
    ['freelancers on youtube', 'tube | topics = id_freelancing_Finance'],
    ['short video creators from the USA', 'clip | country = USA'],
    ['photo creators from the USA', 'gram | country = USA'],
    ['channels from the USA', 'tube | country = USA'],
    ['yoga, not on TikTok', 'gram | niches = id_yoga_All'],
    ['yoga, neither TikTok nor Instagram', 'tube | topics = id_yoga_Fitness'],
    ['yoga creators on facebook', 'not understood: facebook'],
    ['K-pop dance creators', 'not understood: k; pop'],
    ['yoga on snapchat, or if not possible TikTok', 'not understood: snapchat'],
  ],
  'niches and topics': [
    ['tube channels about sourdough', 'tube | topics = id_baking_Food'],
    ['fitness creators who do yoga', 'clip | niches = id_yoga_All'],
    ['finance and investing creators', 'clip | niches in id_finance_All,id_investing_All'],
    ['guitar teachers', 'clip | niches = id_guitar_All'],
    ['reviewers of gadgets', 'clip | niches = id_gadgets_All'],
    ['UK teachers', 'not understood: teachers'],
    ['photography creators in Spain', 'clip | country = ESP; niches = id_photography_All'],
    ['astrology creators in Spain', 'not understood: astrology'],
    ['soccer players', 'clip | niches = id_football_All'],
    ['car reviewers', 'clip | niches = id_cars_All'],
    ['vegan bakers', 'clip | niches = id_veganbaking_All'],
    ['wedding planners and brides', 'clip | niches in id_weddingplanning_All,id_weddings_All'],
    ['nutritionists on youtube', 'tube | topics = id_nutrition_Health'],
    ['food creators #vegan', 'clip | hashtags = #vegan; niches = id_food_All'],
  ],
  places: [
    ['UK or Irish yoga creators', 'clip | country in GBR,IRL; niches = id_yoga_All'],
    ['yoga creators from Milan, Italy', 'clip | country = ITA; niches = id_yoga_All'],
    ['yoga creators from Spain and based in France', 'not understood: spain, france'],
    ['yoga creators in Europe but not in Madrid', 'not understood: but not madrid'],
    ['wale creators', 'not understood: wale'],
    ['show us yoga creators', 'clip | niches = id_yoga_All'],
    ['yoga creators in the US', 'clip | country = USA; niches = id_yoga_All'],
    ['yoga 🇪🇸', 'clip | country = ESP; niches = id_yoga_All'],
    ['yoga creators nearby', 'not understood: nearby'],
    ['creators in gremany', 'clip | country = DEU'],
  ],
  languages: [
    ['German-speaking yoga creators', 'clip | mainLanguage = deu; niches = id_yoga_All'],
    ['yoga creators who speak German or French', 'clip | mainLanguage in deu,fra; niches = id_yoga_All'],
    ['yoga, not in Spanish', 'clip | niches = id_yoga_All; not mainLanguage = spa'],
    ['yoga creators teaching English', 'not understood: teaching'],
    ['Spanish yoga creators', 'clip | country = ESP; niches = id_yoga_All'],
  ],
  numbers: [
    ['10k to 1.5 million followers', 'clip | totalFollowers < 1500001; totalFollowers > 9999'],
    ['5-40k followers', 'clip | totalFollowers < 40001; totalFollowers > 4999'],
    ['followers: 10.000–50.000', 'clip | totalFollowers < 50001; totalFollowers > 9999'],
    ['over twenty thousand followers', 'clip | totalFollowers > 20000'],
    [
      'between half a million and two million subs',
      'tube | totalSubscribers < 2000001; totalSubscribers > 499999',
    ],
    ['around 10k followers', 'clip | totalFollowers < 12001; totalFollowers > 7999'],
    ['3k followers min, 20k max', 'clip | totalFollowers < 20001; totalFollowers > 2999'],
    ['no more than 10k followers', 'clip | totalFollowers < 10001'],
    ['not less than 10k followers', 'clip | totalFollowers > 9999'],
    ["followers that aren't below 10k", 'clip | totalFollowers > 9999'],
    ['sub-50k followers', 'clip | totalFollowers < 50000'],
    ['followers over 10k and under 10', 'not understood: under 10'],
    ['over 10k followers, at most 5k followers', 'not understood: at most 5k followers'],
    ['yoga, 37', 'not understood: 37'],
    ['creators with more likes than followers', 'not understood: more likes than followers'],
    ['yoga with lots of views', 'not understood: lots of views'],
  ],
  figures: [
    ['median views of 5k or more', 'clip | medianRecentVideosViews > 4999'],
    ['reels averaging over 4k likes', 'gram | avgRecentReelsLikes > 4000'],
    ['ER 0.5% minimum', 'clip | avgRecentVideosEngagementRate > 0.0049'],
    ['ER 3%, 10k followers', 'clip | avgRecentVideosEngagementRate > 0.0299; totalFollowers > 9999'],
    [
      'shorts under 5k views, long videos over 20k views',
      'tube | avgRecentShortsViews < 5000; avgRecentVideosViews > 20000',
    ],
    ['reels that never get fewer than 1,000 views', 'gram | minRecentReelsViews > 999'],
    ['every video over 10k likes', 'clip | minRecentVideosLikes > 10000'],
    ['none of their videos over 10k views', 'clip | maxRecentVideosViews < 10001'],
    ['at least 5k views per video', 'clip | avgRecentVideosViews > 4999'],
    ['engagement always above 3%', 'not understood: engagement always above 3%'],
    ['growth in engagement above 5%', 'clip | avgRecentVideosEngagementRateGrowth > 0.05'],
    ['regularly over 5k views', 'not understood: over 5k views'],
    ['engagement above four and a half percent', 'clip | avgRecentVideosEngagementRate > 0.045'],
    ['subscribers more that 30 thousands', 'tube | totalSubscribers > 30000'],
    ['yoga with 20+ episodes', 'not understood: 20+; episodes'],
    ['at least 100 videos', 'clip | totalContents > 99'],
    ['at least twice a week they post', 'clip | contentsIn30Days > 8'],
    ['post at least twice a week', 'clip | contentsIn30Days > 8'],
    ['10 uploads in the last month', 'clip | contentsIn30Days > 9'],
    ['post at most once a week', 'clip | contentsIn30Days < 5'],
    ["creators that don't post more than once a week", 'clip | contentsIn30Days < 5'],
    ['post daily', 'clip | contentsIn30Days > 28'],
    ['CPM under 12 euros', 'not understood: cpm; under 12 euros'],
    ['over 1m plays a month', 'not understood: over 1m plays'],
    ['at least 1k shares per video', 'not understood: at least 1k'],
  ],
  audience: [
    ['audience mostly in the US, Canada or the UK', 'clip | mainAudienceLocation in USA,CAN,GBR'],
    ['US creators with a British audience', 'clip | country = USA; mainAudienceLocation = GBR'],
    [
      'female audience aged 25-34, UK',
      'clip | country = GBR; mainAudienceAge = 25-34; mainAudienceGender = female',
    ],
    ['at least 60% women, audience', 'clip | audienceFemaleRatio > 0.5999'],
    ['over 70% of the audience in Germany', 'not understood: over 70%'],
    ['audience over 45', 'clip | mainAudienceAge in 45-54,55-64,65+'],
    ['audience aged 20 to 29', 'not understood: aged 20 to 29'],
    ['female creators', 'not understood: female'],
    ['creators aged 25 to 34', 'not understood: aged 25 to 34'],
  ],
  'badges, sponsors and brands': [
    ['verified creators without sponsors', 'clip | hasSponsors = false; isAccountVerified = true'],
    ['blue tick: no', 'clip | isAccountVerified = false'],
    ['yoga, verified if over 100k', 'not understood: verified if over 100k'],
    ['over 100k followers or verified', 'not understood: over 100k followers or verified'],
    ['music, either verified or above 1M followers', 'not understood: verified or above 1m followers'],
    ['yoga, verified is fine but not required', 'clip | niches = id_yoga_All'],
    ['yoga, not necessarily verified', 'clip | niches = id_yoga_All'],
    ['tube channels sponsored by Vesnilo', 'tube | uniqueId = Vesnilo'],
    [
      'tube channels sponsored before by Vesnilo or Marlizen Coffee',
      'tube | uniqueId in Vesnilo,Marlizen Coffee',
    ],
    ['yoga creators with 0 sponsors', 'clip | hasSponsors = false; niches = id_yoga_All'],
    ['yoga creators sponsored by Nike', 'not understood: sponsored by; nike'],
    ['business accounts', 'not understood: business accounts'],
    ['creators with an e-mail address', 'not understood: e mail address'],
  ],
  'recency and growth': [
    ['active in the last 2 weeks', 'clip | lastPublishTime > -14d'],
    ['posted since last week', 'clip | lastPublishTime > -7d'],
    ["haven't posted for 3 months", 'clip | lastPublishTime < -90d'],
    ['no accounts that have been quiet for over a month', 'clip | lastPublishTime > -30d'],
    ['fast-growing creators over 10k followers', 'clip | followerGrowthIn30d > 0.02; totalFollowers > 10000'],
    ['grew by more than 5% last month', 'clip | followerGrowthIn30d > 0.05'],
    ['lost more than 5% of their followers', 'clip | followerGrowthIn30d < -0.05'],
    ['rising stars, growth above 3% per month', 'clip | followerGrowthIn30d > 0.03'],
    ['fast growing, +15% followers in 30 days', 'clip | followerGrowthIn30d > 0.1499'],
    ['growing over the last year', 'not understood: growing over the last year'],
  ],
  'order and count': [
    ['yoga by median views, lowest first', 'clip | niches = id_yoga_All | by medianRecentVideosViews asc'],
    [
      '5 yoga creators with the highest engagement',
      'clip | niches = id_yoga_All | by avgRecentVideosEngagementRate desc | 5 creators',
    ],
    [
      'five micro influencers in Portugal',
      'clip | country = PRT; totalFollowers < 100000; totalFollowers > 9999 | 5 creators',
    ],
    ['top 3 yoga creators', 'clip | niches = id_yoga_All | by totalFollowers desc | 3 creators'],
    ['yoga, sorted by prettiness', 'not understood: sorted by prettiness'],
    ['yoga, newest post first', 'clip | niches = id_yoga_All | by lastPublishTime desc'],
    ['yoga, cheapest first', 'not understood: cheapest first'],
    ['yoga, the most beautiful', 'not understood: most'],
  ],
  negation: [
    ['fitness but not yoga', 'clip | niches = id_fitness_All; not niches = id_yoga_All'],
    ['yoga creators not from Spain or Italy', 'clip | niches = id_yoga_All; not country in ESP,ITA'],
    [
      'no creators from Spain with less than 10k followers',
      'clip | not country = ESP & totalFollowers < 10000',
    ],
    ['yoga, nobody above 50k', 'clip | niches = id_yoga_All; totalFollowers < 50001'],
    [
      'Exclude: Germany, sponsored creators. Yoga.',
      'clip | hasSponsors = false; niches = id_yoga_All; not country = DEU',
    ],
    [
      "anyone who doesn't post in English is excluded, yoga",
      'clip | mainLanguage = eng; niches = id_yoga_All',
    ],
    ['yoga without sponsors and verified', 'not understood: verified'],
    ['food creators, no politics', 'clip | niches = id_food_All; not niches = id_news_All'],
    ['food creators, no astrology', 'not understood: no; astrology'],
    ['everyone in fitness but weightlifting', 'clip | niches = id_fitness_All; not niches = id_strength_All'],
    ['not only yoga', 'not understood: not only'],
    [
      'no gaming, no comedy, just classic cars',
      'clip | niches = id_classiccars_All; not niches in id_gaming_All,id_comedy_All',
    ],
    ['no gaming, no comedy, classic cars', 'not understood: classic cars'],
    ['no gaming, dance instead', 'clip | niches = id_dance_All; not niches = id_gaming_All'],
    ['gaming, except Spain, verified and sponsored ones', 'not understood: verified'],
    ['gaming except verified ones and from Spain', 'not understood: spain'],
    [
      'gaming except Spain, at least 10k',
      'clip | niches = id_gaming_All; not country = ESP; totalFollowers > 9999',
    ],
    ['yoga, dead accounts out', 'clip | lastPublishTime > -90d; niches = id_yoga_All'],
    ['Not after: gaming, Russia', 'clip | not country = RUS; not niches = id_gaming_All'],
    ['Not interested in: gaming, Russia', 'clip | not country = RUS; not niches = id_gaming_All'],
    [
      'Not looking for: gaming, Russia. Yoga, UK',
      'clip | country = GBR; niches = id_yoga_All; not country = RUS; not niches = id_gaming_All',
    ],
  ],
  likeness: [
    ['yoga creators called slow', 'clip | displayName = slow; niches = id_yoga_All'],
    ['creators like @someone', 'not understood: like @someone'],
    ['food creators bigger than @someone', 'not understood: bigger than @someone'],
  ],
  'wishes, conditions and corrections': [
    ['yoga creators, ideally in Spain', 'not understood: ideally'],
    ['yoga, Spain preferred', 'not understood: preferred'],
    ['yoga creators, if verified they should have 10k', 'not understood: if verified they'],
    ['yoga on TikTok, sorry, I mean YouTube', 'not understood: sorry; i mean'],
    ['yoga creators, the second biggest', 'not understood: second biggest'],
    ['yoga, show me one', 'not understood: show me one'],
    ['🏃 creators in Spain', 'not understood: 🏃'],
    ['yoga 🏃 in Spain', 'clip | country = ESP; niches = id_yoga_All'],
    ["yoga, haven't posted in a month", 'clip | lastPublishTime < -30d; niches = id_yoga_All'],
  ],
  sizes: [
    ['micro influencers', 'clip | totalFollowers < 100000; totalFollowers > 9999'],
    ['micro influencers with 20k to 30k followers', 'clip | totalFollowers < 30001; totalFollowers > 19999'],
    ['mega influencers below 10k followers', 'not understood: mega influencers'],
  ],
  'what is said of the writer': [
    [
      'We sell hiking boots across Scandinavia. Looking for 10 yoga creators from Spain for our spring campaign.',
      'clip | country = ESP; niches = id_yoga_All | 10 creators',
    ],
    ['travel creators to promote our hotel in Greece', 'clip | niches = id_travel_All'],
    [
      "No channels above 500k subs because we can't afford them. Yoga",
      'tube | topics = id_yoga_Fitness; totalSubscribers < 500001',
    ],
    ["Hope you're well! Yoga creators please", 'clip | niches = id_yoga_All'],
    ['Our hotel in Rome wants travel creators from Spain', 'clip | country = ESP; niches = id_travel_All'],
  ],
  'how many': [
    ['5 to 10 yoga creators', 'clip | niches = id_yoga_All | 10 creators'],
    ['about 5 to 10 yoga creators', 'clip | niches = id_yoga_All | 8 creators'],
    ['around 12 yoga creators', 'clip | niches = id_yoga_All | 12 creators'],
  ],
  nothing: [
    ['hello', 'broad'],
    ['creators', 'broad'],
    ['', 'broad'],
  ],
};

describe.each(Object.entries(classes))('%s', (_, cases) => {
  it.each(cases)('%s', (text, search) => {
    expect(read(text)).toBe(search);
  });
});

it('reads a misspelt word as the nearest known one, and says so', () => {
  const { notes } = readDescription('fitnes creatrs in Spain', lexicon, noon);
  expect(read('fitnes creatrs in Spain')).toBe(read('fitness creators in Spain'));
  expect(notes).toContain('Read a word as the nearest known one: fitnes as fitness; creatrs as creator.');
});

it('says which order it left out', () => {
  const { notes } = readDescription('yoga, sorted by views, then by likes', lexicon, noon);
  expect(notes).toContain('Left out, because one search has one order: by likes.');
});

it('looks up no more than some phrases for each word, whatever the text', () => {
  let lookups = 0;
  const counting = {
    ...lexicon,
    phrases: new Proxy(lexicon.phrases, {
      get: (map, name) => {
        const value: unknown = Reflect.get(map, name, map);
        if (name === 'get') lookups += 1;
        return typeof value === 'function' ? value.bind(map) : value;
      },
    }),
  };
  for (const part of [
    'not ',
    'more than 1 ',
    'creatr ',
    'posted ',
    '10k-',
    'women ',
    'no spain or ',
    '🇪🇸',
    '日本 ',
  ]) {
    const text = part.repeat(1000).slice(0, 1000);
    lookups = 0;
    readDescription(text, counting, noon);
    expect(lookups, part).toBeLessThanOrEqual(60 * tokensOf(text).length);
  }
});
