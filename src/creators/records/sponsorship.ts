import { type Static, Type } from '@sinclair/typebox';
import type { GramAccount, TubeAccount } from '../world/account.ts';
import { followersOn, numbers } from '../world/timeline.ts';
import { object, record, text, texts } from './atoms.ts';
import { GramImage, GramReel, gramImage, gramReel } from './gram-content-detail.ts';
import {
  ImagesBlock,
  imagesBlock,
  SponsoredReelsBlock,
  SponsoredVideosBlock,
  sponsoredReelsBlock,
  sponsoredVideosBlock,
} from './performance-block.ts';
import { type BrandOf, bySponsor, sponsoredContents } from './sponsored.ts';
import { TubeVideo, tubeVideo } from './tube-content-detail.ts';

/** The sponsors of recent contents. The performance covers exactly the contents listed beside it. */

const brand = {
  brandName: text('Name of the brand; may be empty.'),
  brandId: text('Domain-shaped id of the brand; may be empty on gram.'),
  brandGramIds: texts("The brand's own gram handles."),
};

export const TubeSponsorship = record('TubeSponsorship', 'Sponsors of a tube channel (contract 2.9).', {
  sponsorList: Type.Array(
    object('A sponsor.', {
      ...brand,
      sponsoredVideos: Type.Array(TubeVideo, { description: 'Newest first; shorts are among them.' }),
      sponsoredVideosPerformance: SponsoredVideosBlock,
    }),
    { description: 'Sponsors of the latest 60 sponsored contents, the one that sponsored last first.' },
  ),
});
export type TubeSponsorship = Static<typeof TubeSponsorship>;

export const GramSponsorship = record('GramSponsorship', 'Sponsors of a gram creator.', {
  sponsorList: Type.Array(
    object('A sponsor.', {
      ...brand,
      sponsoredImages: Type.Array(GramImage, { description: 'Newest first.' }),
      sponsoredReels: Type.Array(GramReel, { description: 'Newest first.' }),
      sponsoredImagesPerformance: ImagesBlock,
      sponsoredReelsPerformance: SponsoredReelsBlock,
    }),
    { description: 'Sponsors of the latest 60 sponsored contents, the one that sponsored last first.' },
  ),
});
export type GramSponsorship = Static<typeof GramSponsorship>;

export function tubeSponsorship(account: TubeAccount, shiftMs: number, brandOf: BrandOf): TubeSponsorship {
  const subscribers = followersOn(account, 0);
  return {
    sponsorList: bySponsor(sponsoredContents(account), brandOf).map(({ brand, contents }) => ({
      brandName: brand.name,
      brandId: brand.brandId,
      brandGramIds: brand.gramHandles,
      sponsoredVideos: contents.map((content) => tubeVideo(content, shiftMs)),
      sponsoredVideosPerformance: sponsoredVideosBlock(contents.map(numbers), subscribers),
    })),
  };
}

export function gramSponsorship(account: GramAccount, shiftMs: number, brandOf: BrandOf): GramSponsorship {
  const followers = followersOn(account, 0);
  return {
    sponsorList: bySponsor(sponsoredContents(account), brandOf).map(({ brand, contents }) => {
      const images = contents.filter((content) => content.kind === 'image');
      const reels = contents.filter((content) => content.kind === 'reel');
      return {
        brandName: brand.name,
        brandId: brand.brandId,
        brandGramIds: brand.gramHandles,
        sponsoredImages: images.map((content) => gramImage(content, followers, shiftMs)),
        sponsoredReels: reels.map((content) => gramReel(content, shiftMs)),
        sponsoredImagesPerformance: imagesBlock(images.map(numbers), followers, 'sum'),
        sponsoredReelsPerformance: sponsoredReelsBlock(reels.map(numbers), followers),
      };
    }),
  };
}
