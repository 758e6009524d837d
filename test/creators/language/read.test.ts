import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nicheList, topicList } from '../../../seed/niches.ts';
import { countries as worldCountries } from '../../../seed/places.ts';
import { nicheSlug } from '../../../src/core/niche-id.ts';
import { platforms } from '../../../src/core/platforms.ts';
import { inSlices } from '../../../src/core/steps.ts';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';
import { readDescription } from '../../../src/creators/language/read.ts';
import { maxResults } from '../../../src/creators/language/rules/count.ts';
import { tokensOf } from '../../../src/creators/language/tokens.ts';
import {
  digitNames,
  oneOrHalf,
  ownNumbers,
  scaleLetters,
  scales,
  smallNumbers,
  tens,
} from '../../../src/creators/language/words/numbers.ts';
import { englishEntries } from '../../../src/creators/language/words/tongues.ts';
import { creatorSearchNames } from '../../../src/creators/search/creators.ts';
import { searchOf } from '../../../src/service/v3/nls-search.ts';
import { cpuOf, timesOf } from '../../effort.ts';
import { noon } from '../../harness.ts';
import { broad, narrow } from './descriptions.ts';
import { inOrder, shown } from './shown.ts';
import { userTexts } from './user-texts.ts';

const noBrands = { brands: () => [], sponsored: () => [], tube: () => undefined };
const counted = (list: { id: string; name: string; category: string }[]) =>
  list.map((niche) => ({ ...niche, channelCount: 1 }));
const lists = { ...noBrands, niches: () => counted(nicheList('clip')), topics: () => counted(topicList()) };
const lexicon = await inSlices(makeLexicon(lists));
const read = (text: string) => readDescription(text, lexicon, noon);
const asTable = (text: string) => shown(read(text), noon);

describe('a description', () => {
  it.each(narrow)('$text', ({ text, ...expected }) => {
    expect(asTable(text)).toEqual({ ...expected, filters: inOrder(expected.filters) });
  });

  it.each(broad)('that is too broad: $text', ({ text, ...expected }) => {
    expect(asTable(text)).toEqual({ ...expected, filters: inOrder(expected.filters) });
  });

  it('of more conditions than a search takes is not searched by', () => {
    const text =
      'gram fitness creators from Mexico with 10k to 50k followers, engagement between 3% and 6%, ' +
      'median likes over 500, comments from 10 to 200, audience mostly women in Spain, verified, sponsored';
    expect(asTable(text).refused).toBe(true);
  });

  it.each(userTexts)('by a user: $text', ({ text, ...expected }) => {
    expect(asTable(text)).toEqual({ ...expected, filters: inOrder(expected.filters) });
  });

  it('becomes a valid body of a search', () => {
    expect(read('gram food creators, biggest first').body).toEqual({
      filters: [{ filterName: 'niches', op: '=', value: 'id_food_All' }],
      pageSize: maxResults,
      offset: 0,
      sortBy: 'totalFollowers',
      desc: true,
    });
  });
});

describe('rules that no set of briefs needs', () => {
  const beauty = 'niches = id_beauty_All';
  it.each([
    // An unknown word behind a figure is none of a script in which it could compare.
    ['beauty creators with 50000 followers yay', `${beauty}; totalFollowers > 49999`],
    ['beauty creators with zero verified accounts', `isAccountVerified = false; ${beauty}`],
    ['beauty, mindestens ein Upload in den letzten 14 Tagen', `lastPublishTime > -14d; ${beauty}`],
    ['인증도 협찬도 없는 뷰티 크리에이터', `hasSponsors = false; isAccountVerified = false; ${beauty}`],
    ["I don't care about gaming, beauty creators", beauty],
    ['travel creators looking to work with brands', 'niches = id_travel_All'],
    ['We are a brand that works with creators: food', 'niches = id_food_All'],
  ])('read `%s`', (text, filters) => {
    expect(asTable(text).filters).toBe(filters);
  });

  it('order by the growth of a figure, and by a lowest figure', () => {
    expect(asTable('yoga creators with the fastest growing views').order).toBe(
      'avgRecentVideosViewsGrowth desc',
    );
    expect(asTable('creadores de belleza, el engagement más bajo').order).toBe(
      'avgRecentVideosEngagementRate asc',
    );
  });
});

