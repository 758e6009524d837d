import { type Static, Type } from '@sinclair/typebox';
import type { Platform } from '../../core/platforms.ts';
import { closed, namedSchema } from '../../core/schema.ts';
import type { PostOn, TubeContent } from '../world/account.ts';
import { followersOn } from '../world/timeline.ts';
import { count, flag, instant, record, share, text } from './atoms.ts';
import { BasicClipVideo, basicClipVideo } from './clip-history.ts';
import { item, rateByViews } from './content-item.ts';
import { PostInfo, postInfo } from './gram-history.ts';
import { receptionBy } from './tube-reception.ts';

/** Single contents, generation 2. */

const BasicTubePost = record('BasicTubePost', 'A content of a tube channel, generation 2.', {
  uploadDate: instant('Upload.'),
  videoId: text('Id of the content.'),
  length: count('Seconds.'),
  title: text('Title.'),
  likes: item.likes,
  comments: item.comments,
  selfCommentRatio: share("Part of the comments that are the creator's own."),
  commentLikeRatio: share('Part of the comments that have likes.'),
  commentReplyRatio: share('Part of the comments that have replies.'),
  views: item.views,
  engageRate: item.byViews,
  category: text('Category.'),
  lang: text('Language of the content, ISO 639-3.'),
  isPaidPromote: item.isSponsored,
  isStreaming: flag('A finished live stream.'),
  isShorts: flag('A short.'),
  hashtags: item.hashtags,
});
type BasicTubePost = Static<typeof BasicTubePost>;

/** The reply of `GET /v2/getPostById` and `getPostByLink`: the field of its platform. */
export const Post = namedSchema(
  'Post',
  Type.Object(
    {
      basicGramPost: Type.Optional(PostInfo),
      basicClipPost: Type.Optional(BasicClipVideo),
      basicTubePost: Type.Optional(BasicTubePost),
    },
    {
      description: 'One content, under the field of its platform.',
      minProperties: 1,
      maxProperties: 1,
      ...closed,
    },
  ),
);
export type Post = Static<typeof Post>;

export const postRecords: {
  readonly [On in Platform]: (post: PostOn[On], shiftMs: number) => Post;
} = {
  gram: ({ account, content }, shiftMs) => ({
    basicGramPost: postInfo(content, followersOn(account, 0), shiftMs),
  }),
  clip: ({ account, content }, shiftMs) => ({
    basicClipPost: basicClipVideo(content, followersOn(account, 0), shiftMs),
  }),
  tube: ({ account, content }, shiftMs) => ({ basicTubePost: basicTubePost(content, account.seed, shiftMs) }),
};

function basicTubePost(content: TubeContent, seed: number, shiftMs: number): BasicTubePost {
  const { dislikes: _, ...ratios } = receptionBy(seed)(content);
  return {
    uploadDate: content.publishedAt + shiftMs,
    videoId: content.id,
    length: content.lengthSec,
    title: content.title,
    likes: content.likes,
    comments: content.comments,
    ...ratios,
    views: content.views,
    engageRate: rateByViews(content),
    category: content.category,
    lang: content.language,
    isPaidPromote: content.brands.length > 0,
    isStreaming: content.isStream,
    isShorts: content.kind === 'short',
    hashtags: content.hashtags,
  };
}
