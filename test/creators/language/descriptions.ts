/**
 * Descriptions and their expected reading: the platform, the filters (separated by `;`, instants as days before now,
 * `not` before exclusions), the order, and the number of creators if it is not 20.
 */
export interface Described {
  text: string;
  platform: 'gram' | 'clip' | 'tube';
  filters: string;
  order?: string;
  count?: number;
  broad?: boolean;
  /** A part with a number, a comparison or a negation is not understood. */
  refused?: boolean;
}

const latinAmerica = 'MEX,ARG,COL,BRA,CHL,PER,VEN,ECU,BOL,PRY,URY,GTM,CRI,PAN,DOM,CUB';

/** One condition each. */
const simple: Described[] = [
  { text: 'food creators', platform: 'clip', filters: 'niches = id_food_All' },
  {
    text: 'od 5 do 70 tysięcy obserwujących',
    platform: 'clip',
    filters: 'totalFollowers > 4999; totalFollowers < 70001',
  },
  { text: 'tube channels about baking', platform: 'tube', filters: 'topics = id_baking_Food' },
  { text: 'YouTube channels about sourdough', platform: 'tube', filters: 'topics = id_baking_Food' },
  { text: 'gram photographers who travel', platform: 'gram', filters: 'niches = id_travel_All' },
  { text: 'Instagram reels with kittens', platform: 'gram', filters: 'niches = id_cats_All' },
  { text: 'TikTok dancers', platform: 'clip', filters: 'niches = id_dance_All' },
  { text: 'not tiktok, instagram only: vegan food', platform: 'gram', filters: 'niches = id_food_All' },
  { text: 'creators from Mexico', platform: 'clip', filters: 'country = MEX' },
  { text: 'Brazilian creators', platform: 'clip', filters: 'country = BRA' },
  {
    text: 'Portuguese cooking creators',
    platform: 'clip',
    filters: 'niches = id_homecooking_All; country = PRT',
  },
  { text: 'creators who post in Spanish', platform: 'clip', filters: 'mainLanguage = spa' },
  {
    text: 'verified music artists on tube',
    platform: 'tube',
    filters: 'topics = id_music_All; isAccountVerified = true',
  },
  {
    text: 'English-speaking musicians',
    platform: 'clip',
    filters: 'niches = id_music_All; mainLanguage = eng',
  },
  {
    text: 'German or French speaking tech channels',
    platform: 'tube',
    filters: 'topics = id_tech_All; mainLanguage in deu,fra',
  },
  { text: 'influencers in Latin America', platform: 'clip', filters: `country in ${latinAmerica}` },
  { text: 'the US and Canada', platform: 'clip', filters: 'country in USA,CAN' },
  { text: 'contact us about pottery', platform: 'clip', filters: 'niches = id_pottery_All' },
  { text: 'micro influencers', platform: 'clip', filters: 'totalFollowers > 9999; totalFollowers < 100000' },
  {
    text: 'between 10k and 1.5 million followers',
    platform: 'clip',
    filters: 'totalFollowers > 9999; totalFollowers < 1500001',
  },
  {
    text: 'ten thousand to half a million followers',
    platform: 'clip',
    filters: 'totalFollowers > 9999; totalFollowers < 500001',
  },
  { text: 'over 1M subscribers', platform: 'tube', filters: 'totalSubscribers > 1000000' },
  { text: 'under 50 thousand followers', platform: 'clip', filters: 'totalFollowers < 50000' },
  { text: 'engagement above 4%', platform: 'clip', filters: 'avgRecentVideosEngagementRate > 0.04' },
  {
    text: 'engagement rate of at least 3.5 percent on reels',
    platform: 'gram',
    filters: 'avgRecentReelsEngagementRate > 0.0349',
  },
  { text: 'average views over 200k', platform: 'clip', filters: 'avgRecentVideosViews > 200000' },
  {
    text: 'shorts with a median of 20k+ views',
    platform: 'tube',
    filters: 'medianRecentShortsViews > 19999',
  },
  {
    text: 'mostly women aged 18-24',
    platform: 'clip',
    filters: 'mainAudienceAge = 18-24; mainAudienceGender = female',
  },
  { text: 'an audience in Japan', platform: 'clip', filters: 'mainAudienceLocation = JPN' },
  { text: 'creators with at least 60% women', platform: 'clip', filters: 'audienceFemaleRatio > 0.5999' },
  { text: 'verified creators', platform: 'clip', filters: 'isAccountVerified = true' },
  { text: 'creators without brand deals', platform: 'clip', filters: 'hasSponsors = false' },
  { text: 'posted in the last two weeks', platform: 'clip', filters: 'lastPublishTime > -14d' },
  { text: "haven't posted in 6 months", platform: 'clip', filters: 'lastPublishTime < -180d' },
  { text: 'uploads 3 times a week', platform: 'clip', filters: 'contentsIn30Days > 12' },
  { text: '#veganrecipes on gram', platform: 'gram', filters: 'hashtags = #veganrecipes' },
  { text: '@foodie.anna', platform: 'clip', filters: 'uniqueId = foodie.anna' },
  {
    text: 'mid-tier influencers',
    platform: 'clip',
    filters: 'totalFollowers > 99999; totalFollowers < 500000',
  },
  { text: 'creators in Paris', platform: 'clip', filters: 'country = FRA' },
  { text: 'channels named "Sample Creator"', platform: 'tube', filters: 'displayName = sample creator' },
  {
    text: 'non-sponsored singers',
    platform: 'clip',
    filters: 'niches = id_singing_All; hasSponsors = false',
  },
  { text: 'last post within 7 days', platform: 'clip', filters: 'lastPublishTime > -7d' },
];

