import { dayMs } from '../../../src/core/durations.ts';
import { platformsByName } from '../../../src/core/platforms.ts';
import { videoPrice } from '../../../src/creators/records/price.ts';
import { type Account, epochAt, type Platform } from '../../../src/creators/world/account.ts';
import { contentCount, followerGrowth, followersOn, timeline } from '../../../src/creators/world/timeline.ts';
import type { World } from '../../../src/creators/world/world.ts';
import { mean, median, rankCorrelation, residualSpread, spread, topShares } from './statistics.ts';

/**
 * Figures of the field, with the bounds for those of a world. Without a published figure a value is chosen. Figures
 * of a size are medians of the accounts of that size. The sources:
 *
 * 1. 8,135 videos of 165 TikTok creators with 1,200 to 51 million followers, February 2021, computed from the data beside
 *    [jvonfeldt, "What's the best time of day to post to tiktok?"](https://github.com/jvonfeldt/TikTokData).
 * 2. The 990 largest YouTube channels of December 2022 by subscribers and average views, computed from the data beside
 *    [juancos, "Multicanal Engagement Analysis and Marketing Mix"](https://github.com/juancos/Multicanal-Engagement-Analysis-and-Markerting-Mix).
 * 3. [Pew Research Center, "A Week in the Life of Popular YouTube Channels"](https://www.pewinternet.org/2019/07/25/popular-youtube-channels-produced-a-vast-amount-of-content-much-of-it-in-languages-other-than-english/), 2019: 243,254 videos of 24,632 channels.
 * 4. [BrightBean, "What is a good YouTube views-to-subscriber ratio?"](https://brightbean.xyz/glossary/youtube-analytics/good-youtube-views-subscriber-ratio).
 * 5. [Minter.io, "How Much Reach Should My Brand Be Getting on Instagram?"](https://minter.io/blog/how-much-reach-should-my-brand-be-getting-on-instagram/), 2019: medians of 3 to 4 million posts.
 * 6. [Untapper, "Influencer Marketing Benchmarks & KPIs (2026)"](https://untapper.com/influencer-marketing-benchmarks).
 * 7. [IQFluence, "Influencer Marketing Engagement Rate"](https://iqfluence.io/public/blog/influencer-marketing-engagement-rate), 2025.
 * 8. [eMarketer with data of Captiv8](https://content-na1.emarketer.com/exclusive-instagram-s-nano-influencers-outperform-as-do-tiktok-s-upper-echelon-of-creators): 5,000 posts.
 * 9. [Start Motion Media, "Instagram Benchmarks"](https://www.startmotionmedia.com/instagrambenchmarks-keyinsights), 2024.
 * 10. [Pew Research Center's study of TikTok creators, reported by Net Influencer](https://netinfluencer.com/tiktok-creators-with-mid-sized-followings-dominate-platform-study-shows), 2025.
 * 11. [The Small Business Blog, "How Many Instagram Followers Does the Average Person Have?"](https://thesmallbusinessblog.net/how-many-instagram-followers-does-the-average-person-have/).
 * 12. [Living Corner, "Followers and Following on Instagram"](https://livingcorner.com.au/what-is-the-difference-between-followers-and-following-on-instagram-1637197614/): in words only.
 * 13. [Popular Chips, "The 5-Step Guide to Spotting an Influencer with Fake Followers", step 3](https://popularchips.com/dailies/the-5-step-guide-to-spotting-an-influencer-with-fake-followers-step-3/): in words only.
 * 14. [Gamut, "YouTube Sponsorship Calculator"](https://gamutapp.com/sponsorship-calculator): means and ranges by niche; a short at 0.55.
 * 15. [Gamut, "How Much Should I Charge for a YouTube Sponsorship?"](https://gamutapp.com/how-much-to-charge-youtube-sponsorship), 2026: mid-tier niches, entertainment, countries, engagement.
 * 16. [futurezone, on the most used hashtags of February 2022](https://futurezone.at/apps/tiktok-quereinsteiger-howto-video-erstellen-duett-lipsync-app-guide-boomer/401898842).
 * 17. [Marketing Dive, on a study by Buzzoole](https://marketingdive.com/news/study-instagrams-sponsored-posts-increase-44-1/529739), 2018.
 */

/** A figure of a world, in parts such as one for each class of size, and the published one. */
interface FieldFigure {
  name: string;
  of(world: World): number[];
  /** The least and the greatest value of each part. */
  bounds: readonly (readonly [number, number])[];
  /** The published figure, with its source: `[1]`. */
  published: string;
  unit?: '%' | '$';
}

type Size = readonly [number, number];
const [small, medium, large, huge]: Size[] = [
  [0, 1e4],
  [1e4, 1e5],
  [1e5, 1e6],
  [1e6, 1e12],
];
const sizes = [small, medium, large, huge] as Size[];

