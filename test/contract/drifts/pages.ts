import { data, sent } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const pages: readonly Drift[] = [
  {
    what: 'pages that begin one too late',
    asked: sent('/clip/search', (search) => {
      if (Number(search['offset']) > 0) search['offset'] = Number(search['offset']) + 1;
    }),
    finds: { kind: 'invariant', place: '/data/creatorList/0', exchange: 'v3/clip/search/inner-page' },
    contradicts: 'search-shape',
    within: /^v3\/clip\/search\//,
  },
  {
    what: 'a page that repeats the end of the one before',
    asked: sent('/v2/clipAdvancedSearch', (search) => {
      if (search['offset'] === 4) search['offset'] = 3;
    }),
    finds: { kind: 'invariant', place: '/data/0', exchange: 'v2/clipAdvancedSearch/next-page' },
    contradicts: 'v2-search-body',
    within: /^v2\/clipAdvancedSearch\//,
  },
  {
    what: 'a next page after the last one',
    answered: data('/gram/search', (page, { body: search }) => {
      if (page['hasNextPage'] === false) page['nextOffset'] = Number(JSON.parse(search).offset) + 4;
    }),
    finds: { kind: 'invariant', place: '/data/nextOffset', exchange: 'v3/gram/search/last-page' },
    contradicts: 'search-last-page',
    within: /^v3\/gram\/search\//,
  },
  {
    what: 'a page longer than it was asked to be',
    asked: sent('/clip/content-search', (search) => {
      if (search['pageSize'] === 4) search['pageSize'] = 5;
    }),
    finds: {
      kind: 'invariant',
      place: '/data/contentList length',
      exchange: 'v3/clip/content-search/first-page',
    },
    contradicts: 'content-search-shape',
    within: /^v3\/clip\/content-search\//,
  },
  {
    what: 'another order than was asked for',
    asked: sent('/tube/search', (search) => Object.assign(search, { desc: !search['desc'] })),
    finds: { kind: 'invariant', place: /^\/data\/creatorList\/\d\/totalSubscribers$/ },
    contradicts: 'search-shape',
    within: /^v3\/tube\/search\//,
  },
  {
    what: 'a filter that is ignored',
    asked: sent('/clip/search', (search) => {
      const filters = search['filters'] as { filterName: string; value: unknown }[];
      if (filters?.length === 2 && filters[0]?.filterName === 'totalFollowers') filters.splice(1);
      if (filters?.[0]?.value === 400) filters[0].value = 0;
    }),
    finds: {
      kind: 'invariant',
      place: '/data/creatorList/0/totalFollowers',
      exchange: 'v3/clip/search/range',
    },
    contradicts: 'search-shape',
    within: /^v3\/clip\/search\//,
  },
  {
    what: 'a total that changes from page to page',
    answered: data('/sponsor/list', (page) => {
      page['totalResults'] = Number(page['totalResults']) + Number(page['offset']);
    }),
    finds: { kind: 'invariant', place: '/data/totalResults', exchange: 'v3/sponsor/list/next-page' },
    contradicts: 'sponsor-pages',
    within: /^v3\/sponsor\/list\//,
  },
  {
    what: 'a search whose creators carry nothing of what was selected',
    asked: sent('/tube/search', (search) => delete search['fields']),
    finds: { kind: 'shape', place: /^\/data\/creatorList\/0\/\S+$/, exchange: 'v3/tube/search/fields' },
    contradicts: 'search-shape',
    within: /^v3\/tube\/search\/fields$|^refusals/,
  },
];
