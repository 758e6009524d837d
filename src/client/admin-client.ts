import { traced } from '../system/trace.ts';
import { type Call, createCall } from './admin-call.ts';
import type { Admin, CreatorFilter, FaultRule, PlacedFault, RequestFilter } from './admin-interface.ts';
import type { AdminAddress } from './ask-sandbox.ts';
import { openEventFeed } from './event-feed.ts';
import type { ClockChange, FaultView } from './types.ts';

/** @param adminUrl base URL of the admin surface, `…/__admin`; null when it is off */
export function createAdminClient(adminUrl: string | null, token?: string): Admin {
  const address: AdminAddress = { url: adminUrl, token };
  const call = createCall(address);
  return traced({
    ...keyCalls(call),
    ...faultCalls(call),
    ...clockCalls(call),
    ...journalCalls(call),
    events: (key) => openEventFeed(address, key),
    ...reportCalls(call),
    ...snapshotCalls(call),
    ...lookUpCalls(call),
  });
}

const keyCalls = (call: Call) =>
  ({
    async key(body = {}) {
      const created = await call('POST /keys', { body });
      return { ...created, headers: { 'api-key': created.key, apiId: created.key } };
    },
    keys: () =>
      allPages(async (page) => {
        const { keys, cursor } = await call('GET /keys', { query: page });
        return { items: keys, cursor };
      }),
    findKey: (key) => call('GET /keys/{key}', { params: { key } }),
    changeKey: (key, body) => call('PATCH /keys/{key}', { params: { key }, body }),
    removeKey: (key) => call('DELETE /keys/{key}', { params: { key } }),
    topUp: (key, body) => call('POST /keys/{key}/credits', { params: { key }, body }),
    entries: (key) =>
      allPages(async (page) => {
        const { entries, cursor } = await call('GET /keys/{key}/entries', { params: { key }, query: page });
        return { items: entries, cursor };
      }),
    spent: async (key) => (await call('GET /keys/{key}', { params: { key } })).spent,
  }) satisfies Partial<Admin>;

function faultCalls(call: Call) {
  const placed = (fault: FaultView): PlacedFault => ({
    ...fault,
    release: async () => (await call('POST /faults/{id}/release', { params: fault })).released,
    remove: async () => void (await call('DELETE /faults/{id}', { params: fault })),
  });
  return {
    fault: async (rule: FaultRule) => placed(await call('POST /faults', { body: rule })),
    faults: async (key) => (await call('GET /faults', { query: keyQuery(key) })).faults.map(placed),
    removeFaults: async (key) => (await call('DELETE /faults', { query: keyQuery(key) })).removed,
    readings: async (list, key) =>
      (list
        ? await call('PUT /readings', { body: { readings: [...list], ...keyQuery(key) } })
        : await call('GET /readings', { query: keyQuery(key) })
      ).readings,
    profiles: async () => (await call('GET /profiles')).profiles,
  } satisfies Partial<Admin>;
}

function clockCalls(call: Call) {
  const setClock = async (body: ClockChange) => (await call('PUT /clock', { body })).ran;
  return {
    clock: () => call('GET /clock'),
    setClock,
    freeze: (at) =>
      setClock({ mode: 'frozen', ...(at !== undefined && { at: at instanceof Date ? at.getTime() : at }) }),
    speed: (scale) => setClock({ mode: 'scaled', scale }),
    advance: async (by, key) => (await call('POST /clock/advance', { body: { by, ...keyQuery(key) } })).ran,
  } satisfies Partial<Admin>;
}

