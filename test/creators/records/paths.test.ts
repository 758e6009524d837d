import type { TSchema } from '@sinclair/typebox';
import { describe, expect, test } from 'vitest';
import { Audience } from '../../../src/creators/records/audience.ts';
import { ClipContentDetail } from '../../../src/creators/records/clip-content-detail.ts';
import { ClipHistory } from '../../../src/creators/records/clip-history.ts';
import { ClipPerformance } from '../../../src/creators/records/clip-performance.ts';
import { ClipProfile } from '../../../src/creators/records/clip-profile.ts';
import { Contact } from '../../../src/creators/records/contact.ts';
import {
  ClipContentItem,
  GramContentItem,
  TubeContentItem,
} from '../../../src/creators/records/content-search-item.ts';
import { ChannelItem, CreatorItem } from '../../../src/creators/records/creator-item.ts';
import { GramContentDetail } from '../../../src/creators/records/gram-content-detail.ts';
import { GramBasic } from '../../../src/creators/records/gram-history.ts';
import { GramPerformance } from '../../../src/creators/records/gram-performance.ts';
import { GramProfile } from '../../../src/creators/records/gram-profile.ts';
import { NicheList } from '../../../src/creators/records/niche-item.ts';
import {
  ClipPerformanceHistory,
  GramPerformanceHistory,
  TubePerformanceHistory,
} from '../../../src/creators/records/performance-history.ts';
import { SponsorAudience } from '../../../src/creators/records/sponsor-audience.ts';
import {
  SponsorInformation,
  SponsorListItem,
  SponsorSearchItem,
} from '../../../src/creators/records/sponsor-brand.ts';
import { SponsorCreators } from '../../../src/creators/records/sponsor-creators.ts';
import { SponsorPerformance } from '../../../src/creators/records/sponsor-performance.ts';
import { SponsorSummary } from '../../../src/creators/records/sponsor-summary.ts';
import { GramSponsorship, TubeSponsorship } from '../../../src/creators/records/sponsorship.ts';
import { SubtitleFile, SubtitlesMeta } from '../../../src/creators/records/subtitles.ts';
import { TubeContentDetail } from '../../../src/creators/records/tube-content-detail.ts';
import { TubeBasic } from '../../../src/creators/records/tube-history.ts';
import { TubePerformance } from '../../../src/creators/records/tube-performance.ts';
import { TubeProfile } from '../../../src/creators/records/tube-profile.ts';

const schemas = {
  'clip/profile': ClipProfile,
  'gram/profile': GramProfile,
  'tube/profile': TubeProfile,
  contact: Contact,
  audience: Audience,
  'clip/performance': ClipPerformance,
  'gram/performance': GramPerformance,
  'tube/performance': TubePerformance,
  'clip/performance-history': ClipPerformanceHistory,
  'gram/performance-history': GramPerformanceHistory,
  'tube/performance-history': TubePerformanceHistory,
  'clip/content-detail': ClipContentDetail,
  'gram/content-detail': GramContentDetail,
  'tube/content-detail': TubeContentDetail,
  'tube/sponsorship': TubeSponsorship,
  'gram/sponsorship': GramSponsorship,
  'search item': CreatorItem,
  'tube/search item': ChannelItem,
  'clip/content-search item': ClipContentItem,
  'gram/content-search item': GramContentItem,
  'tube/content-search item': TubeContentItem,
  niches: NicheList,
  'tube/subtitles/meta': SubtitlesMeta,
  'tube/subtitles/download': SubtitleFile,
  'sponsor/information': SponsorInformation,
  'sponsor/list item': SponsorListItem,
  'sponsor/search item': SponsorSearchItem,
  'sponsor/creators': SponsorCreators,
  'sponsor/performance': SponsorPerformance,
  'sponsor/audience': SponsorAudience,
  'sponsor/summary': SponsorSummary,
  'v2/gramBasic': GramBasic,
  'v2/clipHistory': ClipHistory,
  'v2/tubeBasic': TubeBasic,
} satisfies Record<string, TSchema>;

describe('the fields of every record', () => {
  test.each(Object.entries(schemas))('%s documents every field and closes every object', (_, schema) => {
    expect(undocumented(schema as Node)).toEqual([]);
  });
});

interface Node {
  type?: string | string[];
  description?: string;
  additionalProperties?: boolean;
  items?: Node;
  properties?: Record<string, Node>;
  required?: string[];
}

function undocumented(node: Node, path = ''): string[] {
  const own = node.properties && node.additionalProperties !== false ? [`${path} is open`] : [];
  const children = Object.entries(node.properties ?? {}).flatMap(([key, child]) => [
    ...(child.description || child.items ? [] : [`${path}.${key} has no description`]),
    ...undocumented(child, `${path}.${key}`),
  ]);
  return [...own, ...children, ...(node.items ? undocumented(node.items, `${path}[]`) : [])];
}