describe('words that remove', () => {
  it.each([
    ['fashion creators, save for Spain', 'not country = ESP'],
    ['fashion creators save for verified ones', 'isAccountVerified = false'],
    ['fashion creators, less the Spanish ones', 'not country = ESP'],
    ['fashion creators, cut anything over 100k followers', 'not totalFollowers > 100000'],
    ['strike anyone verified, fashion creators', 'isAccountVerified = false'],
    ['decline Spain, fashion creators', 'not country = ESP'],
    ['filter Spain out, fashion creators', 'not country = ESP'],
    ['creadores de moda, España y México excluidos', 'not country in ESP,MEX'],
    ['creadores de moda, fuera España', 'not country = ESP'],
    ['creadores de moda, verificados fuera', 'isAccountVerified = false'],
    ['creatori di moda, meno gli italiani', 'not country = ITA'],
    ['modemakers, op Spanje na', 'not country = ESP'],
    ['creadores de moda, tacha España', 'not country = ESP'],
    ['créateurs mode, vire les comptes vérifiés', 'isAccountVerified = false'],
    ['creatori di moda tolti gli spagnoli', 'not country = ESP'],
    ['Mode-Creator abzüglich Spanien', 'not country = ESP'],
    ['criadores de moda, corta a Espanha', 'not country = ESP'],
    ['twórcy mody, wytnij Hiszpanię', 'not country = ESP'],
    ['блогеры о моде, вычеркни Испанию', 'not country = ESP'],
    ['kreator fashion, coret Spanyol', 'not country = ESP'],
  ])('in `%s` exclude what they remove', (text, filter) => {
    expect(asTable(text).filters).toBe(inOrder(`niches = id_fashion_All; ${filter}`));
  });

  it.each([
    'filter Spanish accounts, fashion creators',
    'スペインよりフランスの美容クリエイター',
    'creators of Spanish food cut Spain',
    'fashion creators, jettison Spain',
    'creadores de moda, defenestra a los verificados',
    'fashion creators, Spain is not needed',
  ])('are not understood in `%s`', (text) => {
    expect(asTable(text).refused).toBe(true);
  });

  it.each([
    ['creators who cut hair', 'niches = id_hair_All'],
    ['filter for Spain, food creators', 'country = ESP; niches = id_food_All'],
    ['creators who help people save for retirement', 'niches = id_saving_All'],
    ['food creators who dropped a video this week', 'lastPublishTime > -7d; niches = id_food_All'],
  ])('in `%s` remove nothing', (text, filters) => {
    expect(asTable(text).filters).toBe(filters);
  });
});

describe('orders', () => {
  it.each(
    platforms.flatMap((platform) => creatorSearchNames[platform].map(({ name }) => ({ platform, name }))),
  )('of $platform include $name if a search can be sorted by it', ({ platform, name }) => {
    const { sortable } = creatorSearchNames[platform].find((each) => each.name === name) ?? {};
    const asked = orderTexts[name] ?? figureText(name);
    const order = asTable(`${platform} by ${asked}`).order?.split(' ')[0];
    expect(order === name).toBe(sortable);
  });

  it.each([
    ['biggest first', 'totalFollowers desc'],
    ['smallest first', 'totalFollowers asc'],
    ['most popular youtube channels', 'totalSubscribers desc'],
    ['most engaging', 'avgRecentVideosEngagementRate desc'],
    ['highest engagement on instagram', 'avgRecentReelsEngagementRate desc'],
    ['most viewed shorts', 'avgRecentShortsViews desc'],
    ['fewest comments', 'avgRecentVideosComments asc'],
    ['most likes', 'avgRecentVideosLikes desc'],
    ['fastest growing', 'followerGrowthIn30d desc'],
    ['most recently active', 'lastPublishTime desc'],
    ['most active', 'contentsIn30Days desc'],
    ['best rated', 'platformScore desc'],
    ['in alphabetical order', 'displayName asc'],
    ['ranked by alphabetical order', 'displayName asc'],
    ['sorted by alphabetical order, descending', 'displayName desc'],
    ['sorted by followers', 'totalFollowers desc'],
    ['ordered by followers, low to high', 'totalFollowers asc'],
    ['ranked by median views', 'medianRecentVideosViews desc'],
    ['sort by name', 'displayName asc'],
  ])('%s', (text, order) => {
    expect(asTable(text).order).toBe(order);
  });
});

