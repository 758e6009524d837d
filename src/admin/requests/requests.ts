import { type Static, Type } from '@sinclair/typebox';
import { KeyRedactor } from '../../core/keys/redactor.ts';
import { nearest } from '../../core/nearest.ts';
import { closed, closedAs, nullable } from '../../core/schema.ts';
import { type Yielding, yieldToLoop } from '../../core/yield-to-loop.ts';
import type { JournalEntry } from '../../journal/entry.ts';
import { pathOf } from '../../service/http/call.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { allPathsOf, otherVocabulary } from '../../service/vocabulary/words.ts';
import { Cursor, nextCursor, type PageQuery, pageOf, paging } from '../paging.ts';
import { Problem, problems } from '../problem.ts';
import { CriteriaQuery, criteriaOf, criteriaQuery } from './criteria.ts';
import { requestOf } from './journal-of.ts';
import { RequestView, requestView } from './request-view.ts';
import { type Selection, type SelectionDeps, selectList, selectRequests } from './select-requests.ts';

const Forgotten = Type.Integer({
  description: 'The number of older requests that the journal has dropped because of its size.',
});

const RequestPage = Type.Object(
  { requests: Type.Array(RequestView), cursor: Cursor, forgotten: Forgotten },
  closed,
);

const RequestCount = Type.Object({ count: Type.Integer(), forgotten: Forgotten }, closed);

const RequestWithNearest = Type.Object(
  {
    ...RequestView.properties,
    nearest: nullable(
      Type.String({
        description:
          'The served method and path closest to an unknown path; for a path of the other vocabulary also that vocabulary.',
      }),
    ),
  },
  closedAs('FoundRequest'),
);

const ReplyView = Type.Object(
  {
    status: Type.Integer(),
    body: Type.String({ description: 'Its text; keys in it are redacted.' }),
  },
  closedAs('RecordedReply'),
);

type RequestNearby = Static<typeof RequestWithNearest>;

const UnmatchedPage = Type.Object(
  {
    requests: Type.Array(RequestWithNearest),
    cursor: Cursor,
    forgotten: Forgotten,
  },
  closed,
);

const { key, path, since, filter } = criteriaQuery;
const RequestsQuery = Type.Object({ ...criteriaQuery, ...paging }, closed);
const UnmatchedQuery = Type.Object({ key, path, since, filter, ...paging }, closed);
const RequestParams = Type.Object({ id: Type.String() });

/** Lists and counts the requests in the journal. */
export function addRequestRoutes(app: Scope, deps: RequestDeps): void {
  addListRoutes(app, deps);
  addSingleRoutes(app, deps);
}

type RequestDeps = SelectionDeps & Pick<Deps, 'servedRoutes' | 'words'>;

function addListRoutes(app: Scope, deps: RequestDeps): void {
  app.get(
    '/requests',
    {
      schema: {
        summary:
          'Requests to the service, oldest first: the newest ones; with a cursor, such as 0, those after it.',
        querystring: RequestsQuery,
        response: { 200: RequestPage, ...problems(404, 409, 422) },
      },
    },
    async ({ query: { cursor, limit, ...query } }) => {
      const selection = await selectList(deps, criteriaOf(query));
      const { page, next } = await pageAfter(selection, { cursor, limit });
      return { requests: page.map(requestView), cursor: next, forgotten: selection.forgotten() };
    },
  );

  app.get(
    '/requests/count',
    {
      schema: {
        summary: 'The number of requests that match.',
        querystring: CriteriaQuery,
        response: { 200: RequestCount, ...problems(404, 409, 422) },
      },
    },
    async ({ query }) => {
      const selection = await selectRequests(deps, criteriaOf(query));
      return { count: await selection.count(), forgotten: selection.forgotten() };
    },
  );

  app.get(
    '/requests/unmatched',
    {
      schema: {
        summary: 'Requests for unknown paths, each with the nearest known path.',
        querystring: UnmatchedQuery,
        response: { 200: UnmatchedPage, ...problems(404, 409, 422) },
      },
    },
    async ({ query: { cursor, limit, ...query } }) => {
      const selection = await selectList(deps, criteriaOf(query));
      const { page, next } = await pageAfter(selection, { cursor, limit }, hasUnknownPath);
      return {
        requests: await yieldToLoop(withNearest(deps, page), deps),
        cursor: next,
        forgotten: selection.forgotten(),
      };
    },
  );
}

