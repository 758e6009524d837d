import { Type } from '@sinclair/typebox';
import { typicalFigures } from '../../../seed/figures.ts';
import { compareTexts } from '../../core/order.ts';
import type { Platform } from '../../core/platforms.ts';
import { mean } from '../../core/statistics.ts';
import {
  type Account,
  type Content,
  type EarlierContents,
  epochAt,
  minListed,
} from '../../creators/world/account.ts';
import { categoriesOf } from '../../creators/world/categories.ts';
import { ageBounds } from './age.ts';
import { contentAround, recordedContents } from './contents.ts';
import type { CreatorFacts, FactPlace } from './facts.ts';
import type { RecordedCreator } from './sources.ts';
import { unnamedSponsor } from './sponsors.ts';

/** The facts that decide the contents of an account. */
export interface ContentFit {
  /** With invented contents. */
  readonly base: Account;
  readonly creator: RecordedCreator;
  readonly facts: CreatorFacts;
  readonly dayAt: number;
  /** The latest upload; 0 without contents. */
  readonly lastAt: number | undefined;
  /** Keys of the brands by the id of the content. */
  readonly brandsOf: ReadonlyMap<string, readonly string[]>;
}

const WholeFact = Type.Integer({ minimum: 0, maximum: 1e12 });

/** The account with the recorded contents; invented ones, and earlier ones that only count, fill up what is missing. */
export function fitContents(fit: ContentFit): Account {
  const { base, creator, facts, dayAt, lastAt, brandsOf } = fit;
  const { contents: recorded, wholeKinds } = recordedContents(creator);
  const invented = base.contents as readonly Content[];
  const kinds = kindsOn[base.platform];
  const isPaid = sponsoredFlag(facts);
  const fromRecordings = recorded.map((content, index) => {
    const same = invented.filter(({ kind }) => kind === content.kind);
    const like = (same[index % same.length] ?? {
      ...invented[0],
      ...membersOf(content.kind),
    }) as Content;
    const paid = content.isSponsored ? [unnamedSponsor] : [];
    const brands = 'brands' in like ? (brandsOf.get(content.id) ?? paid) : undefined;
    const publishedAt = Math.min(content.publishedAt - dayAt, -1) + epochAt;
    return contentAround({ ...content, publishedAt }, like, brands);
  });
  const total = facts.get<number>(WholeFact, [
    ['profile', 'totalContents'],
    ['basic', 'videos'],
    ['basic', 'posts'],
  ]);
  const isComplete = kinds.every((kind) => wholeKinds.has(kind));
  const added =
    isComplete || lastAt === 0
      ? []
      : inventedContents({ fit, fromRecordings, invented, wholeKinds, total, isPaid });
  const contents = [...fromRecordings, ...added].sort(
    (a, b) => b.publishedAt - a.publishedAt || compareTexts(a.id, b.id),
  );
  const older = olderContents(base, contents, total, facts);
  const account = { ...base, contents, older } as Account;
  if (
    account.platform === 'tube' &&
    recorded.length > 0 &&
    !facts.get(Type.Array(Type.Unknown()), [['profile', 'categoryBreakdown']])
  )
    account.categories = categoriesOf(account.contents);
  return account;
}

const kindsOn = { clip: ['video'], gram: ['image', 'reel'], tube: ['video', 'short'] } as const;

const sponsoredFlag = (facts: CreatorFacts): boolean | undefined =>
  facts.get<boolean>(Type.Boolean(), [['profile', 'hasSponsors']]);

interface Filling {
  readonly fit: ContentFit;
  readonly fromRecordings: readonly Content[];
  readonly invented: readonly Content[];
  readonly wholeKinds: ReadonlySet<string>;
  readonly total: number | undefined;
  readonly isPaid: boolean | undefined;
}

/** The invented contents beside the recorded ones: older than all of them, and none of a kind of which all are known. */
function inventedContents({ fit, fromRecordings, invented, wholeKinds, total, isPaid }: Filling): Content[] {
  const { base, facts, lastAt, dayAt } = fit;
  const free = contentsOfOtherKinds(base.platform, invented, wholeKinds, fromRecordings.length > 0);
  const [newest, second] = free;
  if (!newest) return [];
  const newestAt = Math.max(...fromRecordings.map(({ publishedAt }) => publishedAt));
  const latestAt = lastAt === undefined ? undefined : Math.min(lastAt - dayAt, -1) + epochAt;
  const isBare = fromRecordings.length === 0;
  // the latest upload may be of a kind that was not recorded
  const first = latestAt !== undefined && latestAt > newestAt ? latestAt : undefined;
  // no content is older than the account
  const { exactMs, maxMs } = ageBounds(facts, dayAt);
  const bornAt = epochAt - (exactMs ?? maxMs);
  const oldestAt = Math.min(...fromRecordings.map(({ publishedAt }) => publishedAt));
  const nextAt = isBare
    ? (first ?? newest.publishedAt)
    : oldestAt - Math.min(gapOf(fromRecordings, invented), Math.floor((oldestAt - bornAt) / 2));
  const follower = isBare || first === undefined ? newest : (second ?? newest);
  const missing = (total ?? Number.POSITIVE_INFINITY) - fromRecordings.length;
  const chosen = free.slice(0, Math.max(first === undefined ? 0 : 1, missing));
  const spanMs = follower.publishedAt - (chosen.at(-1) ?? follower).publishedAt;
  const roomMs = Math.max(0, nextAt - bornAt - 1);
  const pace = spanMs > roomMs ? roomMs / spanMs : 1;
  const instantOf = (content: Content): number =>
    content === newest && first !== undefined
      ? first
      : nextAt - Math.round((follower.publishedAt - content.publishedAt) * pace);
  const scale = scaleOf(facts, free);
  return chosen.map((content, index) => {
    const { views, likes, comments } = content;
    const by = scale[content.kind] as FigureScale;
    const most = content.kind === 'image' ? Number.MAX_SAFE_INTEGER : Math.round(views * by.views);
    const isFirst = index === 0 && isPaid === true && isBare;
    return {
      ...content,
      publishedAt: instantOf(content),
      views: Math.round(views * by.views),
      likes: Math.min(most, Math.round(likes * by.likes)),
      comments: Math.min(most, Math.round(comments * by.comments)),
      ...('shares' in content && { shares: Math.min(most, Math.round(content.shares * by.shares)) }),
      ...('isAd' in content && isPaid !== undefined && { isAd: isFirst }),
      ...('brands' in content && { brands: isFirst ? [unnamedSponsor] : [] }),
    } as Content;
  });
}