/** Several constraints together. */
const several: Described[] = [
  {
    text: 'Find me verified vegan recipe creators on Instagram from Germany, Austria or Switzerland with 10k to 100k followers, biggest first',
    platform: 'gram',
    filters:
      'niches = id_food_All; country in DEU,AUT,CHE; totalFollowers > 9999; totalFollowers < 100001; isAccountVerified = true',
    order: 'totalFollowers desc',
  },
  {
    text: 'micro influencers in beauty from France who post reels, audience mostly women aged 18-24, engagement above 4%',
    platform: 'gram',
    filters:
      'niches = id_beauty_All; country = FRA; mainAudienceAge = 18-24; avgRecentReelsEngagementRate > 0.04; totalFollowers > 9999; totalFollowers < 100000; mainAudienceGender = female',
  },
  {
    text: 'Gaming channels in Turkey, more than 100,000 subscribers, average views over 50k, active this month',
    platform: 'tube',
    filters:
      'topics = id_gaming_All; country = TUR; totalSubscribers > 100000; avgRecentVideosViews > 50000; lastPublishTime > -30d',
  },
  {
    text: 'clip comedians whose viewers are mostly from Mexico or Colombia, sponsored, at least 5% engagement, most engaging first',
    platform: 'clip',
    filters:
      'niches = id_comedy_All; mainAudienceLocation in MEX,COL; avgRecentVideosEngagementRate > 0.0499; hasSponsors = true',
    order: 'avgRecentVideosEngagementRate desc',
  },
  {
    text: 'YouTubers who teach yoga in Hindi, 500+ videos, under 1M subs, fastest growing',
    platform: 'tube',
    filters: 'topics = id_yoga_Fitness; mainLanguage = hin; totalContents > 499; totalSubscribers < 1000000',
    order: 'subscriberGrowthIn30d desc',
  },
  {
    text: 'tube channels with Japanese viewers about retro gaming, total views over 10 million, not sponsored',
    platform: 'tube',
    filters:
      'topics = id_retrogames_Gaming; mainAudienceLocation = JPN; totalViews > 10000000; hasSponsors = false',
  },
  {
    text: 'insta fashion girlies, italian, er > 5%, 100k-500k',
    platform: 'gram',
    filters:
      'niches = id_fashion_All; country = ITA; avgRecentReelsEngagementRate > 0.05; totalFollowers > 99999; totalFollowers < 500001',
  },
  {
    text: 'watched by women over 45, gardening, from Spain, at most 20k followers, unverified',
    platform: 'clip',
    filters:
      'niches = id_plants_All; country = ESP; mainAudienceAge in 45-54,55-64,65+; totalFollowers < 20001; mainAudienceGender = female; isAccountVerified = false',
  },
  {
    text: 'Creators talking about dogs and cats in Australia, avg likes between 1k and 10k, comments at least 100',
    platform: 'clip',
    filters:
      'niches in id_dogs_All,id_cats_All; country = AUS; avgRecentVideosLikes > 999; avgRecentVideosLikes < 10001; avgRecentVideosComments > 99',
  },
  {
    text: 'freelancing and investing channels in English, audience 25-34 male, growing at least 5% in 30 days',
    platform: 'tube',
    filters:
      'topics in id_freelancing_Finance,id_investing_Finance; mainLanguage = eng; mainAudienceAge = 25-34; subscriberGrowthIn30d > 0.0499; mainAudienceGender = male',
  },
  {
    text: 'K-beauty skincare reels creators w/ 20k–80k followers; at least 3.5% ER; posts daily; South Korea',
    platform: 'gram',
    filters:
      'niches = id_skincare_All; country = KOR; totalFollowers > 19999; totalFollowers < 80001; avgRecentReelsEngagementRate > 0.0349; contentsIn30Days > 28',
  },
  {
    text: 'moms in the United States who review baby products on instagram, verified, fans in their 20s',
    platform: 'gram',
    filters:
      'niches = id_newborns_All; country = USA; mainAudienceAge in 18-24,25-34; isAccountVerified = true',
  },
  {
    text: 'top 10 youtubers with the highest engagement in Turkey, platform score above 80',
    platform: 'tube',
    filters: 'country = TUR; platformScore > 80',
    order: 'avgRecentVideosEngagementRate desc',
    count: 10,
  },
  {
    text: 'Hikers in Argentina or Chile, sorted by average likes ascending, recently active',
    platform: 'clip',
    filters: 'niches = id_hiking_All; country in ARG,CHL; lastPublishTime > -30d',
    order: 'avgRecentVideosLikes asc',
  },
  {
    text: 'book creators with more than 10 videos in the last 30 days, audience 70% female, brand deals',
    platform: 'clip',
    filters: 'niches = id_books_All; contentsIn30Days > 10; audienceFemaleRatio > 0.6999; hasSponsors = true',
  },
  {
    text: 'followers: 10k-50k, country: France, niche: makeup, platform: clip',
    platform: 'clip',
    filters: 'niches = id_makeup_All; country = FRA; totalFollowers > 9999; totalFollowers < 50001',
  },
];