describe('numbers', () => {
  it.each([
    [
      1e3,
      'thousand grand mille mila tsd tys тыс тысяч тысячам ألف آلاف हजार ribuan rb duizend tysiąc tysięcy mije ribu',
    ],
    [1e4, '万 萬 만'],
    [1e5, 'lakh lakhs लाख'],
    [
      1e6,
      'million mio mn millones milhoes millionen miliona milionów milyon miljoen mlns млн миллионов मिलियन مليون jt juta',
    ],
    [1e7, 'crore crores करोड़'],
    [1e8, '億 亿 억'],
    [1e9, 'billion bn'],
  ])('of %d are named by %s', (scale, words) => {
    for (const word of words.split(' '))
      expect([word, asTable(`at least 2 ${word} followers`).filters]).toEqual([
        word,
        `totalFollowers > ${2 * scale - 1}`,
      ]);
  });

  it.each([
    ['10k followers', '> 9999'],
    ['10K+ followers', '> 9999'],
    ['followers > 10.5k', '> 10500'],
    ['followers >= 1,500,000', '> 1499999'],
    ['1.500 followers or more', '> 1499'],
    ['at least 100 000 followers', '> 99999'],
    ['two hundred thousand followers', '> 199999'],
    ['over twenty-five thousand followers', '> 25000'],
    ['a million followers', '> 999999'],
    ['half a million followers', '> 499999'],
    ['1mil followers', '> 999999'],
    ['over 1 mil followers', '> 1000000'],
    ['más de 10 mil seguidores', '> 10000'],
    ['mais de 10mil inscritos', '> 10000'],
    ['½ million followers', '> 499999'],
    ['1½ million followers', '> 1499999'],
    ['1 ¼ million followers', '> 1249999'],
    ['1e6 followers', '> 999999'],
    ['over 2.5e5 followers', '> 250000'],
    ['10 k followers', '> 9999'],
    ['over 2 M followers', '> 2000000'],
    ['followers over 10 k', '> 10000'],
    ['10 k to 50 k followers', '> 9999; totalFollowers < 50001'],
    ['2 crore followers', '> 19999999'],
    ['no more than 5k followers', '< 5001'],
    ['up to 5k followers', '< 5001'],
    ['fewer than 5k followers', '< 5000'],
    ['exactly 5000 followers', '= 5000'],
    ['around 10k followers', '> 7999; totalFollowers < 12001'],
    ['10-50k followers', '> 9999; totalFollowers < 50001'],
    ['from 10k up to 50k followers', '> 9999; totalFollowers < 50001'],
    ['٥٠٠٠٠ followers', '> 49999'],
    ['１０万 followers', '> 99999'],
  ])('%s', (text, border) => {
    expect(asTable(text).filters).toBe(inOrder(`totalFollowers ${border}`));
  });

  it.each([
    ['views over 10k, median likes above 5k', 'avgRecentVideosViews > 10000; medianRecentVideosLikes > 5000'],
    [
      'median views over 10k and likes above 5k',
      'medianRecentVideosViews > 10000; avgRecentVideosLikes > 5000',
    ],
    ['likes 5000 comments 200', 'avgRecentVideosLikes > 4999; avgRecentVideosComments > 199'],
    [
      'over 10k followers engagement above 4%',
      'totalFollowers > 10000; avgRecentVideosEngagementRate > 0.04',
    ],
    [
      'followers over 10k engagement above 4%',
      'totalFollowers > 10000; avgRecentVideosEngagementRate > 0.04',
    ],
    ['10k followers 5% engagement', 'totalFollowers > 9999; avgRecentVideosEngagementRate > 0.0499'],
    ['engagement rate of 4', 'avgRecentVideosEngagementRate > 0.0399'],
    ['engagement above 0.125', 'avgRecentVideosEngagementRate > 0.125'],
    ['engagement above 0.125%', 'avgRecentVideosEngagementRate > 0.0013'],
    ['views growth above 20%', 'avgRecentVideosViewsGrowth > 0.2'],
    ['10k views on average', 'avgRecentVideosViews > 9999'],
    ['2 mil subs gaming', 'topics = id_gaming_All; totalSubscribers > 1999999'],
    ['1 mil followers in Los Angeles', 'country = USA; totalFollowers > 999999'],
    ['50 mil seguidores en São Paulo', 'country = BRA; totalFollowers > 49999'],
  ])('count the figure next to them: %s', (text, filters) => {
    expect(asTable(text).filters).toBe(inOrder(filters));
  });

  it.each(['top 10 creators', '24/7'])('give no filter: %s', (text) => {
    expect(asTable(text).filters).toBe('');
  });

  it.each([
    'founded in 2020',
    'budget $50000',
    'a 20% discount',
    'creators aged 30',
    'creators older than 30',
    '30 women',
    'at least half of 7 things',
    'chess 10k followers',
    'engagement foo 5% bar 3',
    'growing more than 10% per week',
    'at least 50% of the audience from Germany',
    'yoga, posted 12',
    'below Spain',
    'not into politics',
    'no gaming or politics',
    'without anything special',
    'in Spain, but not in Madrid',
    'pilates, not the gym',
    'gaming but not the biggest',
  ])('and other deciding words that are not understood are not searched by: %s', (text) => {
    expect(asTable(text)).toMatchObject({ filters: '', refused: true });
  });
});