/** Invented contents of the kinds of which not all contents were recorded; of gram only images stand beside recorded reels. */
function contentsOfOtherKinds(
  platform: Platform,
  invented: readonly Content[],
  wholeKinds: ReadonlySet<string>,
  isBeside: boolean,
): Content[] {
  const free = kindsOn[platform].filter((kind) => !wholeKinds.has(kind) && !(isBeside && kind === 'reel'));
  const found = invented.filter(({ kind }) => free.some((each) => each === kind));
  const [kind] = free;
  if (found.length > 0 || kind === undefined) return found;
  return invented.map((content) => ({ ...content, ...membersOf(kind) }) as Content);
}

/** The members in which contents of a kind differ from others of their platform. */
const membersOf = (kind: string): object => ({
  kind,
  ...(kind === 'image' && { views: 0, lengthSec: 0, audio: null, filter: '', sticker: '' }),
  ...(kind === 'short' && { lengthSec: 30, isStream: false, isMemberOnly: false }),
});

/** The usual pause between two contents. */
function gapOf(recorded: readonly Content[], invented: readonly Content[]): number {
  const all = recorded.length > 1 ? recorded : invented;
  const instants = all.map(({ publishedAt }) => publishedAt);
  const spanMs = Math.max(...instants) - Math.min(...instants);
  return Math.max(60_000, Math.round(spanMs / Math.max(1, all.length - 1)));
}

interface FigureScale {
  readonly views: number;
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
}

const blockOf: Readonly<Record<string, string>> = {
  video: 'videosPerformanceRecent',
  short: 'shortsPerformanceRecent',
  image: 'imagesPerformanceRecent',
  reel: 'reelsPerformanceRecent',
};

/** Invented contents are as successful as the recorded averages say. */
function scaleOf(facts: CreatorFacts, invented: readonly Content[]): Readonly<Record<string, FigureScale>> {
  const kinds = [...new Set(invented.map(({ kind }) => kind))];
  return Object.fromEntries(
    kinds.map((kind) => {
      const same = invented.filter((content) => content.kind === kind);
      const of = (figure: keyof FigureScale, ...basic: string[]): number => {
        const average =
          facts.get<number>(WholeFact, [['performance', blockOf[kind] ?? '', figure, 'avg']]) ??
          facts.get<number>(
            WholeFact,
            basic.map((name): FactPlace => ['basic', name]),
          );
        const usual = mean(
          same.map((content) => Number((content as unknown as Record<string, unknown>)[figure])),
        );
        return average === undefined || usual === 0 ? 1 : average / usual;
      };
      const views = kind === 'image' ? 1 : of('views', 'avgPlays', 'avgViewsR20');
      return [
        kind,
        {
          views,
          likes: of('likes', 'avgHearts', 'avgLikes', 'avgLikesR20'),
          comments: of('comments', 'avgComments', 'avgCommentsR20'),
          shares: of('shares', 'avgShares'),
        },
      ];
    }),
  );
}

/** The mean reach of earlier contents, of which most are near the typical figure and a few far above it. */
const meanReach = 1.4756;

/** The earlier contents that only count: as many as the recorded number says. */
function olderContents(
  { platform, older }: Account,
  contents: readonly Content[],
  total: number | undefined,
  facts: CreatorFacts,
): EarlierContents[] {
  if (contents.length < minListed) return [];
  const usual = older.reduce((sum, { count }) => sum + count, 0);
  const count = total === undefined ? usual : Math.max(0, total - contents.length);
  const kinds = kindsOn[platform].filter((kind) => contents.some((content) => content.kind === kind));
  let left = count;
  const runs = kinds.map((kind, index) => {
    const same = contents.filter((content) => content.kind === kind);
    const part = index === kinds.length - 1 ? left : Math.floor((count * same.length) / contents.length);
    left -= part;
    return {
      kind,
      count: part,
      everyMs: Math.floor((gapOf(contents, contents) * contents.length) / same.length),
      lengthSec: Math.round(mean(same.map(({ lengthSec }) => lengthSec))),
      ...typicalFigures(same, epochAt),
    };
  });
  const totals = {
    likes: facts.get<number>(WholeFact, [['basic', 'hearts']]),
    views: facts.get<number>(WholeFact, platform === 'tube' ? [['basic', 'views']] : []),
  };
  for (const figure of ['likes', 'views'] as const) {
    const all = totals[figure];
    const listed = contents.reduce((sum, content) => sum + content[figure], 0);
    const usual = runs.reduce((sum, run) => sum + run.count * run[figure] * meanReach, 0);
    if (all === undefined || usual === 0 || all <= listed) continue;
    for (const run of runs) run[figure] = Math.round((run[figure] * (all - listed)) / usual);
  }
  return runs.filter((run) => run.count > 0);
}