/** The meaning depends on the words around. */
const ambiguous: Described[] = [
  { text: 'female fitness creators', platform: 'clip', filters: 'niches = id_fitness_All' },
  {
    text: 'fitness creators for women',
    platform: 'clip',
    filters: 'niches = id_fitness_All; mainAudienceGender = female',
  },
  { text: 'Spanish chefs', platform: 'clip', filters: 'niches = id_food_All; country = ESP' },
  {
    text: 'cooking videos in Spanish',
    platform: 'clip',
    filters: 'niches = id_homecooking_All; mainLanguage = spa',
  },
  {
    text: 'dancers with Spanish viewers',
    platform: 'clip',
    filters: 'niches = id_dance_All; mainAudienceLocation = ESP',
  },
  {
    text: 'Korean beauty creators whose audience is in the United States',
    platform: 'clip',
    filters: 'niches = id_beauty_All; country = KOR; mainAudienceLocation = USA',
  },
  { text: 'creators aged 20-30 who paint', platform: 'clip', filters: '', refused: true },
  { text: 'creators like @khaby in comedy', platform: 'clip', filters: 'niches = id_comedy_All' },
  {
    text: 'active gamers with an active community',
    platform: 'clip',
    filters: 'niches = id_gaming_All; lastPublishTime > -30d',
  },
  {
    text: 'we want to sponsor dog channels with good engagement',
    platform: 'tube',
    filters: 'topics = id_dogs_Pets; avgRecentVideosEngagementRate > 0.03',
  },
];

