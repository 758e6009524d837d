import fc from 'fast-check';
import type { Report } from '../../src/library/index.ts';
import type { clientOf } from './replicas.ts';

/** A request of a client or of its test; `$0` stands for a key. */
interface Step {
  admin?: true;
  method: string;
  path: string;
  key?: string;
  headers?: Record<string, string>;
  body?: object;
}

type Target = ReturnType<typeof clientOf>;

const key = fc.constantFrom('$0', '$1', '$2', '$2', '$2');
const testName = fc.constantFrom('pays', 'retries');

const paths = [
  '/clip/profile?uniqueId=sample.creator',
  '/clip/profile?uniqueId=nobody.here',
  '/clip/profile?uniqueId=no%20spaces',
  '/clip/profile?uniqueId=Sample.Creator',
  '/clip/profile?uniqueId=sample.creator&feilds=bio',
  '/clip/contact?uniqueId=sample.creator',
  '/clip/contact?uniqueId=undefined',
  '/clip/profile?uniqueId=sample.creator&api-key=$0',
  '/tube/profile?uniqueId=sample.creator',
  '/usage',
  '/nowhere',
];

const get: fc.Arbitrary<Step> = fc.record({
  method: fc.constant('GET'),
  path: fc.constantFrom(...paths),
  key,
  headers: fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    fc.record({ 'x-sandbox-test': testName }),
    fc.record({ prefer: fc.constantFrom('status=400', 'status=503') }),
  ),
});

const search = (offset: number, more: object = {}) => ({
  filters: [{ filterName: 'totalFollowers', op: '>', value: 10 }],
  sortBy: 'totalFollowers',
  desc: true,
  pageSize: 20,
  offset,
  ...more,
});
const popular = { filters: [{ filterName: 'totalFollowers', op: '>', value: 100_000 }], pageSize: 100 };
const searches = [
  [search(0), search(20), search(40, { desc: false })],
  [0, 1, 2, 3].map((offset) => search(offset, { pageSize: 1 })),
  [search(0, popular), search(100, popular)],
];
const tooManyFields = ['&fields=audienceLocations&fields=audienceGender&fields=audienceAvgAge'];
const description = 'short video creators from the USA with more than 1000 followers';

/** Several requests that belong together. */
const inTurn = fc.oneof(
  fc
    .tuple(key, fc.constantFrom(...searches))
    .map(([of, pages]) => pages.map((body) => ({ method: 'POST', path: '/clip/search', key: of, body }))),
  fc
    .tuple(key, fc.subarray(paths, { minLength: 2, maxLength: 3 }))
    .map(([of, some]) => [...some, ...some].map((path) => ({ method: 'GET', path, key: of }))),
  key.map((of) =>
    ['', '&fields=audienceGender', ...tooManyFields].map((fields) => ({
      method: 'GET',
      path: `/clip/audience?uniqueId=sample.creator${fields}`,
      key: of,
    })),
  ),
  key.map((of) => [{ method: 'POST', path: '/nls', key: of, body: { description } }]),
);

const admin = (method: string, path: string, body?: object): Step => ({
  admin: true,
  method,
  path,
  ...(body && { body }),
});

const rule = fc
  .tuple(key, fc.constantFrom(400, 429, 500, 503), fc.integer({ min: 1, max: 3 }))
  .map(([of, status, times]) => admin('POST', '/faults', { match: { key: of }, respond: { status }, times }));

const changes = fc.oneof(
  fc.constant(admin('DELETE', '/faults')),
  key.map((of) => admin('DELETE', `/faults?key=${of}`)),
  key.map((of) => admin('POST', `/keys/${of}/credits`, { plan: 5 })),
  key.map((of) => admin('PATCH', `/keys/${of}`, { rate: '3/1h' })),
  key.map((of) => admin('DELETE', `/keys/${of}`)),
  key.map((of) => admin('POST', '/keys', { key: of, plan: 9, label: 'made again' })),
  fc.tuple(key, fc.option(testName)).map(([of, test]) => admin('PUT', '/report/test', { key: of, test })),
  fc
    .tuple(fc.option(key, { nil: undefined }), fc.constantFrom('5m', '11m'))
    .map(([of, by]) => admin('POST', '/clock/advance', { by, key: of })),
  key.map((of) => admin('POST', '/reset', { key: of })),
);
const beginnings = fc.constantFrom(admin('POST', '/reset', {}), admin('DELETE', '/report'));

/** Clients repeat themselves more often than their tests change anything. */
const next = fc.oneof(
  { weight: 8, arbitrary: get.map((step) => [step]) },
  { weight: 4, arbitrary: inTurn },
  { weight: 8, arbitrary: fc.constantFrom('again' as const) },
  { weight: 3, arbitrary: rule.map((step) => [step]) },
  { weight: 4, arbitrary: changes.map((step) => [step]) },
  { weight: 1, arbitrary: fc.constant([admin('POST', '/clock/advance', { by: '31d' })]) },
  { weight: 1, arbitrary: beginnings.map((step) => [step]) },
);

const made: Step[] = [3, 30, 1000].map((plan, n) =>
  admin('POST', '/keys', { key: `$${n}`, plan, fractional: true, ...(n > 0 && { label: `label ${n}` }) }),
);

/** Steps, and the numbers of the replicas that get them in turn. */
export const runs = fc.record({
  steps: fc.array(next, { minLength: 5, maxLength: 30 }).map((steps) => {
    const all = [...made];
    for (const step of steps)
      if (step === 'again') all.push(all.findLast(({ admin: isAdmin }) => !isAdmin) ?? first);
      else all.push(...step);
    return all;
  }),
  places: fc.infiniteStream(fc.nat({ max: 2 })),
});

const first: Step = { method: 'GET', path: paths[0] as string, key: '$2' };

/** @param run makes the keys of a run its own @returns the status of the reply */
export async function perform(target: Target, step: Step, run: string): Promise<unknown> {
  const named = JSON.stringify(step).replace(/\$(\d)/g, `report-key-$1-${run}`);
  const { admin: isAdmin, method, path, key: secret, headers, body } = JSON.parse(named) as Step;
  if (isAdmin) return { path, status: (await target.admin(method, path, body)).status };
  const reply = await target.send(path, {
    method,
    ...(secret !== undefined && { key: secret }),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await reply.text();
  return { path, status: reply.status };
}

/** Ids of requests are instants over replicas, and in one sandbox they begin anew with a reset: all else is the same, and the start. */
export const withoutIds = ({ since: _, ...report }: Report) => ({
  ...report,
  coverage: { ...report.coverage, cells: report.coverage.cells.map(withoutIdsIn) },
  waste: report.waste.map(withoutIdsIn),
  clientRules: report.clientRules.map(withoutIdsIn),
});

const withoutIdsIn = <T extends { requests?: Report['waste'][number]['requests'] }>(finding: T): T => ({
  ...finding,
  ...(finding.requests && { requests: finding.requests.map((each) => ({ ...each, id: 0 })) }),
});
