import { body, data, sent } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const records: readonly Drift[] = [
  {
    what: 'a renamed field',
    finds: 'shape /data/totalFollowers (profile-shapes)',
    answered: data('/clip/profile', (profile) => {
      if (!('totalFollowers' in profile)) return;
      profile['followers'] = profile['totalFollowers'];
      delete profile['totalFollowers'];
    }),
  },
  {
    what: 'a missing field',
    finds: 'shape /data/audienceAvgAge (audience-shape)',
    answered: data('/tube/audience', (audience) => delete audience['audienceAvgAge']),
  },
  {
    what: 'a number as text, deep in a list',
    finds: 'type /data/recentVideos/1/likes (content-detail-shape)',
    answered: data('/clip/content-detail', ({ recentVideos }) => {
      const last = (recentVideos as Record<string, unknown>[] | undefined)?.at(-1);
      if (last) last['likes'] = String(last['likes']);
    }),
  },
  {
    what: 'null in place of an object',
    finds: 'type /data/audienceGender (null-values)',
    answered: data('/clip/audience', (audience) => Object.assign(audience, { audienceGender: null })),
  },
  {
    what: 'more items than were selected',
    finds: 'invariant /data/recentVideos length (fields-prices)',
    answered: data('/clip/content-detail', ({ recentVideos }, { body: lookup }) => {
      if (lookup.includes('"recentVideos":2'))
        (recentVideos as unknown[]).push(...(recentVideos as unknown[]));
    }),
  },
  {
    what: 'another creator than was asked for',
    finds: 'invariant /data/basicGram/gramId',
    asked: (request) =>
      request.url.startsWith('/v2/gramBasic?') && !request.url.includes('nobody')
        ? { ...request, url: '/v2/gramBasic?gramId=sample.creator' }
        : request,
  },
  {
    what: 'fields that are ignored',
    finds: 'status status',
    asked: sent('/clip/profile', (lookup) => delete lookup['fields']),
  },
  {
    what: 'genders of the audience of a brand that do not sum to 1',
    finds: 'invariant /data/tube/audienceGender (sponsor-shapes)',
    answered: data('/sponsor/audience', (platforms) => {
      for (const audience of Object.values(platforms) as { audienceGender: object }[])
        if (audience) audience.audienceGender = { maleRatio: 0.1, femaleRatio: 0.1 };
    }),
  },
  {
    what: 'contents from the oldest on',
    finds: 'invariant /data/recentVideos/1/publishTime (content-detail-shape)',
    answered: data('/clip/content-detail', ({ recentVideos }) =>
      (recentVideos as unknown[] | undefined)?.reverse(),
    ),
  },
  {
    what: 'a niche twice',
    finds: 'invariant /data distinct (niches-shape)',
    answered: body('/clip/niches', (content) => {
      const niches = content['data'];
      if (Array.isArray(niches)) niches[1] = niches[0];
    }),
  },
];