/** Contradictions. */
const contradictory: Described[] = [
  {
    text: 'verified unverified dancers',
    platform: 'clip',
    filters: 'niches = id_dance_All; isAccountVerified = true; isAccountVerified = false',
  },
  {
    text: 'more than 1M and less than 10k followers, books',
    platform: 'clip',
    filters: 'niches = id_books_All; totalFollowers > 1000000; totalFollowers < 10000',
  },
  {
    text: 'sponsored artists that never had a sponsor',
    platform: 'clip',
    filters: 'niches = id_art_All; hasSponsors = true; hasSponsors = false',
  },
  {
    text: 'active this week but inactive for 3 months, music',
    platform: 'clip',
    filters: 'niches = id_music_All; lastPublishTime > -7d; lastPublishTime < -90d',
  },
];

/** Typos and informal spelling. */
const sloppy: Described[] = [
  {
    text: 'yo i need sum tik tokers w like 50k+ followers who do makeup n stuff pls',
    platform: 'clip',
    filters: 'niches = id_makeup_All; totalFollowers > 49999',
  },
  {
    text: 'YT GAMERS!!! OVER 9000 SUBS!!!',
    platform: 'tube',
    filters: 'topics = id_gaming_All; totalSubscribers > 9000',
  },
  {
    text: 'looking 4 ig foodies in nyc/usa 10-50k',
    platform: 'gram',
    filters: 'niches = id_food_All; country = USA; totalFollowers > 9999; totalFollowers < 50001',
  },
  { text: '💃🕺 in 🇧🇷', platform: 'clip', filters: 'niches = id_dance_All; country = BRA' },
  { text: '🎮🎮🎮', platform: 'clip', filters: 'niches = id_gaming_All' },
];

/** In other languages and scripts. */
const inOtherLanguages: Described[] = [
  {
    text: 'buscando creadores de cocina en español con más de 50 mil seguidores',
    platform: 'clip',
    filters: 'niches = id_homecooking_All; mainLanguage = spa; totalFollowers > 50000',
  },
  {
    text: 'influenceurs voyage en France avec plus de 20k abonnés sur instagram',
    platform: 'gram',
    filters: 'niches = id_travel_All; country = FRA; totalFollowers > 20000',
  },
  {
    text: '日本の料理系YouTuber 登録者10万以上',
    platform: 'tube',
    filters: 'topics = id_food_All; country = JPN; totalSubscribers > 99999',
  },
  {
    text: '한국 뷰티 인플루언서 인스타그램',
    platform: 'gram',
    filters: 'niches = id_beauty_All; country = KOR',
  },
  { text: '巴西的舞蹈 抖音 博主', platform: 'clip', filters: 'niches = id_dance_All; country = BRA' },
  { text: 'مؤثرين طعام في مصر', platform: 'clip', filters: 'niches = id_food_All; country = EGY' },
  { text: 'बॉलीवुड नृत्य भारत टिकटॉक', platform: 'clip', filters: 'niches = id_dance_All; country = IND' },
];

/** Nothing to search by. */
export const broad: Described[] = (
  [
    { text: 'asdf qwer zxcv', platform: 'clip', filters: '' },
    { text: 'creators', platform: 'clip', filters: '' },
    { text: 'I want people for my brand', platform: 'clip', filters: '' },
    { text: '   ', platform: 'clip', filters: '' },
    { text: '?!…—“”', platform: 'clip', filters: '' },
    { text: 'lorem ipsum dolor sit amet '.repeat(37), platform: 'clip', filters: '' },
    { text: '𓀀𓁐𐍈 Ωλ', platform: 'clip', filters: '' },
  ] as const
).map((text) => ({ ...text, broad: true }));

/** Exactly 1,000 characters; only the last words have a meaning. */
const long: Described[] = [
  {
    text: `${'so we are a small brand and we really care, '.repeat(21)}please find us pet creators in Italy with 5k+ followers!!`
      .padStart(1000, '.')
      .slice(-1000),
    platform: 'clip',
    filters: 'niches = id_pets_All; country = ITA; totalFollowers > 4999',
  },
];

export const narrow: Described[] = [
  ...simple,
  ...several,
  ...ambiguous,
  ...contradictory,
  ...sloppy,
  ...inOtherLanguages,
  ...long,
];
export const descriptions: Described[] = [...narrow, ...broad];
export const impossible: readonly string[] = contradictory.map(({ text }) => text);
