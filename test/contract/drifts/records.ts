import { body, data, sent } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const records: readonly Drift[] = [
  {
    what: 'a renamed field',
    answered: data('/clip/profile', (profile) => {
      if (!('totalFollowers' in profile)) return;
      profile['followers'] = profile['totalFollowers'];
      delete profile['totalFollowers'];
    }),
    finds: { kind: 'shape', place: '/data/followers', exchange: 'v3/clip/profile/get' },
    contradicts: 'extra-fields',
    within: /clip\/profile|money|transport/,
  },
  {
    what: 'a missing field',
    answered: data('/tube/audience', (audience) => delete audience['audienceAvgAge']),
    finds: { kind: 'shape', place: '/data/audienceAvgAge', exchange: 'v3/tube/audience/post' },
    contradicts: 'audience-shape',
    within: /tube\/audience|transport/,
  },
  {
    what: 'a number as text, deep in a list',
    answered: data('/clip/content-detail', ({ recentVideos }) => {
      const last = (recentVideos as Record<string, unknown>[] | undefined)?.at(-1);
      if (last) last['likes'] = String(last['likes']);
    }),
    finds: { kind: 'type', place: /^\/data\/recentVideos\/\d+\/likes$/ },
    contradicts: 'content-detail-shape',
    within: /^v3\/clip\/content-detail\//,
  },
  {
    what: 'null in place of an object',
    answered: data('/clip/audience', (audience) => Object.assign(audience, { audienceGender: null })),
    finds: { kind: 'type', place: '/data/audienceGender' },
    contradicts: 'null-values',
    within: /^v3\/clip\/audience\//,
  },
  {
    what: 'more items than were selected',
    answered: data('/clip/content-detail', ({ recentVideos }, { body: lookup }) => {
      if (lookup.includes('"recentVideos":2'))
        (recentVideos as unknown[]).push(...(recentVideos as unknown[]));
    }),
    finds: {
      kind: 'invariant',
      place: '/data/recentVideos length',
      exchange: 'v3/clip/content-detail/fields',
    },
    contradicts: 'fields-prices',
    within: /^v3\/clip\/content-detail\/fields$/,
  },
  {
    what: 'another creator than was asked for',
    asked: (request) =>
      request.url.startsWith('/v2/gramBasic?') && !request.url.includes('nobody')
        ? { ...request, url: '/v2/gramBasic?gramId=sample.creator' }
        : request,
    finds: { kind: 'invariant', place: '/data/basicGram/gramId', exchange: 'v2/gramBasic/get' },
    contradicts: null,
    within: /^v2\/gramBasic\//,
  },
  {
    what: 'fields that are ignored',
    asked: sent('/clip/profile', (lookup) => delete lookup['fields']),
    finds: { kind: 'shape', place: '/data/bio', exchange: 'v3/clip/profile/fields' },
    contradicts: 'extra-fields',
    within: /fields/,
  },
  {
    what: 'genders of the audience of a brand that do not sum to 1',
    answered: data('/sponsor/audience', (platforms) => {
      for (const audience of Object.values(platforms) as { audienceGender: object }[])
        if (audience) audience.audienceGender = { maleRatio: 0.1, femaleRatio: 0.1 };
    }),
    finds: { kind: 'invariant', place: /^\/data\/(tube|gram)\/audienceGender$/ },
    contradicts: 'sponsor-shapes',
    within: /^v3\/sponsor\/audience\//,
  },
  {
    what: 'contents from the oldest on',
    answered: data('/clip/content-detail', ({ recentVideos }) =>
      (recentVideos as unknown[] | undefined)?.reverse(),
    ),
    finds: { kind: 'invariant', place: '/data/recentVideos/1/publishTime' },
    contradicts: 'content-detail-shape',
    within: /^v3\/clip\/content-detail\//,
  },
  {
    what: 'a niche twice',
    answered: body('/clip/niches', (content) => {
      const niches = content['data'];
      if (Array.isArray(niches)) niches[1] = niches[0];
    }),
    finds: { kind: 'invariant', place: '/data distinct', exchange: 'v3/clip/niches/get' },
    contradicts: 'niches-shape',
    within: /^v3\/clip\/niches\//,
  },
];