describe('audiences', () => {
  it.each([
    ['men aged 30', '25-34; mainAudienceGender = male'],
    ['audience aged 22', '18-24'],
    ['30 year old women', '25-34; mainAudienceGender = female'],
    ['women aged 45+', '45-54,55-64,65+; mainAudienceGender = female'],
    ['audience in their 20s', '18-24,25-34'],
    ['audience 35+', '35-44,45-54,55-64,65+'],
    ['older than 18 audience', '18-24,25-34,35-44,45-54,55-64,65+'],
    ['audience younger than 25', '13-17,18-24'],
    ['13-17 girls', '13-17; mainAudienceGender = female'],
    ['girls 13-17', '13-17; mainAudienceGender = female'],
    ['18-24 year old men', '18-24; mainAudienceGender = male'],
  ])('%s', (text, groups) => {
    const operator = groups.split(';')[0]?.includes(',') ? 'in' : '=';
    expect(asTable(text).filters).toBe(inOrder(`mainAudienceAge ${operator} ${groups}`));
  });
});

describe('years', () => {
  const [in2024, in2025, in2026] = ['-882.5d', '-516.5d', '-151.5d'];

  it.each([
    ['posted since 2025', `lastPublishTime > ${in2025}`],
    ['creators active since 2024', `lastPublishTime > ${in2024}`],
    ['posted in 2025', `lastPublishTime > ${in2025}; lastPublishTime < ${in2026}`],
    ['last posted in 2024', `lastPublishTime > ${in2024}; lastPublishTime < ${in2025}`],
    ["haven't posted since 2025", `lastPublishTime < ${in2026}`],
    ["haven't posted since 2026", `lastPublishTime < ${in2026}`],
    ['inactive in 2025', `lastPublishTime < ${in2025}`],
    ['founded in 2020', ''],
    ['born since 2025', ''],
  ])('%s', (text, filters) => {
    expect(asTable(text).filters).toBe(inOrder(filters));
  });
});

