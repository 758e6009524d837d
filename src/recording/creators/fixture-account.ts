import { type TSchema, Type } from '@sinclair/typebox';
import { inventedAccount } from '../../../seed/invented.ts';
import { nichesOf, topicsOf } from '../../../seed/taxonomy.ts';
import { dayMs } from '../../core/durations.ts';
import type { Platform } from '../../core/platforms.ts';
import { ageRanges, round4, sum } from '../../core/statistics.ts';
import {
  type Account,
  ClipAccount,
  epochAt,
  GramAccount,
  TubeAccount,
} from '../../creators/world/account.ts';
import { ageOf } from './age.ts';
import { type CreatorFacts, type FactPlace, factsOf, objectsIn, valueAt } from './facts.ts';
import { fitContents } from './fit-contents.ts';
import { daysBeside, weeksAround } from './followers.ts';
import { seedWithChecks } from './gram-checks.ts';
import type { RecordedCreator } from './sources.ts';
import { sponsorKeysOf } from './sponsors.ts';

/** An account made of recordings, in the form of a world; its instants count from the day of its newest recording. */
export interface MadeAccount {
  readonly account: Account;
  /** 00:00 UTC of the day of the newest recording, on the calendar of the recordings. */
  readonly dayAt: number;
  readonly notes: readonly string[];
}

const schemas: Readonly<Record<Platform, Record<string, TSchema>>> = {
  clip: ClipAccount.properties,
  gram: GramAccount.properties,
  tube: TubeAccount.properties,
};

/** Takes what recordings say of a creator, and invents the rest around it. */
export function accountFromRecordings(creator: RecordedCreator): MadeAccount {
  const { platform, handle, channelId, sources } = creator;
  const facts = factsOf(creator);
  const newestAt = sources[0]?.at ?? epochAt;
  const dayAt = newestAt - (newestAt % dayMs);
  const profile = profileFacts(facts, platform);
  const lastAt = facts.get<number>(WholeFact, [
    ['profile', 'lastPublishTime'],
    ['basic', 'lastPublishTime'],
    ['basic', 'lastUploadTime'],
  ]);
  const invented = inventedAccount(platform, {
    handle,
    channelId,
    ...profile,
    silentMs: lastAt ? dayAt - lastAt : 0,
  });
  const base = { ...invented, ...given(profile), ...standingFacts(facts, platform) } as Account;
  const fitted = fitContents({ base, creator, facts, dayAt, lastAt, brandsOf: sponsorKeysOf(creator) });
  const ageMs = ageOf(facts, fitted, dayAt);
  const known = knownFollowers(facts, creator, { now: profile.followers, dayAt });
  const account = { ...fitted, createdAt: epochAt - ageMs } as Account;
  account.followerWeeks = weeksAround(known, invented.followerWeeks, ageMs);
  if (account.platform === 'gram') account.seed = seedWithChecks(account, facts);
  const followers = daysBeside(known, account);
  if (Object.keys(followers).length > 0) account.recorded = { followers };
  return { account, dayAt, notes: [...facts.contradictions] };

  /** Instants count from the epoch. */
  function given(all: ReturnType<typeof profileFacts>): object {
    const { followers: _, updatedAt, isPrivate, ...rest } = all;
    return {
      ...withoutUndefined(rest),
      ...(platform !== 'tube' && isPrivate !== undefined && { isPrivate }),
      ...(updatedAt !== undefined && { updatedAt: Math.min(epochAt, updatedAt - dayAt + epochAt) }),
    };
  }
}

const WholeFact = Type.Integer({ minimum: 0, maximum: 1e14 });
const withoutUndefined = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

function profileFacts(facts: CreatorFacts, platform: Platform) {
  const schema = schemas[platform];
  const get = <T>(name: string, places: readonly FactPlace[], read?: (value: unknown) => unknown) =>
    schema[name] && facts.get<T>(schema[name] as TSchema, places, read);
  const followers = facts.get<number>(WholeFact, [
    ['profile', 'totalFollowers'],
    ['profile', 'totalSubscribers'],
    ['basic', 'followers'],
    ['basic', 'subscribers'],
    ['item', 'totalFollowers'],
    ['item', 'totalSubscribers'],
  ]);
  const lists = { niches: nichesOf(platform, 'small'), topics: topicsOf('small') };
  const listed = (of: keyof typeof lists) => (value: unknown) =>
    Array.isArray(value) ? value.filter((id) => lists[of].some((each) => each.id === id)) : undefined;
  const languages =
    get<string[]>('languages', [['profile', 'languages']]) ??
    get<string[]>(
      'languages',
      [
        ['profile', 'mainLanguage'],
        ['basic', 'lang'],
      ],
      (value) => [value],
    );
  return {
    followers,
    displayName: get<string>('displayName', [
      ['profile', 'displayName'],
      ['basic', `${platform}Name`],
      ['item', 'displayName'],
    ]),
    bio: get<string>('bio', [
      ['profile', 'bio'],
      ['basic', 'description'],
    ]),
    category:
      platform === 'tube'
        ? undefined
        : get<string>('category', [
            ['profile', 'category'],
            ['basic', 'category'],
          ]),
    categoryBusiness: get<string>('categoryBusiness', [['basic', 'categoryBusiness']]),
    country: get<string>('country', [
      ['profile', 'country'],
      ['basic', 'country'],
    ]),
    languages,
    niches: get<string[]>(
      'niches',
      [
        ['profile', 'niches'],
        ['basic', 'nicheIds'],
      ],
      listed('niches'),
    ),
    topics: get<string[]>('topics', [['profile', 'topics']], listed('topics')),
    links: get<Account['links']>('links', [['profile', 'otherLinks']]),
    emails: get<string[]>('emails', [['contact', 'emails']]),
    categories: get<TubeAccount['categories']>('categories', [['profile', 'categoryBreakdown']]),
    isVerified: get<boolean>('isVerified', [
      ['profile', 'isVerified'],
      ['basic', 'isVerified'],
    ]),
    isBusiness: get<boolean>('isBusiness', [
      ['profile', 'isBusinessAccount'],
      ['basic', 'isBusinessAccount'],
    ]),
    isPrivate: get<boolean>('isPrivate', [
      ['profile', 'isPrivateAccount'],
      ['basic', 'isPrivateAccount'],
    ]),
    following: get<number>('following', [
      ['profile', 'totalFollowing'],
      ['basic', 'following'],
    ]),
    updatedAt: facts.get<number>(WholeFact, [
      ['profile', 'lastDbUpdateTime'],
      ['basic', 'dbUpdateTime'],
    ]),
  };
}