const journalCalls = (call: Call) =>
  ({
    requests: (filter = {}) =>
      allPages(async (page) => {
        const { requests, cursor } = await call('GET /requests', {
          query: { ...queryTexts(filter), ...page },
        });
        return { items: requests, cursor };
      }),
    request: (id) => call('GET /requests/{id}', { params: { id: String(id) } }),
    reply: (id) => call('GET /requests/{id}/reply', { params: { id: String(id) } }),
    count: async (filter = {}) => (await call('GET /requests/count', { query: queryTexts(filter) })).count,
    unmatched: (filter = {}) =>
      allPages(async (page) => {
        const { requests, cursor } = await call('GET /requests/unmatched', {
          query: { ...queryTexts(filter), ...page },
        });
        return { items: requests, cursor };
      }),
    har: (filter = {}) => call('GET /requests.har', { query: queryTexts(filter) }),
    waitFor: async (filter, count = 1, timeoutMs = 5_000) =>
      (await call('POST /requests/wait', { body: { ...criteriaOf(filter), count, timeoutMs } })).latest,
    verify: async (filter, bounds) =>
      void (await call('POST /verify', { body: { ...criteriaOf(filter), ...bounds } })),
    verifyOrder: async (order, bounds = {}) =>
      void (await call('POST /verify', { body: { order: [...order], ...bounds } })),
    send: (body) => call('POST /send', { body }),
  }) satisfies Partial<Admin>;

const reportCalls = (call: Call) =>
  ({
    quote: (body) => call('POST /quote', { body }),
    report: () => call('GET /report'),
    clearReport: () => call('DELETE /report'),
    gates: async (body = {}) => (await call('POST /report/gates', { body })).gates,
    nameTest: (key, test) => call('PUT /report/test', { body: { key, test } }),
    decisions: async (key) => (await call('GET /decisions', { query: keyQuery(key) })).decisions,
  }) satisfies Partial<Admin>;

const snapshotCalls = (call: Call) =>
  ({
    snapshot: (name) => call('PUT /snapshots/{name}', { params: { name } }),
    restore: (name) => call('POST /snapshots/{name}/restore', { params: { name } }),
    snapshots: async () => (await call('GET /snapshots')).snapshots,
    readSnapshot: (name) => call('GET /snapshots/{name}', { params: { name } }),
    importSnapshot: (name, body) => call('PUT /snapshots/{name}', { params: { name }, body }),
    removeSnapshot: (name) => call('DELETE /snapshots/{name}', { params: { name } }),
    reset: async (key) => void (await call('POST /reset', { body: keyQuery(key) })),
  }) satisfies Partial<Admin>;

const lookUpCalls = (call: Call) =>
  ({
    creators: async (filter = {}) =>
      (await call('GET /world/creators', { query: queryTexts(filter) })).creators,
    health: () => call('GET /health'),
    replicas: async () => (await call('GET /replicas')).replicas,
    settings: () => call('GET /settings'),
    routes: async () => (await call('GET /routes')).routes,
    prices: () => call('GET /prices'),
    openapi: (of) =>
      call('GET /openapi.json', {
        query: of === 'admin' ? { surface: 'admin' } : { generation: of === 2 ? '2' : '3' },
      }),
  }) satisfies Partial<Admin>;

/** All items of a list that comes in pages. */
async function allPages<T>(
  read: (page: { cursor: string; limit: string }) => Promise<{ items: T[]; cursor: string | null }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page: { items: T[]; cursor: string | null } = await read({ cursor, limit: '1000' });
    all.push(...page.items);
    cursor = page.cursor;
  }
  return all;
}

/** The body of a wait or a check; JSON leaves out what is undefined. */
const criteriaOf = ({ status, errorCode, decision, since, filter, ...match }: RequestFilter) => ({
  match,
  ...(filter !== undefined && { filter }),
  ...(status !== undefined && { status }),
  ...(errorCode !== undefined && { errorCode }),
  ...(decision !== undefined && { decision }),
  ...(since !== undefined && { since }),
});

/** A filter as query parameters: objects are sent as JSON. */
const queryTexts = (filter: RequestFilter | CreatorFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
    ),
  );

/** A key as a parameter. */
const keyQuery = (key: string | undefined) => (key === undefined ? {} : { key });