describe('notes', () => {
  it.each([
    [
      'dancers from mexcio',
      [
        'Read "dancers" as niches = id_dance_All.',
        'Read "mexico" as country = MEX.',
        'Read a word as the nearest known one: mexcio as mexico.',
      ],
    ],
    [
      'yoga in Chicago',
      [
        'Read "yoga" as niches = id_yoga_All.',
        'Read "chicago" as country = USA.',
        'Read a place as its country: chicago as USA.',
      ],
    ],
    ['wine and chess creators in Spain', ['Read "spain" as country = ESP.', 'Not understood: wine; chess.']],
    ['スペインのアニメと釣りの人', ['Read "スペイン" as country = ESP.', 'Not understood: アニメ.']],
    ['스페인 낚시 크리에이터', ['Read "스페인" as country = ESP.', 'Not understood: 낚시.']],
    [
      'top 5 dancers on instagram, 10k to 50k followers, not from Spain or Italy, active this week',
      [
        'Read as a search on gram.',
        'Read "10k to 50k followers" as totalFollowers > 9999 and totalFollowers < 50001.',
        'Read "active this week" as lastPublishTime > 2026-05-25T12:00:00.000Z.',
        'Read "dancers" as niches = id_dance_All.',
        'Read "not from spain", "italy" as not (country in ESP,ITA).',
        'Read "top" as the order totalFollowers desc.',
        'Read "5" as 5 creators.',
      ],
    ],
    ['creators called "Wine Tales"', ['Read "called " wine tales "" as displayName contains wine tales.']],
    [
      'yoga, no politics',
      [
        'Read "yoga" as niches = id_yoga_All.',
        'Not understood: politics.',
        'Searched for nothing, because these parts have a number, a comparison or a negation that is not understood: no politics.',
      ],
    ],
  ])('on %s', (text, notes) => {
    expect(read(text).notes).toEqual(notes);
  });

  it.each(['wine', 'horse riding', 'curry', 'fish', 'boats', 'vino', 'wein'])(
    'correct no ordinary word: %s',
    (text) => {
      expect(read(`${text} creators`).notes).toEqual([`Not understood: ${text.split(' ').join('; ')}.`]);
    },
  );

  it('know the places where people of the world live', () => {
    const unknown = worldCountries.flatMap(({ code, cities }) =>
      cities.flatMap(({ name }) =>
        asTable(`creators in ${name}`).filters === `country = ${code}` ? [] : [name],
      ),
    );
    expect(unknown).toEqual([]);
  });
});

describe('platforms', () => {
  const fitness = 'niches = id_fitness_All';

  it.each([
    ['not tiktok, fitness', 'gram', fitness],
    ['fitness, no tiktok or instagram', 'tube', 'topics = id_fitness_All'],
    ['fitness, not on instagram', 'clip', fitness],
    ['anything but youtube, fitness', 'clip', fitness],
    ['any platform but tiktok, fitness', 'gram', fitness],
    ['fitness creators other than tiktokers', 'gram', fitness],
    ['no youtube channels, fitness', 'clip', fitness],
    ['not tiktok but youtube, fitness', 'tube', 'topics = id_fitness_All'],
    ['not tiktok, fitness subscribers', 'tube', 'topics = id_fitness_All'],
    ['nothing but youtube, fitness', 'tube', 'topics = id_fitness_All'],
    ['not only tiktok, fitness', 'clip', fitness],
    ['no tiktok, no instagram, no youtube, fitness', 'clip', fitness],
    ['youtubers, no gaming', 'tube', 'not topics = id_gaming_All'],
    ['youtubers, no gaming or beauty', 'tube', 'not topics in id_gaming_All,id_beauty_All'],
    ['youtubers, anything but gaming', 'tube', 'not topics = id_gaming_All'],
    ['no gaming, youtubers', 'tube', 'not topics = id_gaming_All'],
  ])('%s', (text, platform, filters) => {
    expect(asTable(text)).toEqual({ platform, filters: inOrder(filters) });
  });
});