/** Generated accounts; the hand-written ones are unusual on purpose. */
const accountsOf = (world: World, platform: Platform): Account[] =>
  [...world.accounts(platform)].filter(({ niches }) => niches.length > 0);
const followers = (account: Account): number => followersOn(account, 0);
const within =
  ([least, most]: Size) =>
  (account: Account): boolean =>
    followers(account) >= least && followers(account) < most;

const mainKind = { clip: 'video', gram: 'reel', tube: 'video' } as const;
const settledViews = (account: Account, kind: string = mainKind[account.platform]): number[] =>
  account.contents
    .filter((content) => content.kind === kind && content.publishedAt < epochAt - 10 * dayMs)
    .map(({ views }) => Math.max(1, views));
/** Followers and usual views of the accounts of a size that have enough contents. */
const reachOf = (world: World, platform: Platform, size: Size): [number, number][] =>
  accountsOf(world, platform)
    .filter((account) => within(size)(account) && settledViews(account).length >= 5)
    .map((account) => [Math.max(1, followers(account)), median(settledViews(account))]);
/** As in the data of [1]. */
const known: Size = [1e4, 5e7];

const ratios =
  (platform: Platform, classes: readonly Size[]) =>
  (world: World): number[] =>
    classes.map((size) => median(reachOf(world, platform, size).map(([all, views]) => views / all)));

const bySize =
  (platform: Platform, classes: readonly Size[], of: (account: Account) => number | undefined) =>
  (world: World): number[] =>
    classes.map((size) =>
      median(
        accountsOf(world, platform)
          .filter(within(size))
          .flatMap((account) => of(account) ?? []),
      ),
    );
const sharesBySize =
  (platform: Platform, is: (account: Account) => boolean) =>
  (world: World): number[] =>
    sizes.map((size) =>
      mean(
        accountsOf(world, platform)
          .filter(within(size))
          .map((account) => (is(account) ? 1 : 0)),
      ),
    );

function responseOf(account: Account): number | undefined {
  const kind = account.platform === 'gram' ? 'image' : mainKind[account.platform];
  const rates = account.contents
    .filter((content) => content.kind === kind && content.publishedAt < epochAt - 10 * dayMs)
    .map((content) => {
      const reactions = content.likes + content.comments + ('shares' in content ? content.shares : 0);
      return reactions / Math.max(1, account.platform === 'gram' ? followers(account) : content.views);
    });
  return rates.length === 0 ? undefined : median(rates);
}

const monthlyGrowth = (account: Account): number | undefined =>
  account.createdAt < epochAt - 30 * dayMs ? followerGrowth(account, 30) : undefined;

const weekdayOf = ({ publishedAt }: { publishedAt: number }): number =>
  (Math.floor(publishedAt / dayMs) + 3) % 7;
const weekdaysOf = (contents: readonly { publishedAt: number }[]): number[] => {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (const content of contents) counts[weekdayOf(content)] = (counts[weekdayOf(content)] ?? 0) + 1;
  return counts;
};
const contentsOf = (world: World, platform: Platform): Account['contents'][number][] =>
  accountsOf(world, platform).flatMap((account): Account['contents'][number][] => account.contents);
/** χ² per degree of freedom: 1 if weekdays fall by chance, less if they are evener. */
function unevenness(world: World, platform: Platform): number {
  const busy = accountsOf(world, platform).filter(({ contents }) => contents.length >= 20);
  return mean(
    busy.map(({ contents }) => {
      const expected = contents.length / 7;
      return weekdaysOf(contents).reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0) / 6;
    }),
  );
}

const openingOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}#]+/u, '')
    .split(/\s+/)
    .slice(0, 3)
    .join(' ');
const titlesOf = (world: World): string[] =>
  contentsOf(world, 'tube').flatMap((content) => ('title' in content ? content.title : []));

/** Dollars per thousand views of a sponsored video for an audience in countries with expensive advertising. */
const usualPrices = (world: World): number[] =>
  ['finance', 'tech', 'fitness', 'beauty', 'food', 'gaming', 'comedy'].map((slug) =>
    median(
      [...world.accounts('tube')]
        .filter(({ niches }) => niches[0]?.startsWith(`id_${slug}_`))
        .map((account) => videoPrice(account, timeline(account)).cpmRaw),
    ),
  );

const commonTags = (world: World): number =>
  Math.max(
    ...platformsByName.flatMap((one, index) =>
      platformsByName.slice(index + 1).map((other) => {
        const [a, b] = [one, other].map((platform) =>
          topShares(
            contentsOf(world, platform).flatMap(({ hashtags }) => hashtags),
            4,
          ).map(([tag]) => tag),
        );
        return (a ?? []).filter((tag) => b?.includes(tag)).length;
      }),
    ),
  );

