import type { Platform } from '../../core/platforms.ts';
import { type ContentFigures, contentFigures } from '../records/content-figures.ts';
import { gramContentType, partneredBrandsOf, tubeContentType } from '../records/content-search-item.ts';
import type { Account, ClipAccount, ClipContent, GramAccount, TubeAccount } from '../world/account.ts';
import { accountId } from '../world/rows.ts';
import { followersOn } from '../world/timeline.ts';
import type { ContentField, World } from '../world/world.ts';
import { flagName, listName, numberName, type SearchName, textName, tieName } from './names.ts';

/** A content as searches see it. */
interface ContentSubject<On extends Account> {
  account: On;
  content: On['contents'][number];
  /** Its position among the contents of its account. */
  n: number;
  figures: ContentFigures;
}

/** For platforms where contents name their partners. */
interface SponsoredSubject<On extends GramAccount | TubeAccount> extends ContentSubject<On> {
  brandOf: World['brandByKey'];
}

const textOfContent = <On extends Account>(
  name: string,
  read: (content: On['contents'][number]) => string,
): SearchName<ContentSubject<On>> =>
  textName(name, ({ content }) => read(content), { isWritten: true, parts: true });
const hashtag: SearchName<ContentSubject<Account>> = listName('hashtag', ({ content }) => content.hashtags, {
  isWritten: true,
});
const count = (name: string, field: ContentField): SearchName<ContentSubject<Account>> => ({
  ...numberName<ContentSubject<Account>>(name, ({ content }) => (content as ClipContent)[field]),
  field,
});
const publishTime = { ...count('publishTime', 'publishedAt'), time: 'age' as const };
const figure = (
  name: string,
  read: (figures: ContentFigures) => number,
): SearchName<ContentSubject<Account>> => numberName(name, ({ figures }) => read(figures));

const likes = count('likes', 'likes');
const comments = count('comments', 'comments');
const engagement = figure('engagement', (figures) => figures.engagement);
const performanceLikes = figure('performanceLikes', (figures) => figures.performanceLikes);
const performanceEngagement = figure('performanceEngagement', (figures) => figures.performanceEngagement);
const sponsorNames: readonly SearchName<SponsoredSubject<GramAccount | TubeAccount>>[] = [
  flagName('isSponsored', ({ content }) => content.brands.length > 0),
  listName('partneredBrands', ({ content, brandOf }) => partneredBrandsOf(content, brandOf)),
];

/** The creator's figures in every content search (observed). */
const creatorNames: readonly SearchName<ContentSubject<Account>>[] = [
  textName('creatorDisplayName', ({ account }) => account.displayName, { caseless: true }),
  textName('country', ({ account }) => account.country),
  listName('contentNiches', ({ account }) => account.niches),
  // the audience's largest location, as in the creator search (assumed: main-audience)
  textName('audienceLocation', ({ account }) => account.audience?.locations[0]?.country ?? ''),
];

const clipNames: readonly SearchName<ContentSubject<ClipAccount>>[] = [
  textOfContent('description', ({ text }) => text),
  hashtag,
  publishTime,
  count('plays', 'views'),
  likes,
  { ...likes, name: 'diggs' },
  comments,
  count('shares', 'shares'),
  engagement,
  count('lengthSec', 'lengthSec'),
  performanceLikes,
  { ...performanceLikes, name: 'performanceDiggs' },
  performanceEngagement,
  ...creatorNames,
  numberName('totalFollowers', ({ account }) => followersOn(account, 0)),
];

const gramNames: readonly SearchName<SponsoredSubject<GramAccount>>[] = [
  // a single picture has no type, so no value finds it (assumed: gram-content-type)
  textName('postType', ({ content }) => gramContentType(content) ?? ''),
  textOfContent('description', ({ text }) => text),
  hashtag,
  publishTime,
  likes,
  comments,
  engagement,
  ...sponsorNames,
  performanceLikes,
  performanceEngagement,
  ...creatorNames,
];

const tubeNames: readonly SearchName<SponsoredSubject<TubeAccount>>[] = [
  // items write this type as `shorts`, filters as `short` (observed)
  textName('postType', ({ content }) => tubeContentType(content).replace('shorts', 'short')),
  textOfContent('title', ({ title }) => title),
  textOfContent('description', ({ text }) => text),
  hashtag,
  publishTime,
  count('views', 'views'),
  likes,
  comments,
  engagement,
  ...sponsorNames,
  count('lengthSec', 'lengthSec'),
  textName('language', ({ content }) => content.language, { isWritten: true }),
  textName('category', ({ content }) => content.category),
  figure('performanceViews', (figures) => figures.performanceViews),
  performanceEngagement,
  ...creatorNames,
  listName('contentTopics', ({ account }) => account.topics),
];

/** The filters of `/{platform}/content-search` (contract 4.2; most names are observed). */
export const contentNames: Readonly<Record<Platform, readonly SearchName<never>[]>> = {
  clip: clipNames,
  gram: gramNames,
  tube: tubeNames,
};

/** The place of a content: the id of its account and its position there. */
export interface ContentPlace {
  id: string;
  n: number;
}

/** The names of what a search finds, which together are a `ContentPlace`. */
export const placeNames = { id: '#account', n: '#n' } as const;

/** The names of contents, and what a search of them needs beside. */
export const contentColumns = (platform: Platform): readonly SearchName<never>[] => [
  ...contentNames[platform],
  ...placeColumns,
];

const placeColumns: readonly SearchName<ContentSubject<Account>>[] = [
  textName(placeNames.id, ({ account }) => accountId(account)),
  numberName(placeNames.n, ({ n }) => n),
  tieName(({ content }) => content.id),
];

/** The contents of an account, in their order. */
export function contentSubjects(
  account: Account,
  brandOf: World['brandByKey'],
): SponsoredSubject<GramAccount | TubeAccount>[] {
  const figuresOf = contentFigures(account);
  return (account as GramAccount).contents.map((content, n) => ({
    account: account as GramAccount,
    content,
    n,
    figures: figuresOf(content),
    brandOf,
  }));
}
