import type { OperationId } from '../core/operations.ts';
import type { Served } from '../http/served.ts';
import type { Words } from '../vocabulary/words.ts';
import type { Json } from './schemas.ts';

const creator = 'sample.creator';
const channel = 'UCsample-creator00000000';
const video = 'shanvideo01';
const brand = 'lanternfish-tea.example';

/** A request to every operation whose reply stands as its example; about creators that every world has. */
export const sampleRequests: Readonly<Record<OperationId, Json>> = {
  usage: {},
  nls: { description: 'short video creators from the USA with more than 1000 followers' },

  ...onPlatform('gram', { uniqueId: creator }),
  'gram/sponsorship': { uniqueId: creator },
  'gram/search': search('totalFollowers', 1000),
  'gram/content-search': search('likes', 100),
  'gram/submitCreators': { uniqueIds: [creator, 'nobody.knows', 'not a handle'] },

  ...onPlatform('clip', { uniqueId: creator }),
  'clip/search': search('totalFollowers', 1000),
  'clip/content-search': search('plays', 100),
  'clip/submitCreators': { uniqueIds: [creator, 'nobody.knows', 'not a handle'] },

  ...onPlatform('tube', { channelId: channel }),
  'tube/sponsorship': { channelId: channel },
  'tube/topics': {},
  'tube/subtitles/meta': { videoId: video },
  'tube/subtitles/download': { videoId: video, vssId: 'a.zh-Hant' },
  'tube/search': search('totalSubscribers', 1000),
  'tube/content-search': search('views', 100),
  'tube/submitCreators': { channelIds: [channel, 'UCnobody-knows0000000000', 'not a channel'] },

  'sponsor/information': { brandId: brand },
  'sponsor/list': { pageSize: '2' },
  'sponsor/search': {
    filters: [{ filterName: 'totalSponsoredContent', op: '>', value: 1 }],
    pageSize: 2,
    offset: 0,
  },
  'sponsor/creators': { brandId: brand, platform: 'tube', pageSize: '2' },
  'sponsor/performance': { brandId: brand, platform: 'tube', pageSize: '2' },
  'sponsor/audience': { brandId: brand },
  'sponsor/summary': { brandId: brand },
  'sponsor/submit': { brandName: 'Marmalade Sky', brandUrl: 'https://marmalade-sky.example' },

  'v2/apiStatus': {},
  'v2/gramBasic': { gramId: creator },
  'v2/gramHistory': { gramId: creator },
  'v2/gramAdvancedSearch': advancedSearch('followers'),
  'v2/clipBasic': { clipId: creator },
  'v2/clipHistory': { clipId: creator },
  'v2/clipAdvancedSearch': advancedSearch('followers'),
  'v2/tubeBasic': { tubeId: channel },
  'v2/tubeHistory': { tubeId: channel },
  'v2/tubeAdvancedSearch': advancedSearch('subscribers'),
  'v2/submitCreators': { platform: 'clip', platformUserIds: ['nobody.knows'] },
};

/** The sample in the words on the wire. */
export function sampleRequest({ operation, parameters }: Served, words: Words): Json {
  const sample = sampleRequests[operation];
  return (words.translator(parameters)?.(sample) ?? sample) as Json;
}

function onPlatform<const P extends 'clip' | 'gram' | 'tube'>(platform: P, subject: Json) {
  const requests = {
    profile: subject,
    contact: subject,
    performance: subject,
    'performance-history': { ...subject, pastDayRange: '2' },
    audience: subject,
    'content-detail': subject,
    niches: {},
  };
  type Requests = { [Path in keyof typeof requests as `${P}/${Path}`]: Json };
  return Object.fromEntries(
    Object.entries(requests).map(([path, request]) => [`${platform}/${path}`, request]),
  ) as Requests;
}

function search(filterName: string, value: number): Json {
  return {
    filters: [{ filterName, op: '>', value }],
    pageSize: 2,
    offset: 0,
    sortBy: filterName,
    desc: true,
  };
}

function advancedSearch(filterKey: string): Json {
  return {
    maxResults: 3,
    sortBy: filterKey,
    offset: 0,
    desc: true,
    filters: [{ filterKey, op: '>', value: 1000 }],
  };
}
