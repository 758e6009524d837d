import type { TSchema } from '@sinclair/typebox';
import { Audience } from '../records/audience.ts';
import { ClipContentDetail, ClipItem } from '../records/clip-content-detail.ts';
import {
  BasicClip,
  BasicClipVideo,
  ClipBasic,
  ClipHistory,
  ClipHistoryEntry,
} from '../records/clip-history.ts';
import { ClipPerformance } from '../records/clip-performance.ts';
import { ClipProfile } from '../records/clip-profile.ts';
import { Contact } from '../records/contact.ts';
import { ClipContentItem, GramContentItem, TubeContentItem } from '../records/content-search-item.ts';
import { ChannelItem, CreatorItem } from '../records/creator-item.ts';
import { GramContentDetail, GramImage, GramReel } from '../records/gram-content-detail.ts';
import { BasicGram, GramBasic, GramHistory, PostInfo, ReelInfo } from '../records/gram-history.ts';
import { GramPerformance } from '../records/gram-performance.ts';
import { GramProfile } from '../records/gram-profile.ts';
import { NicheItem, NicheList } from '../records/niche-item.ts';
import { ContentCountByDays, RateGrowths, ViewsGrowths } from '../records/performance.ts';
import {
  ClipBlock,
  EngagementConsistency,
  ImagesBlock,
  ReelsBlock,
  SponsoredVideosBlock,
  TubeBlock,
} from '../records/performance-block.ts';
import {
  ClipPerformanceHistory,
  GramPerformanceHistory,
  TubePerformanceHistory,
} from '../records/performance-history.ts';
import { TubePrice } from '../records/price.ts';
import { ClipRanking, GramRanking, TubeRanking } from '../records/ranking.ts';
import { HashtagCounts, OtherLinks, SubscriberGrowth } from '../records/shared.ts';
import { SponsorAudience } from '../records/sponsor-audience.ts';
import { SponsorInformation, SponsorListItem, SponsorSearchItem } from '../records/sponsor-brand.ts';
import { SponsorCreator, SponsorCreators } from '../records/sponsor-creators.ts';
import {
  SponsorPerformance,
  SponsorPerformanceContent,
  SponsorPerformanceCreator,
} from '../records/sponsor-performance.ts';
import { SponsorSummary } from '../records/sponsor-summary.ts';
import { GramSponsorship, TubeSponsorship } from '../records/sponsorship.ts';
import { SubtitleCue, SubtitleFile, SubtitlesMeta } from '../records/subtitles.ts';
import { TubeContentDetail, TubeShort, TubeVideo } from '../records/tube-content-detail.ts';
import { BasicTube, TubeBasic, TubeHistory } from '../records/tube-history.ts';
import { TubePerformance } from '../records/tube-performance.ts';
import { TubeProfile } from '../records/tube-profile.ts';
import { SponsorSubmitted } from '../v3/sponsor/submit.ts';
import { submittedCreators } from '../v3/submit-creators.ts';
import { Usage, UsageRecord } from '../v3/usage.ts';

/** Records that stand under components, each under its own name. */
export const namedSchemas: Readonly<Record<string, TSchema>> = {
  Audience,
  BasicClip,
  BasicClipVideo,
  BasicGram,
  BasicTube,
  ChannelItem,
  ClipBasic,
  ClipBlock,
  ClipContentDetail,
  ClipContentItem,
  ClipHistory,
  ClipHistoryEntry,
  ClipItem,
  ClipPerformance,
  ClipPerformanceHistory,
  ClipProfile,
  ClipRanking,
  Contact,
  ContentCountByDays,
  CreatorItem,
  EngagementConsistency,
  GramBasic,
  GramContentDetail,
  GramContentItem,
  GramHistory,
  GramImage,
  GramPerformance,
  GramPerformanceHistory,
  GramProfile,
  GramRanking,
  GramReel,
  GramSponsorship,
  HashtagCounts,
  ImagesBlock,
  NicheItem,
  NicheList,
  OtherLinks,
  PostInfo,
  RateGrowths,
  ReelInfo,
  ReelsBlock,
  SponsorAudience,
  SponsorCreator,
  SponsorCreators,
  SponsoredVideosBlock,
  SponsorInformation,
  SponsorListItem,
  SponsorPerformance,
  SponsorPerformanceContent,
  SponsorPerformanceCreator,
  SponsorSearchItem,
  SponsorSubmitted,
  SponsorSummary,
  SubmittedChannels: submittedCreators('tube'),
  SubmittedCreators: submittedCreators('clip'),
  SubscriberGrowth,
  SubtitleCue,
  SubtitleFile,
  SubtitlesMeta,
  TubeBasic,
  TubeBlock,
  TubeContentDetail,
  TubeContentItem,
  TubeHistory,
  TubePerformance,
  TubePerformanceHistory,
  TubePrice,
  TubeProfile,
  TubeRanking,
  TubeShort,
  TubeSponsorship,
  TubeVideo,
  Usage,
  UsageRecord,
  ViewsGrowths,
};

/** What a fractional call may leave of a record. */
export const partOf = (name: string): string => `${name}Parts`;
