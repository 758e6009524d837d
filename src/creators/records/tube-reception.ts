import { halfUp, mean, round4 } from '../../core/statistics.ts';
import { chances } from '../world/chance.ts';
import type { Posted } from '../world/timeline.ts';

/**
 * Dislikes of a tube content, and parts of its comments. They follow from the channel's seed and the instant of the
 * upload, so every operation has the same ones (assumed: v2-reception).
 */
export interface Reception {
  dislikes: number;
  /** The parts are 0 without comments. */
  selfCommentRatio: number;
  commentLikeRatio: number;
  commentReplyRatio: number;
}

/** @param seed of the channel */
export function receptionBy(seed: number): (content: Received) => Reception {
  const [dislike, self, like, reply] = ['dislike', 'self comment', 'comment like', 'comment reply'].map(
    (word) => chances(seed, word),
  ) as [Chance, Chance, Chance, Chance];
  return ({ origin, likes, comments, ...content }) => {
    // on every day of the run the same instant
    const publishedAt = origin?.publishedAt ?? content.publishedAt;
    const part = (least: number, most: number, chance: Chance): number =>
      comments === 0 ? 0 : round4(least + (most - least) * chance(publishedAt));
    return {
      dislikes: halfUp(likes * (0.005 + 0.045 * dislike(publishedAt))),
      selfCommentRatio: part(0, 0.15, self),
      commentLikeRatio: part(0.2, 0.8, like),
      commentReplyRatio: part(0.05, 0.4, reply),
    };
  };
}

type Received = Pick<Posted, 'publishedAt' | 'likes' | 'comments' | 'origin'>;
type Chance = (index: number) => number;

/** The averages over several contents; `rating` is from 1 to 5, 0 without likes and dislikes. */
export function averageReception(contents: readonly Posted[], seed: number) {
  const receptionOf = receptionBy(seed);
  const received = contents.map(receptionOf);
  const likes = halfUp(mean(contents.map((content) => content.likes)));
  const dislikes = halfUp(mean(received.map((each) => each.dislikes)));
  return {
    dislikes,
    rating: likes + dislikes === 0 ? 0 : round4(1 + (4 * likes) / (likes + dislikes)),
    selfCommentRatio: round4(mean(received.map((each) => each.selfCommentRatio))),
    commentLikeRatio: round4(mean(received.map((each) => each.commentLikeRatio))),
    commentReplyRatio: round4(mean(received.map((each) => each.commentReplyRatio))),
  };
}
