import { data, sent } from '../changed-target.ts';
import type { Drift } from './drift.ts';

export const pages: readonly Drift[] = [
  {
    what: 'pages that begin one too late',
    finds: 'v3/clip/search/inner-page invariant /data/nextOffset',
    asked: sent('/clip/search', (search) => {
      if (Number(search['offset']) > 0) search['offset'] = Number(search['offset']) + 1;
    }),
  },
  {
    what: 'a page that repeats the end of the one before',
    finds: 'v2/clipAdvancedSearch/next-page invariant /data/0',
    asked: sent('/v2/clipAdvancedSearch', (search) => {
      if (search['offset'] === 4) search['offset'] = 3;
    }),
  },
  {
    what: 'a next page after the last one',
    finds: 'v3/gram/search/last-page invariant /data/nextOffset',
    answered: data('/gram/search', (page, { body: search }) => {
      if (page['hasNextPage'] === false) page['nextOffset'] = Number(JSON.parse(search).offset) + 4;
    }),
  },
  {
    what: 'a page longer than it was asked to be',
    finds: 'v3/clip/content-search/first-page invariant /data/contentList length',
    asked: sent('/clip/content-search', (search) => {
      if (search['pageSize'] === 4) search['pageSize'] = 5;
    }),
  },
  {
    what: 'another order than was asked for',
    finds: 'v3/tube/search/first-page invariant /data/creatorList/1/totalSubscribers',
    asked: sent('/tube/search', (search) => Object.assign(search, { desc: !search['desc'] })),
  },
  {
    what: 'a filter that is ignored',
    finds: 'v3/clip/search/range invariant /data/creatorList/0/totalFollowers',
    asked: sent('/clip/search', (search) => {
      const filters = search['filters'] as { filterName: string; value: unknown }[];
      if (filters?.length === 2 && filters[0]?.filterName === 'totalFollowers') filters.splice(1);
      if (filters?.[0]?.value === 400) filters[0].value = 0;
    }),
  },
  {
    what: 'a total that changes from page to page',
    finds: 'v3/sponsor/list/inner-page invariant /data/totalResults',
    answered: data('/sponsor/list', (page) => {
      page['totalResults'] = Number(page['totalResults']) + Number(page['offset']);
    }),
  },
  {
    what: 'a search whose creators carry nothing of what was selected',
    finds: 'v3/tube/search/fields shape /data/creatorList/0/contact',
    asked: sent('/tube/search', (search) => delete search['fields']),
  },
];