describe('words', () => {
  it.each(worldCountries.map(({ code }) => code))('name the country %s', (code) => {
    const name = new Intl.DisplayNames('en', { type: 'region' });
    const english = (name.of(alpha2[code] ?? '') ?? '').replace(/ SAR .*/, '');
    expect(asTable(`creators in ${english}`).filters).toBe(`country = ${code}`);
    expect(asTable(`${english} based creators`).filters).toBe(`country = ${code}`);
  });

  it.each([...new Set(worldCountries.flatMap(({ languages }) => languages.map(({ code }) => code)))])(
    'name the language %s',
    (code) => {
      const english = spoken[code] ?? new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? '';
      expect(asTable(`creators speaking ${english}`).filters).toBe(`mainLanguage = ${code}`);
      expect(asTable(`videos in ${english}`).filters).toBe(`mainLanguage = ${code}`);
    },
  );

  it.each(nicheList('clip'))('name the niche $id', ({ id, name }) => {
    expect(asTable(`${name.toLowerCase()} creators`).filters).toBe(`niches = ${id}`);
  });

  it.each(topicList())('name the topic $id', ({ id, name }) => {
    expect(asTable(`channels about ${name}`).filters).toBe(`topics = ${id}`);
  });

  it('have no synonyms for niches that the world does not have', () => {
    const slugs = nicheList('clip').map(({ id }) => nicheSlug(id));
    expect(
      englishEntries(() => true).flatMap(([, meaning]) =>
        meaning.kind === 'niche' ? meaning.slugs.filter((slug) => !slugs.includes(slug)) : [],
      ),
    ).toEqual([]);
  });

  it('include niches that only this world has', async () => {
    const niche = { id: 'id_beekeeping_All', name: 'Beekeeping', category: 'All', channelCount: 1 };
    const larger = await inSlices(
      makeLexicon({ ...lists, niches: () => [...counted(nicheList('clip')), niche], topics: () => [] }),
    );
    expect(readDescription('beekeepers on gram', larger, noon).body.filters).toEqual([
      { filterName: 'niches', op: '=', value: 'id_beekeeping_All' },
    ]);
  });
});

/** The words for names that do not spell themselves. */
const orderTexts: Record<string, string> = {
  displayName: 'name',
  uniqueId: 'handle',
  mainLanguage: 'language',
  mainAudienceLocation: 'audience country',
  mainAudienceAge: 'audience age',
  audienceMaleRatio: 'male ratio',
  audienceFemaleRatio: 'female ratio',
  totalContents: 'total posts',
  totalFollowers: 'followers',
  totalSubscribers: 'subscribers',
  followerGrowthIn30d: 'follower growth',
  subscriberGrowthIn30d: 'subscriber growth',
  contentsIn30Days: 'posting frequency',
  lastPublishTime: 'last publish time',
};

/** `medianRecentShortsViews` → `median views of shorts`. */
function figureText(name: string): string {
  const parts =
    /^(avg|median|min|max)Recent(Videos|Shorts|Reels)(Views|Likes|Comments|EngagementRate)(Growth)?$/.exec(
      name,
    );
  if (!parts) return name.replace(/([A-Z])/g, ' $1').toLowerCase();
  const [, statistic, kind, figure = '', growth = ''] = parts;
  const measure = figure.replace('EngagementRate', 'engagement').toLowerCase();
  return `${growth ? `${measure} growth` : `${statistic} ${measure}`}${kind === 'Shorts' ? ' of shorts' : ''}`;
}

const alpha2: Record<string, string> = Object.fromEntries(
  'USA US GBR GB CAN CA AUS AU IRL IE NGA NG ZAF ZA IND IN MEX MX ESP ES ARG AR COL CO BRA BR PRT PT FRA FR BEL BE DEU DE AUT AT CHE CH ITA IT IDN ID TUR TR JPN JP KOR KR TWN TW HKG HK SGP SG MYS MY EGY EG SAU SA ARE AE MAR MA'
    .split(' ')
    .flatMap((code, index, all) => (index % 2 === 0 ? [[code, all[index + 1] ?? '']] : [])),
);
const spoken: Record<string, string> = { zht: 'traditional Chinese', zhs: 'simplified Chinese' };

