import { engagementByFollowers, engagementByViews, type Interactions } from '../../core/statistics.ts';
import type { ClipContent, GramContent, TubeContent } from '../world/account.ts';
import { count, flag, instant, rate, text, texts } from './atoms.ts';

/** The fields that listed contents of all platforms share. */

export const item = {
  publishTime: instant('Upload.'),
  contentId: text('Id of the content.'),
  description: text("The creator's caption; on tube the description below the video."),
  coverImageUrl: text('URL of the cover picture.'),
  isSponsored: flag('Paid for by at least one brand.'),
  likes: count('Likes.'),
  comments: count('Comments.'),
  views: count('Views.'),
  byViews: rate('(likes + comments) divided by views.'),
  hashtags: texts('Hashtags of the caption, each with a leading #.'),
};

export const newestFirst = { description: 'Newest first; the last 4 days are among them.' };

type AnyContent = ClipContent | GramContent | TubeContent;

/** Generation 3 rate of a content that has views. */
export const rateByViews = (content: AnyContent): number => engagementByViews(interactionsOf(content));

/**
 * Generation 3 rate of a content: over views; for a gram image, which has none, over followers (observed).
 */
export const engagementRate = (content: AnyContent, followers: number): number =>
  content.kind === 'image' ? engagementByFollowers(interactionsOf(content), followers) : rateByViews(content);

function interactionsOf(content: AnyContent): Interactions {
  const { views, likes, comments } = content;
  return { views, likes, comments, shares: 'shares' in content ? content.shares : 0 };
}
