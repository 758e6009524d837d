import fc from 'fast-check';
import { expect } from 'vitest';
import { type Operation, type OperationId, operations } from '../../src/core/operations.ts';
import { partNames } from '../../src/core/prices.ts';
import { reportOf } from '../../src/service/http/report.ts';
import { adminOf } from '../admin/admin.ts';
import { type TestApp, testApp } from '../harness.ts';
import { exampleOf, type Parameters } from '../service/v3/requests.ts';

/** Keys in every state that changes a price or a refusal. */
const keys = [
  'demo-full',
  'demo-standard',
  'demo-unlimited',
  'demo-empty',
  'demo-capped',
  'demo-spent',
  'demo-forbidden',
  'demo-test-only',
  'demo-throttled',
  'sandbox:plan=400,fractional:quotes',
  'sandbox:plan=60,purchased=7,limit=65,fractional:quotes',
  'nobody-knows-this-key',
];

const idOf: Record<string, readonly string[]> = {
  clipId: ['sample.creator', 'nobody.here', ''],
  gramId: ['sample.creator', 'nobody.here'],
  tubeId: ['UCsample-creator00000000', 'UCnobody-knows0000000000'],
};

const ofSecondGeneration: Record<string, readonly Parameters[]> = {
  'v2/contactInformation': [
    { tubeId: 'UCsample-creator00000000' },
    { tubeId: 'UCnobody-knows0000000000' },
    {},
  ],
  'v2/topicTable': [{ platform: 'gram' }, { platform: 'radio' }, {}],
  'v2/getPostById': [{ postId: 'shanvideo01', platform: 'tube' }, { postId: 'none', platform: 'tube' }, {}],
  'v2/getPostByLink': [
    { postLink: 'https://video.example/watch?v=shanvideo01' },
    { postLink: 'https://video.example/watch?v=none' },
    { postLink: 'nothing' },
  ],
};

const parametersOf = ({ id, platform, generation }: Operation): fc.Arbitrary<Parameters> => {
  if (id === 'v2/apiStatus') return fc.constant({});
  if (id === 'v2/submitCreators') return fc.constant({ platform: 'clip', platformUserIds: ['nobody.knows'] });
  if (/AdvancedSearch$/.test(id))
    return fc.constantFrom(1, 200, 0).map((maxResults) => ({
      maxResults,
      sortBy: platform === 'tube' ? 'subscribers' : 'followers',
      offset: 0,
      desc: true,
      filters: [],
    }));
  const others = ofSecondGeneration[id];
  if (others) return fc.constantFrom(...others);
  if (generation === 2)
    return fc.constantFrom(...(idOf[`${platform}Id`] ?? [])).map((of) => ({ [`${platform}Id`]: of }));
  const { valid, invalid, unknown = [] } = exampleOf(id);
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(valid) },
    { weight: 1, arbitrary: fc.constantFrom(invalid, {}, ...unknown.map(({ parameters }) => parameters)) },
  );
};

/** `fields` as the operation takes them, and wrong ones. */
const fieldsOf = ({ id, fields, platform }: Operation): fc.Arbitrary<unknown> => {
  const names = fc.subarray([...partNames(id)]);
  if (fields === 'array') return fc.oneof(names, fc.constant(['nothing']));
  if (fields === 'object')
    return fc.dictionary(fc.constantFrom(...partNames(id)), fc.constantFrom(0, 1, 3, 50, null));
  if (fields !== 'operations') return fc.constant(['bio']);
  const profile = fc
    .subarray([...partNames(`${platform}/profile` as OperationId)])
    .map((of) => ({ profile: of }));
  const detail = partNames(`${platform}/content-detail` as OperationId)[0] as string;
  return fc.oneof(profile, fc.constantFrom({}, { 'content-detail': { [detail]: 2 } }, { nothing: [] }));
};

const request: fc.Arbitrary<Asked> = fc.constantFrom<Operation>(...operations).chain((operation) =>
  fc.record({
    operation: fc.constant(operation.id),
    method: fc.constantFrom(...operation.methods),
    key: fc.constantFrom(...keys),
    parameters: fc
      .tuple(
        parametersOf(operation),
        fc.option(fieldsOf(operation), { freq: operation.fields ? 2 : 8, nil: undefined }),
      )
      .chain(([parameters, fields]) =>
        operation.id.endsWith('performance-history')
          ? fc
              .constantFrom('1', '29', '90', '365', '400')
              .map((pastDayRange) => ({ ...parameters, pastDayRange }))
          : fc.constant(fields === undefined ? parameters : { ...parameters, fields }),
      ),
  }),
);

interface Asked {
  operation: OperationId;
  method: 'GET' | 'POST';
  key: string;
  parameters: Parameters;
}

/** Everything that a quote must not touch. */
async function stateOf({ deps }: TestApp) {
  const { keys: _, ...ledger } = (await deps.ledger.save()) as unknown as Record<string, unknown>;
  return JSON.stringify([ledger, deps.windows.saved(), deps.trace.saved(), reportOf(deps)]);
}

/** Requests of one sandbox: its whole state is compared at each, and grows with each. */
const perSandbox = 100;

/** Asks for quotes of random requests, then sends the requests, and compares. */
export async function compareQuotes(count: number): Promise<void> {
  const requests = fc.sample(request, { numRuns: count, seed: 19 });
  for (let from = 0; from < count; from += perSandbox)
    await compareQuotesIn(await testApp(), requests.slice(from, from + perSandbox));
}

async function compareQuotesIn(app: TestApp, requests: readonly Asked[]): Promise<void> {
  const admin = adminOf(app);
  for (const asked of requests) {
    const { operation, method, key, parameters } = asked;
    // Naming a self-describing key creates it.
    const known = await app.deps.ledger.keys.find(key, app.deps.clock.now());
    const before = await stateOf(app);
    const quoted = await admin('POST', '/quote', asked);
    if (!known) {
      expect(quoted.status).toBe(404);
      continue;
    }
    expect(quoted.status).toBe(200);
    expect((await stateOf(app)) === before, JSON.stringify(asked)).toBe(true);
    const spent = app.deps.tally.counts().all.credits;
    const query = new URLSearchParams(
      Object.entries(parameters).flatMap(([name, value]) =>
        [value]
          .flat()
          .map((each): [string, string] => [
            name,
            typeof each === 'object' ? JSON.stringify(each) : String(each),
          ]),
      ),
    );
    const reply = await app.app.inject({
      method,
      url: method === 'GET' ? `/${operation}?${query}` : `/${operation}`,
      headers: {
        [operation.startsWith('v2/') ? 'apiId' : 'api-key']: key,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { payload: JSON.stringify(parameters) }),
    });
    const charged = (app.deps.tally.counts().all.credits - spent) / 1000;
    const { errorCode, error } = (reply.statusCode === 200 ? {} : reply.json()) as Record<string, string>;
    const { credits, refusal } = quoted.body as unknown as {
      credits: { least: number; most: number };
      refusal?: object;
    };
    const about = JSON.stringify({ asked, credits });
    if (reply.statusCode === 200) {
      expect(quoted.body, about).toEqual({ credits: { least: charged, most: charged } });
    } else {
      expect(refusal, about).toEqual({ status: reply.statusCode, code: errorCode ?? error });
      expect(credits.least, about).toBeLessThanOrEqual(credits.most);
    }
  }
}
