import { afterAll, expect, it } from 'vitest';
import { answerDifferences } from '../../src/contract/answers.ts';
import { readExchanges } from '../../src/contract/folder.ts';
import type { Incoming } from '../../src/contract/wire.ts';
import { neutralWords } from '../../src/contract/words.ts';
import type { OperationId } from '../../src/core/operations.ts';
import { eventFrame } from '../../src/service/http/stream.ts';
import { refusalsWith } from '../../src/service/v2/refusals.ts';
import { refusals } from '../../src/service/v3/refusals.ts';
import { openGoldenSandbox } from './sandbox.ts';

const exchanges = new Map(readExchanges().map((exchange) => [exchange.name, exchange]));
const sandbox = await openGoldenSandbox();
afterAll(() => sandbox.close());
const { book, served } = sandbox;
const context = { book, served, words: neutralWords, v2Status: 403 };

const exchangeNamed = (name: string) => {
  const exchange = exchanges.get(name);
  if (!exchange) throw new Error(`there is no ${name}`);
  return exchange;
};

/** The recorded reply of an exchange, with some of it changed. */
function replyOf(name: string, change: Partial<Incoming> = {}): Incoming {
  const { status, headers, events, body } = exchangeNamed(name).reply;
  const text = events?.map(({ event, data }) => eventFrame(event, data as object)).join('');
  return { status, headers, text: text ?? JSON.stringify(body), ...change };
}

const profile = 'v3/clip/profile/get';
const notFound = 'refusals/404/clip-creator';
const nls = 'v3/nls/clip';
const [item, noItem] = ['v2/clipBasic/get', 'v2/clipBasic/unknown'];
const noStream = { headers: { 'content-type': 'application/json' }, text: '{"success":true,"errorCode":""}' };
const failedMidway = replyOf(nls)
  .text.replace(/"success":true/, '"success":false')
  .replace('"errorCode":""', '"errorCode":"INTERNAL_SERVER_ERROR"');

it.each<[what: string, request: string, theirs: Incoming, ours: Incoming, differences: string[]]>([
  ['the same', profile, replyOf(profile), replyOf(profile), []],
  ['a creator that only the service has', profile, replyOf(profile), replyOf(notFound), []],
  ['a creator that only the sandbox has', profile, replyOf(notFound), replyOf(profile), []],
  [
    'a creator under another status',
    profile,
    replyOf(profile, { status: 201 }),
    replyOf(notFound),
    ['status status 200 201'],
  ],
  [
    'a refusal of the request where the other has data',
    profile,
    replyOf('refusals/400/fields-identifier'),
    replyOf(profile),
    ['status status 200 400', 'code /errorCode absent "VALIDATION_ERROR"'],
  ],
  [
    'a refusal that nobody knows',
    profile,
    replyOf(notFound, { text: '{"success":false,"errorCode":"NEW"}' }),
    replyOf(profile),
    ['status status 200 404', 'code /errorCode "a known code" "NEW"'],
  ],
  [
    'no JSON',
    profile,
    replyOf(profile, { status: 502, text: '<h1>' }),
    replyOf(profile),
    ['status status 200 502', 'shape  JSON 4 characters'],
  ],
  [
    'no JSON where the sandbox streams',
    nls,
    { status: 502, headers: { 'content-type': 'text/html' }, text: '<h1>' },
    replyOf(nls),
    ['status status 200 502', 'shape  JSON 4 characters'],
  ],
  ['a stream', nls, replyOf(nls), replyOf('v3/nls/gram'), []],
  [
    'a stream that breaks',
    nls,
    replyOf(nls, { text: 'event: progress\n' }),
    replyOf(nls),
    [
      'shape /events/0 event: <name>, data: <JSON> and an empty line "event: progress\\n"',
      'shape /events/0 "progress \\"Loading...\\"" absent',
    ],
  ],
  [
    'a stream that breaks where the sandbox refuses',
    nls,
    replyOf(nls, { text: 'event: progress\n' }),
    replyOf('refusals/503/nls'),
    ['status status 503 200', 'shape  JSON 16 characters'],
  ],
  [
    'a stream without its data',
    nls,
    replyOf(nls, { text: 'event: progress\ndata: null\n\nevent: result\ndata: null\n\n' }),
    replyOf(nls, { text: eventFrame('progress', { message: '' }) + eventFrame('result', {}) }),
    [
      'shape /events/0 "progress \\"\\"" "progress"',
      'type /events/0/data object null',
      'type /events/1/data/errorDescription "" absent',
      'type /events/1/data object null',
    ],
  ],
  [
    'no stream',
    nls,
    replyOf(nls, noStream),
    replyOf(nls),
    [
      'shape header content-type "text/event-stream" "application/json"',
      'shape /events/0 event: <name>, data: <JSON> and an empty line "{\\"success\\":true,\\"errorCode\\":\\"\\"}"',
      'shape /events/0 "progress \\"Loading...\\"" absent',
    ],
  ],
  ['an item of generation 2 that only the sandbox has', item, replyOf(noItem), replyOf(item), []],
  ['a stream that fails for itself in the end', nls, replyOf(nls, { text: failedMidway }), replyOf(nls), []],
])('of the answers of service and sandbox, %s', (_what, name, theirs, ours, differences) => {
  const { request, operation } = exchangeNamed(name);
  const found = answerDifferences(context, { operation: operation as OperationId, request, theirs, ours });
  expect(found.map((each) => Object.values(each).join(' '))).toEqual(differences);
});

/** The refusals of a service that agree with an answer of the sandbox, whatever they are for. */
function agreeing(generation: 2 | 3, ours: Incoming): string[] {
  const [name, refused] = generation === 3 ? [profile, notFound] : [item, noItem];
  const { request, operation } = exchangeNamed(name);
  const table = Object.entries(generation === 3 ? refusals : refusalsWith(403));
  return table.flatMap(([kind, row]) => {
    const body = exchangeNamed(refused).reply.body as object;
    const changed =
      'error' in row ? { error: row.error, errorCode: row.errorCode } : { error: row.errorCode };
    const theirs =
      kind === 'insufficientCredits' && generation === 3
        ? replyOf('refusals/402/insufficient-credits')
        : replyOf(refused, { status: row.status, text: JSON.stringify({ ...body, ...changed }) });
    const pair = { operation: operation as OperationId, request, theirs, ours };
    return answerDifferences(context, pair).length === 0 ? [kind] : [];
  });
}

it('refusals for the account agree with every answer, and those for the data with those for the data', () => {
  const account = ['keyMissing', 'rateLimited', 'forbidden', 'insufficientCredits'];
  const [data2, data3] = [
    ['clipNotFound', 'postNotFound'],
    ['videoNotFound', 'notFound'],
  ];
  const agreeing2 = agreeing(2, replyOf(item));
  expect(agreeing2).toEqual(expect.arrayContaining([...account, ...data2, 'testOnly', 'internal']));
  expect(agreeing2).not.toContain('invalid');
  const agreeing3 = agreeing(3, replyOf(profile));
  expect(agreeing3).toEqual(expect.arrayContaining([...account, ...data3, 'withdrawn', 'unavailable']));
  expect(agreeing3).not.toContain('invalid');
  const withRefusal = agreeing(3, replyOf('refusals/400/fields-identifier'));
  expect(withRefusal).toEqual(expect.arrayContaining([...account, 'withdrawn', 'unavailable']));
  for (const kind of ['invalid', ...data3]) expect(withRefusal).not.toContain(kind);
});