const countryNamed = ({ bio, country }: Account): boolean =>
  country !== '' && new RegExp(`(^|[^\\p{L}#])${country}(?!\\p{L})`, 'u').test(bio);

export const fieldFigures: readonly FieldFigure[] = [
  {
    name: 'rank correlation of followers and usual views, from 10,000 followers on: clip, gram, tube',
    of: (world) => platformsByName.map((platform) => rankCorrelation(reachOf(world, platform, known))),
    bounds: [
      [0.8, 0.92],
      [0.8, 0.93],
      [0.65, 0.88],
    ],
    published: 'clip 0.87 [1]; tube 0.11 among those with more than ten millions [2]',
  },
  {
    name: 'accounts of a size differ in usual views (standard deviation of the logarithm): clip, gram, tube',
    of: (world) => platformsByName.map((platform) => residualSpread(reachOf(world, platform, known))),
    bounds: [
      [0.95, 1.3],
      [0.7, 1.2],
      [1, 2],
    ],
    published: 'clip 1.16 [1]; tube 2.03 [2]',
  },
  {
    name: 'contents of an account differ in views (the same measure): clip',
    of: (world) => [
      median(
        accountsOf(world, 'clip')
          .filter(within(known))
          .map((account) => settledViews(account).map(Math.log))
          .filter((views) => views.length >= 5)
          .map(spread),
      ),
    ],
    bounds: [[0.9, 1.2]],
    published: '1.09 [1]',
  },
  {
    name: 'part of the views that the most watched tenth of videos has, tube from 250,000 subscribers on',
    of: (world) => {
      const views = accountsOf(world, 'tube')
        .filter(within([250_000, 1e12]))
        .flatMap((account) => [...settledViews(account), ...settledViews(account, 'short')])
        .sort((a, b) => b - a);
      const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
      return [sum(views.slice(0, Math.floor(views.length / 10))) / sum(views)];
    },
    bounds: [[0.65, 0.85]],
    published: '79 % [3]',
    unit: '%',
  },
  {
    name: 'views per subscriber on tube: to 10,000, to 500,000, above',
    of: ratios('tube', [
      [0, 1e4],
      [1e4, 5e5],
      [5e5, 1e12],
    ]),
    bounds: [
      [0.3, 0.5],
      [0.14, 0.23],
      [0.05, 0.15],
    ],
    published: '30–50, 14–20, 5–15 % [4]',
    unit: '%',
  },
  {
    name: 'plays of a reel per follower on gram: to 20,000, to 100,000, to a million, above',
    of: ratios('gram', [[0, 2e4], [2e4, 1e5], large as Size, huge as Size]),
    bounds: [
      [0.28, 0.45],
      [0.2, 0.33],
      [0.15, 0.3],
      [0.12, 0.28],
    ],
    published: 'reach of a post 37.7, 22.9, 22.9, 19.1 % [5]',
    unit: '%',
  },
  {
    name: 'views per follower on clip from 10,000 followers on: to 100,000, to a million, above',
    of: ratios('clip', [medium as Size, large as Size, huge as Size]),
    bounds: [
      [0.1, 0.25],
      [0.07, 0.2],
      [0.07, 0.2],
    ],
    published: '14 (below 100,000), 8, 13 % [1]',
    unit: '%',
  },
  {
    name: 'likes and comments per follower of a picture on gram: 1,000 to 10,000, to 50,000, to 500,000, a million and more',
    of: bySize('gram', [[1e3, 1e4], [1e4, 5e4], [5e4, 5e5], huge as Size], responseOf),
    bounds: [
      [0.03, 0.05],
      [0.02, 0.035],
      [0.013, 0.025],
      [0.007, 0.013],
    ],
    published: '3–5, 2–3.5, 1.5–2.5, 0.7–1.2 % [6]',
    unit: '%',
  },
  {
    name: 'reactions per view on clip: 1,000 to 100,000 followers, a million and more',
    of: bySize('clip', [[1e3, 1e5], huge as Size], responseOf),
    bounds: [
      [0.06, 0.1],
      [0.025, 0.05],
    ],
    published: 'below 100,000 7.5, from ten millions on 2.9 [7]; from 1.5 millions on 5.0 % [8]',
    unit: '%',
  },
  {
    name: 'growth in 30 days on gram: to 10,000 followers, to 100,000, to a million, above',
    of: bySize('gram', sizes, monthlyGrowth),
    bounds: [
      [0.015, 0.04],
      [0.01, 0.025],
      [0.005, 0.02],
      [0, 0.012],
    ],
    published: '0–3, −0.5–2, −1–1.5, −2–1 % [9]',
    unit: '%',
  },
  {
    name: 'accounts with links on clip: to 10,000 followers, to 100,000, to a million, above',
    of: sharesBySize('clip', ({ links }) => links.length > 0),
    bounds: [
      [0.28, 0.4],
      [0.33, 0.6],
      [0.55, 0.8],
      [0.72, 0.9],
    ],
    published: 'the smallest 33, the largest 82 % [10]',
    unit: '%',
  },
  {
    name: 'contents of an account in all, on clip: the same sizes',
    of: bySize('clip', sizes, contentCount),
    bounds: [
      [130, 260],
      [200, 450],
      [350, 700],
      [600, 1100],
    ],
    published: 'below 10,000 154, from a million on 777 [10]',
  },
  {
    name: 'accounts with an e-mail on gram: the same sizes',
    of: sharesBySize('gram', ({ emails }) => emails.length > 0),
    bounds: [
      [0.25, 0.45],
      [0.25, 0.55],
      [0.3, 0.6],
      [0.3, 0.65],
    ],
    published: 'none found; more often on accounts with links',
    unit: '%',
  },
  {
    name: 'accounts that an account of gram follows: the same sizes',
    of: bySize('gram', sizes, ({ following }) => following),
    bounds: [
      [220, 400],
      [180, 350],
      [150, 300],
      [120, 280],
    ],
    published: 'none found but the limit, 7,500 [11]; large accounts follow fewer [12]',
  },
  {
    name: 'part of the audience in its main country on gram: the same sizes',
    of: bySize('gram', sizes, ({ audience }) => audience?.locations[0]?.share),
    bounds: [
      [0.5, 0.65],
      [0.5, 0.65],
      [0.45, 0.6],
      [0.38, 0.55],
    ],
    published: 'none found; those known worldwide are the exception [13]',
    unit: '%',
  },
  {
    name: 'posts on the rarest and on the most usual weekday, clip',
    of: (world) => {
      const counts = weekdaysOf(contentsOf(world, 'clip'));
      const sum = counts.reduce((total, count) => total + count, 0);
      return [Math.min(...counts) / sum, Math.max(...counts) / sum];
    },
    bounds: [
      [0.118, 0.135],
      [0.145, 0.162],
    ],
    published: '12.5 (Monday), 15.5 % (Friday) [1]',
    unit: '%',
  },
  {
    name: 'weekdays of one creator, 1 for those of chance, less if evener (χ² per degree of freedom): clip, gram, tube',
    of: (world) => platformsByName.map((platform) => unevenness(world, platform)),
    bounds: [
      [1, 1.5],
      [1, 2.1],
      [1, 2.1],
    ],
    published: 'clip 1.18 [1]',
  },
  {
    name: 'dollars per thousand views of a sponsored video: finance, tech, fitness, beauty, food, gaming, comedy',
    of: usualPrices,
    bounds: [
      [18, 40],
      [16, 36],
      [14, 34],
      [12, 30],
      [11, 27],
      [8, 21],
      [8, 21],
    ],
    published:
      '35, 30, 28, 25, 20–25, 15–20, 15–20 in the United States [14, 15]; elsewhere less than half [15]',
    unit: '$',
  },
  {
    name: 'English captions with one of the ten most usual openings, in three words: clip',
    of: (world) => {
      const texts = accountsOf(world, 'clip')
        .filter(({ languages }) => languages[0] === 'eng')
        .flatMap(({ contents }) => contents.map(({ text }) => openingOf(text)));
      return [topShares(texts, 10).reduce((sum, [, share]) => sum + share, 0)];
    },
    bounds: [[0, 0.12]],
    published: 'none found; templates shall not show',
    unit: '%',
  },
  {
    name: 'titles of tube that another content has too',
    of: (world) => [1 - new Set(titlesOf(world)).size / titlesOf(world).length],
    bounds: [[0, 0.08]],
    published: 'none found; templates shall not show',
    unit: '%',
  },
  {
    name: 'of the four leading hashtags of two platforms, those in common at most',
    of: (world) => [commonTags(world)],
    bounds: [[0, 2]],
    published:
      '`#foryou`, `#fyp`, `#viral` and others of the feed lead on clip [16]; each platform has its own',
  },
  {
    name: 'biographies with the code of a country',
    of: (world) => [
      platformsByName.flatMap((platform) => accountsOf(world, platform).filter(countryNamed)).length,
    ],
    bounds: [[0, 3]],
    published: 'people write flags and towns',
  },
  {
    name: 'brands without a location, without a size, of retail',
    of: (world) => {
      const brands = [...world.brands()];
      return [
        brands.filter(({ location }) => location === '').length,
        brands.filter(({ companySize }) => companySize === '').length,
        brands.filter(({ industries }) => industries.includes('Retail')).length,
      ];
    },
    bounds: [
      [0, 5],
      [0, 5],
      [0, 20],
    ],
    published:
      'fashion 33, beauty 13, food 13 % of sponsored posts [17], as among the sixty sponsors of one fixture',
  },
];