/** The audience and the ranks. */
function standingFacts(facts: CreatorFacts, platform: Platform): object {
  const Breakdown = Type.Array(Type.Object({ ageRange: Type.String(), share: Type.Number() }));
  const ages = facts.get<{ ageRange: string; share: number }[]>(Breakdown, [
    ['audience', 'audienceAgeBreakdown'],
  ]);
  const maleRatio = facts.get<number>(Type.Number({ minimum: 0, maximum: 1 }), [
    ['audience', 'audienceGender', 'maleRatio'],
  ]);
  const femaleRatio = facts.get<number>(Type.Number(), [['audience', 'audienceGender', 'femaleRatio']]);
  const Locations = Type.Array(
    Type.Object({ country: Type.String({ pattern: '^[A-Z]{3}$' }), share: Type.Number() }),
  );
  const locations = facts.get<{ country: string; share: number }[]>(Locations, [
    ['audience', 'audienceLocations'],
  ]);
  const shares = ageRanges.map((range) => ages?.find(({ ageRange }) => ageRange === range)?.share ?? 0);
  const isUnknown = ages && sum(shares) === 0 && maleRatio === 0 && femaleRatio === 0;
  const isWhole = ages && maleRatio !== undefined && locations && round4(sum(shares)) === 1;
  const audience = isWhole
    ? { ages: shares, maleRatio, locations: isOrderly(locations) ? locations : [] }
    : undefined;
  return {
    ranks: ranksFrom(facts, platform),
    ...(isUnknown ? { audience: null } : audience && { audience }),
  };
}

const isOrderly = (locations: readonly { share: number }[]): boolean =>
  locations.length <= 6 &&
  round4(sum(locations.map(({ share }) => share))) <= 1 &&
  locations.every(({ share }, index) => share >= 0 && share <= (locations[index - 1]?.share ?? 1));

function ranksFrom(facts: CreatorFacts, platform: Platform): Account['ranks'] {
  const part = Type.Number({ minimum: 0, maximum: 1 });
  const Rank = Type.Object({ global: part, country: part, language: part }, { additionalProperties: false });
  const metrics = [
    platform === 'tube' ? 'totalSubscribers' : 'totalFollowers',
    'avgEngagementRate',
    'avgViews',
  ];
  const ranks = metrics.flatMap((metric): [string, Account['ranks'][string]][] => {
    if (metric === 'avgViews' && platform !== 'clip') return [];
    const rank = facts.get<Account['ranks'][string]>(Rank, [['performance', 'ranking', metric]]);
    return rank ? [[metric, rank]] : [];
  });
  // generation 2 says how a channel stands among all
  const global = facts.get<number>(part, [['detail', 'ranking', 'subscribers']]);
  const ofDetail =
    global === undefined ? {} : { totalSubscribers: { global, country: global, language: global } };
  return { ...ofDetail, ...Object.fromEntries(ranks) };
}

/** Followers by day, from every history; the figure of today from the profile, and earlier ones from its growth. */
function knownFollowers(
  facts: CreatorFacts,
  { sources }: RecordedCreator,
  { now, dayAt }: { now: number | undefined; dayAt: number },
): Map<number, number> {
  const known = new Map<number, number>();
  if (now !== undefined) {
    known.set(0, now);
    for (const days of [7, 30, 90]) {
      const growth = facts.get<number>(Type.Number(), [
        ['profile', 'subscriberGrowth', `g${days}`],
        ...(days === 30
          ? ([
              ['basic', 'gRateFollowers'],
              ['basic', 'gRateSubscribers'],
            ] as const)
          : []),
      ]);
      if (growth !== undefined && growth > -1) known.set(-days, Math.round(now / (1 + growth)));
    }
  }
  for (const { kind, data } of sources.toReversed())
    if (kind === 'weeks' || kind === 'performance-history')
      for (const entry of objectsIn(data['histories'])) {
        const day = (Number(valueAt(entry, ['timestamp'])) - dayAt) / dayMs;
        const followers = ['totalFollowers', 'totalSubscribers', 'followers', 'subscribers']
          .map((name) => entry[name])
          .find((each) => typeof each === 'number' && Number.isInteger(each) && each >= 0 && each <= 1e12);
        if (Number.isInteger(day) && day <= 0 && day > -1000 && typeof followers === 'number')
          if (day < 0 || now === undefined) known.set(day, followers);
      }
  return known;
}
