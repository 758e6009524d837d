import { body, data, sent } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const records: readonly Drift[] = [
  {
    what: 'a renamed field',
    finds: 'money/unlimited shape /data/totalFollowers',
    answered: data('/clip/profile', (profile) => {
      if (!('totalFollowers' in profile)) return;
      profile['followers'] = profile['totalFollowers'];
      delete profile['totalFollowers'];
    }),
  },
  {
    what: 'a missing field',
    finds: 'v3/tube/audience/get shape /data/audienceAvgAge',
    answered: data('/tube/audience', (audience) => delete audience['audienceAvgAge']),
  },
  {
    what: 'a number as text, deep in a list',
    finds: 'v3/clip/content-detail/fields type /data/recentVideos/1/likes',
    answered: data('/clip/content-detail', ({ recentVideos }) => {
      const last = (recentVideos as Record<string, unknown>[] | undefined)?.at(-1);
      if (last) last['likes'] = String(last['likes']);
    }),
  },
  {
    what: 'null in place of an object',
    finds: 'v3/clip/audience/fields type /data/audienceGender',
    answered: data('/clip/audience', (audience) => Object.assign(audience, { audienceGender: null })),
  },
  {
    what: 'more items than were selected',
    finds: 'v3/clip/content-detail/fields invariant /data/recentVideos length',
    answered: data('/clip/content-detail', ({ recentVideos }, { body: lookup }) => {
      if (lookup.includes('"recentVideos":2'))
        (recentVideos as unknown[]).push(...(recentVideos as unknown[]));
    }),
  },
  {
    what: 'another creator than was asked for',
    finds: 'v2/gramBasic/get invariant /data/basicGram/gramId',
    asked: (request) =>
      request.url.startsWith('/v2/gramBasic?') && !request.url.includes('nobody')
        ? { ...request, url: '/v2/gramBasic?gramId=sample.creator' }
        : request,
  },
  {
    what: 'an @ before the handles of a search',
    finds: 'v3/gram/search/first-page invariant /data/creatorList/0/uniqueId',
    answered: data('/gram/search', ({ creatorList }) => {
      for (const creator of creatorList as { uniqueId: string }[]) creator.uniqueId = `@${creator.uniqueId}`;
    }),
  },
  {
    what: 'no @ before the handle of a channel',
    finds: 'v3/tube/profile/get invariant /data/uniqueId',
    answered: data('/tube/profile', (profile) => {
      profile['uniqueId'] = String(profile['uniqueId']).slice(1);
    }),
  },
  {
    what: 'an @ before handles in a list of generation 2',
    finds: 'v2/clipBasic/get invariant /data/basicClip/relatedUsers/0',
    answered: data('/v2/clipBasic', ({ basicClip }) => {
      const of = basicClip as { relatedUsers: string[] };
      of.relatedUsers = of.relatedUsers.map((each) => `@${each}`);
    }),
  },
  {
    what: 'fields that are ignored',
    finds: 'refusals/400/fields-identifier status status',
    asked: sent('/clip/profile', (lookup) => delete lookup['fields']),
  },
  {
    what: 'genders of the audience of a brand that do not sum to 1',
    finds: 'v3/sponsor/audience/get invariant /data/tube/audienceGender',
    answered: data('/sponsor/audience', (platforms) => {
      for (const audience of Object.values(platforms) as { audienceGender: object }[])
        if (audience) audience.audienceGender = { maleRatio: 0.1, femaleRatio: 0.1 };
    }),
  },
  {
    what: 'contents from the oldest on',
    finds: 'v3/clip/content-detail/fields invariant /data/recentVideos/1/publishTime',
    answered: data('/clip/content-detail', ({ recentVideos }) =>
      (recentVideos as unknown[] | undefined)?.reverse(),
    ),
  },
  {
    what: 'a niche twice',
    finds: 'v3/clip/niches/get invariant /data distinct',
    answered: body('/clip/niches', (content) => {
      const niches = content['data'];
      if (Array.isArray(niches)) niches[1] = niches[0];
    }),
  },
];
