import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createAgreementLog } from '../../src/recording/agreement.ts';
import { createCallComparison, type SentCall } from '../../src/recording/compare-calls.ts';
import { createPseudonyms } from '../../src/recording/pseudonyms.ts';
import { createRecorder } from '../../src/recording/recorder.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { recordingsIn, secret } from './service.ts';

const { app, deps } = await testApp({ vocabulary: 'neutral' });
const { servedRoutes: served, words } = deps;
const names = createPseudonyms(Buffer.from(secret));
const key = 'the-key-of-the-service';

const callOf = (operation: SentCall['operation'], more: Partial<SentCall> = {}): SentCall => {
  const route = served.find((each) => each.operation === operation);
  if (!route) throw new Error(operation);
  const request = { method: route.method, path: `/${operation}`, query: { uniqueId: 'jane.doe' } };
  return {
    ...{ operation, route, request, status: 200, headers: { 'content-type': 'application/json' } },
    ...{ text: '{"success":true,"data":{}}', at: Date.parse('2026-03-02') },
    ...{
      url: `/${operation}?uniqueId=jane.doe`,
      body: Buffer.alloc(0),
      contentType: undefined,
      sentKey: 'own',
    },
    ...more,
  };
};

/** The files that a recorder writes for these calls, and what it says at the end. */
function recorded(...calls: readonly SentCall[]) {
  const folder = newFolder();
  const recorder = createRecorder({ folder, names, served, words, secrets: [key, secret] });
  for (const call of calls) recorder.record(call);
  const { files, unknownPlaces, unwritten } = recorder.summary;
  expect([...files].sort()).toEqual([...recordingsIn(folder).keys()]);
  return {
    folder,
    replies: [...recordingsIn(folder).values()].map(({ reply }) => reply),
    unknownPlaces,
    unwritten,
  };
}

const stream = { 'content-type': 'text/event-stream; charset=utf-8' };
const result = 'event: result\ndata: {"success":true,"data":{},"creditsUsed":1}\n\n';

it.each<[string, Partial<SentCall>, string | undefined]>([
  ['status 299', { status: 299 }, undefined],
  ['status 300', { status: 300 }, 'it is a redirection'],
  ['status 399', { status: 399 }, 'it is a redirection'],
  ['status 400', { status: 400 }, undefined],
  ['no JSON', { text: '<html>' }, 'it is not JSON'],
  ['the key in its data', { text: `{"success":true,"data":{"${key}A1":1},"creditsUsed":1}` }, undefined],
  ['a stream', { headers: stream, text: result }, undefined],
  [
    'a stream of other frames',
    { headers: stream, text: `what\n\n${result}` },
    'its stream has a frame that is malformed',
  ],
  [
    'a stream without a result',
    { headers: stream, text: 'event: progress\ndata: {}\n\n' },
    'its stream ended without a result',
  ],
])('a reply with %s has a file, or the reason why not', (_what, more, reason) => {
  const { replies, unwritten } = recorded(callOf('nls', more), callOf('nls', more));
  expect([replies.length, [...unwritten]]).toEqual(reason === undefined ? [1, []] : [0, [[reason, 2]]]);
});

it('a refusal that a key may earn at any time has a file beside that of the reply, any other one is in its place', () => {
  const failed = '{"success":false,"errorCode":"X"}';
  const calls = [200, 400, 401, 402, 403, 404, 428, 429, 430, 499, 500, 503].map((status) =>
    callOf('clip/profile', { status, ...(status > 200 && { text: failed }) }),
  );
  const files = [...recordingsIn(recorded(...calls).folder)];
  expect(
    files.map(([name, { reply }]) => [/^v3\/clip\/profile\/\w+(.*)$/.exec(name)?.[1], reply?.status]),
  ).toEqual([...[401, 402, 403, 429, 500, 503].map((status) => [`-${status}.json`, status]), ['.json', 499]]);
});

it('a file that would repeat the key is not written', () => {
  const { unwritten, folder } = recorded(
    callOf('clip/profile', {
      text: '{"success":true,"data":{"displayName":"x"}}',
      request: { method: 'GET', path: `/${key}` },
    }),
  );
  expect([[...unwritten], readdirSync(folder)]).toEqual([[['it repeats the key', 1]], []]);
});

it.each<[Record<string, string | undefined>, object]>([
  [
    { 'content-type': 'application/json; charset=utf-8', server: 'jane' },
    { 'content-type': 'application/json; charset=utf-8' },
  ],
  [{ 'content-type': 'text/jane doe' }, {}],
  [{ 'content-disposition': 'attachment; filename="jane.srt"' }, { 'content-disposition': 'attachment' }],
  [{ 'content-disposition': 'inline' }, {}],
  [{}, {}],
])('of the headers %j a file has %j', (headers, written) => {
  expect(recorded(callOf('clip/profile', { headers })).replies).toMatchObject([{ headers: written }]);
  expect(Object.keys(recorded(callOf('clip/profile', { headers })).replies[0]?.headers ?? {})).toEqual(
    Object.keys(written),
  );
});

it('a stream is recorded event by event, with the words of its progress', () => {
  const text = `event: progress\ndata: {"message":"Looking..."}\n\n${result}`;
  const { replies } = recorded(callOf('nls', { headers: stream, text }));
  expect(replies[0]?.events).toEqual([
    { event: 'progress', data: { message: 'Looking...' } },
    { event: 'result', data: { success: true, data: {}, creditsUsed: 1 } },
  ]);
});

it('a thousand places that no schema knows are named, not more', () => {
  const more = (n: number) =>
    `{"success":true,"data":{${Array.from({ length: n }, (_, each) => `"newField${each}":1`).join()}}}`;
  expect(recorded(callOf('clip/profile', { text: more(999) })).unknownPlaces.size).toBe(999);
  expect(recorded(callOf('clip/profile', { text: more(1_001) })).unknownPlaces.size).toBe(1_000);
});

const url = await app.listen({ host: '127.0.0.1', port: 0 });
/** How many calls were compared with the sandbox. */
async function comparedOf(sandbox: string, ...calls: readonly SentCall[]) {
  const log = createAgreementLog();
  const book = deps.prices;
  const compare = createCallComparison({ sandbox, log, book, served, words, v2Status: 403 });
  for (const call of calls) await compare(call);
  return log
    .summary()
    .map(({ operation, exchanges, differences }) => [operation, exchanges, differences.length]);
}

it.each<[string, Partial<SentCall>, boolean]>([
  ['text of status 499', { status: 499, text: 'bad' }, true],
  ['text of status 500, by something before the service', { status: 500, text: 'bad' }, false],
  ['JSON of status 500', { status: 500, text: '{}' }, true],
])('record compares %s: %s', async (_what, more, isCompared) => {
  expect(await comparedOf(url, callOf('clip/profile', more))).toHaveLength(isCompared ? 1 : 0);
});

it('record compares nothing once its sandbox has ended', async () => {
  const other = await testApp({ vocabulary: 'neutral' });
  const gone = await other.app.listen({ host: '127.0.0.1', port: 0 });
  await other.app.close();
  expect(await comparedOf(gone, callOf('clip/profile'))).toEqual([]);
});
