import { Type } from '@sinclair/typebox';
import { closestMatch } from 'leven';
import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import type { Recorded } from '../../journal/recorded.ts';
import { Problem } from '../problem.ts';
import { Cursor, closed, cursorBehind, Nullable, Paging, pageOf } from '../route-docs.ts';
import { CriteriaQuery, chosen, criteriaOf, journalOf } from './criteria.ts';
import { RequestView, requestView } from './request-view.ts';

const Forgotten = Type.Integer({ description: 'How many older ones the bounds of the journal pushed out.' });

const RequestPage = Type.Object(
  { requests: Type.Array(RequestView), cursor: Cursor, forgotten: Forgotten },
  closed,
);

const RequestCount = Type.Object({ count: Type.Integer(), forgotten: Forgotten }, closed);

const Unmatched = Type.Object(
  {
    requests: Type.Array(
      Type.Object(
        {
          ...RequestView.properties,
          nearest: Nullable(Type.String({ description: 'What is served and reads most like it.' })),
        },
        closed,
      ),
    ),
    cursor: Cursor,
    forgotten: Forgotten,
  },
  closed,
);

const { key, path, since } = CriteriaQuery;

/** What clients asked for and what became of it. */
export function requests(app: Scope, deps: Deps): void {
  app.get(
    '/requests',
    {
      schema: { querystring: Type.Object({ ...CriteriaQuery, ...Paging }, closed) },
      config: {
        summary: 'Requests to the service, the newest last.',
        answer: RequestPage,
        problems: [404, 409, 422],
      },
    },
    async ({ query: { cursor, limit, ...query } }) => {
      const found = await chosen(deps, criteriaOf(query));
      const { page, next } = pageAfter(found.all(), { cursor, limit });
      return { requests: page.map(requestView), cursor: next, forgotten: found.forgotten() };
    },
  );

  app.get(
    '/requests/count',
    {
      schema: { querystring: Type.Object(CriteriaQuery, closed) },
      config: { summary: 'How many requests match.', answer: RequestCount, problems: [404, 409, 422] },
    },
    async ({ query }) => {
      const found = await chosen(deps, criteriaOf(query));
      return { count: found.count(), forgotten: found.forgotten() };
    },
  );

  app.get(
    '/requests/unmatched',
    {
      schema: { querystring: Type.Object({ key, path, since, ...Paging }, closed) },
      config: {
        summary: 'Requests for paths that the service does not have, with the nearest that it has.',
        answer: Unmatched,
        problems: [404, 409, 422],
      },
    },
    async ({ query: { cursor, limit, ...query } }) => {
      const found = await chosen(deps, criteriaOf(query));
      const unmatched = only(found.all(), ({ operation }) => operation === null);
      const { page, next } = pageAfter(unmatched, { cursor, limit });
      return {
        requests: page.map((each) => ({ ...requestView(each), nearest: nearestServed(each) })),
        cursor: next,
        forgotten: found.forgotten(),
      };
    },
  );

  app.get(
    '/requests/:id',
    {
      schema: { params: Type.Object({ id: Type.String() }) },
      config: { summary: 'One request.', answer: RequestView, problems: [404, 409] },
    },
    async ({ params }) => {
      const recorded = /^\d{1,15}$/.test(params.id) ? journalOf(deps).find(Number(params.id)) : undefined;
      if (!recorded) throw new Problem(404, 'The journal has no request with this id.');
      return requestView(recorded);
    },
  );

  function nearestServed({ method, url }: Recorded): string | null {
    const served = deps.served.map((each) => `${each.method} ${each.path}`);
    // what is longer than every path by far is near to none
    return closestMatch(`${method} ${url.split('?', 1)[0] ?? ''}`.slice(0, 200), served) ?? null;
  }
}

function pageAfter(found: Iterable<Recorded>, paging: Parameters<typeof pageOf>[0]) {
  const { after, most } = pageOf(paging);
  const page: Recorded[] = [];
  for (const recorded of found) {
    if (recorded.id <= after) continue;
    page.push(recorded);
    if (page.length === most) break;
  }
  return { page, next: cursorBehind(page.at(-1)?.id, page.length, most) };
}

function* only<Item>(items: Iterable<Item>, holds: (item: Item) => boolean): Iterable<Item> {
  for (const item of items) if (holds(item)) yield item;
}