it('words of numbers are written as tokens are, because a start reads them', () => {
  const tables = [smallNumbers, ...ownNumbers.values(), tens, scales, scaleLetters, oneOrHalf, digitNames];
  for (const word of tables.flatMap((words) => [...words.keys()])) expect(tokensOf(word)[0]?.text).toBe(word);
});

describe('any text', () => {
  const parts = fc.constantFrom(
    ...'followers no not except excluded by top first lowest total minimum followers over under between and 10k 1.5 million % - to not in from Spanish audience women aged 18-24 verified sponsored last weeks posted active biggest engagement average views reels shorts channel tiktok the creators cooking #tag @handle "quoted 🇯🇵 💃 日本 한국 مصر 😀 . , : ( + $ 20s half a per day'.split(
      ' ',
    ),
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1000 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
    fc.array(parts, { minLength: 1, maxLength: 120 }).map((words) => words.join(' ')),
    fc.array(parts, { minLength: 1, maxLength: 120 }).map((words) => words.join('')),
  );

  it('gives a valid search with at most ten filters and ten exclusions', () => {
    fc.assert(
      fc.property(text, (description) => {
        const { filters, without = [], pageSize } = searchOf(read(description));
        expect([filters.length <= 10, without.length <= 10, pageSize >= 1 && pageSize <= 20]).toEqual([
          true,
          true,
          true,
        ]);
      }),
      { numRuns: 1500 },
    );
  });

  it('asks no platform for a figure that another one has, whatever its contents are called', () => {
    for (const platform of ['tiktok', 'instagram', 'youtube'])
      for (const contents of ['shorts', 'reels', 'videos', 'long-form videos', 'posts'])
        for (const figure of [
          'average 10k',
          'get 10k',
          'average 10k views',
          'views above 10k',
          'likes above 10k',
          'with at least 4% engagement',
          'growing by 5%',
        ])
          for (const description of [
            `${contents} ${figure} ${platform}`,
            `${platform} ${contents} ${figure}`,
            `${platform} creators whose ${contents} ${figure}`,
          ])
            expect(() => searchOf(read(description)), description).not.toThrow();
  });

  it('always gives the same result', () => {
    fc.assert(
      fc.property(text, (description) => {
        expect(read(description)).toEqual(read(description));
      }),
      { numRuns: 200 },
    );
  });

  it('of 2,000 characters takes a few times as long as its words', async () => {
    const long = userTexts
      .map(({ text }) => text)
      .join(', ')
      .slice(0, 2_000);
    const split = () => cpuOf(() => Array.from({ length: 20 }, () => tokensOf(long)));
    const times = await timesOf(() => cpuOf(() => Array.from({ length: 20 }, () => read(long))), 24, split);
    expect(times).toBeLessThanOrEqual(24);
  });

  it.each([
    ['a', ''],
    ['a.', ''],
    ["a'", ''],
    ['A.', 'b'],
    ['1,', ''],
    ['1 ', ''],
    ['123 ', ''],
    ['10k-', ''],
    ['not ', ''],
    ['in ', 'Spain'],
    ['between ', ''],
    ['Spanish or ', ''],
    ['"', ''],
    ['"a', ''],
    ['#', ''],
    ['@', ''],
    ['most ', 'views'],
    ['日', ''],
    ['🇯', ''],
    ['\u0301', ''],
    ['\ufdfa', ''],
    ['follower ', ''],
    ['the last ', 'week'],
    ['hundred ', ''],
    ['not ', 'yoga'],
    ['no gaming or ', ''],
    ['cookign ', ''],
  ])('of 1,000 characters of %j takes little time', async (part, end) => {
    // One ligature is read as four words.
    const { length: unfolded } = part.normalize('NFKD');
    const of = (length: number) => part.repeat(length / unfolded) + end;
    const parsesOf = (length: number, limit: number) => timesOf(() => cpuOf(() => read(of(length))), limit);
    expect(await parsesOf(1_000, 0.5)).toBeLessThanOrEqual(0.5);
    // sixteen times the text takes at most sixteen times as long
    expect(await parsesOf(16_000, 8)).toBeLessThanOrEqual(8);
  });
});