function addSingleRoutes(app: Scope, deps: RequestDeps): void {
  app.get(
    '/requests/:id',
    {
      schema: {
        summary: 'One request.',
        params: RequestParams,
        response: { 200: RequestWithNearest, ...problems(404, 409) },
      },
    },
    async ({ params }) => {
      const entry = await findEntry(deps, params.id);
      return { ...requestView(entry), nearest: hasUnknownPath(entry) ? nearestServed(deps, entry) : null };
    },
  );

  app.get(
    '/requests/:id/reply',
    {
      schema: {
        summary:
          'The body of the reply to a request, while it is among the latest; of a stream all that was sent of it.',
        params: RequestParams,
        response: { 200: ReplyView, ...problems(404, 409) },
      },
    },
    async (request) => {
      const { id, status } = await findEntry(deps, request.params.id);
      const body = deps.journal.replyTo(id);
      if (body === undefined) {
        const cause =
          deps.peers && !deps.journal.find(id)
            ? ' here: another replica answered this request'
            : ': it is too old or too large, or too many came at once';
        throw new Problem(404, `This reply is not kept${cause}.`);
      }
      return { status, body: new KeyRedactor(deps.ledger).text(body) };
    },
  );
}

const findEntry = (deps: Pick<Deps, 'journal' | 'peers'>, id: string): Promise<JournalEntry> =>
  requestOf(deps, /^\d{1,15}$/.test(id) ? Number(id) : undefined);

/** Hundreds of long paths take longer to compare than other calls may wait. */
function* withNearest(deps: RequestDeps, entries: readonly JournalEntry[]): Yielding<RequestNearby[]> {
  const views: RequestNearby[] = [];
  for (const entry of entries) {
    yield;
    views.push({ ...requestView(entry), nearest: nearestServed(deps, entry) });
  }
  return views;
}

/** The served path that an unknown one may mean. */
export function nearestServed(
  { servedRoutes, words }: Pick<Deps, 'servedRoutes' | 'words'>,
  entry: Pick<JournalEntry, 'method' | 'url'>,
): string | null {
  const { method } = entry;
  const path = pathOf(entry);
  const other = otherVocabulary(words);
  const meant =
    other &&
    servedRoutes.find((route) => route.method === method && other.pathsOf(route.operation).includes(path));
  if (meant) return `${method} ${meant.path} (${path} is its path with vocabulary ${other.vocabulary})`;
  const served = servedRoutes.flatMap((route) =>
    allPathsOf(words, route.operation).map((each) => `${route.method} ${each}`),
  );
  // Comparing costs the product of the lengths, and a path this long is near to none.
  return nearest(`${method} ${path}`.slice(0, 200), served) ?? null;
}

async function pageAfter(
  selection: Selection,
  query: PageQuery,
  fits: (entry: JournalEntry) => boolean = () => true,
) {
  const { after, maxItems } = pageOf(query);
  if (selection.isOrdered) {
    // In another order the cursor counts the requests before the page.
    const page = (await selection.list(fits)).slice(after, after + maxItems);
    return { page, next: nextCursor(after + page.length, page.length, maxItems) };
  }
  if (query.cursor === undefined) return { page: await selection.latest(maxItems, fits), next: null };
  const page = await selection.first(maxItems, fits, after);
  return { page, next: nextCursor(page.at(-1)?.id, page.length, maxItems) };
}

const hasUnknownPath = ({ operation }: JournalEntry): boolean => operation === null;
