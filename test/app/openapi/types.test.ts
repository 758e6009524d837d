import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTs from 'openapi-typescript';
import { expect, it } from 'vitest';
import { testApp } from '../../harness.ts';
import { newFolder } from '../../new-folder.ts';
import { type Documented, documentFrom, type Generation } from './documented.ts';

const folder = newFolder();
const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

const app = await testApp();
const documents = { 2: await documentFrom(app, 2), 3: await documentFrom(app, 3) };

/** The requests to check: the query of a GET or the body of a POST. */
const requests: [generation: Generation, path: string, given: string | object][] = [
  [3, '/usage', ''],
  [3, '/clip/profile', '?uniqueId=sample.creator'],
  [3, '/clip/profile', { uniqueId: 'sample.creator' }],
  [3, '/gram/performance', '?uniqueId=sample.creator'],
  [3, '/gram/content-detail', '?uniqueId=sample.creator'],
  [3, '/tube/profile', { channelId: 'UCsample-creator00000000' }],
  [3, '/tube/audience', '?channelId=UCsample-creator00000000'],
  [3, '/tube/sponsorship', '?channelId=UCsample-creator00000000'],
  [3, '/tube/topics', ''],
  [3, '/tube/subtitles/download', '?videoId=shanvideo01&vssId=a.zh-Hant'],
  [3, '/clip/performance-history', '?uniqueId=sample.creator&pastDayRange=3'],
  [
    3,
    '/clip/search',
    {
      filters: [{ filterName: 'totalFollowers', op: '>', value: 1000 }],
      pageSize: 3,
      offset: 0,
      fields: { profile: ['country'] },
    },
  ],
  [3, '/clip/submitCreators', { uniqueIds: ['sample.creator', 'nobody.knows'] }],
  [3, '/sponsor/summary', '?brandId=lanternfish-tea.example'],
  [2, '/apiStatus', ''],
  [2, '/gramBasic', '?gramId=sample.creator'],
  [2, '/clipHistory', '?clipId=sample.creator'],
  [2, '/tubeBasic', '?tubeId=UCsample-creator00000000'],
  [2, '/tubeDetail', '?tubeId=UCsample-creator00000000'],
  [2, '/topicTable', '?platform=clip'],
  [2, '/getPostById', '?postId=shanvideo01&platform=tube'],
];

it('gives types that accept real requests and replies and reject wrong ones', async () => {
  for (const generation of [2, 3] as const)
    writeFileSync(join(folder, `v${generation}.ts`), await typesOf(documents[generation]));
  const checks = [];
  for (const [generation, path, given] of requests) checks.push(await checkOf(generation, path, given));
  checks.push(await refusalCheck());
  const head = "import type { paths as v2 } from './v2.ts';\nimport type { paths as v3 } from './v3.ts';\n";
  writeFileSync(join(folder, 'right.ts'), head + checks.join('\n'));
  writeFileSync(
    join(folder, 'wrong.ts'),
    `${head}export type Uses = v2;
type Profile = v3['/clip/profile']['get']['responses']['200']['content']['application/json']['data'];
export const text = (profile: Profile): string => profile.totalFollowers;
export const gone = (profile: Profile) => profile.subscribers;
export const field: NonNullable<NonNullable<v3['/clip/profile']['get']['parameters']['query']>['fields']> = ['followers'];
`,
  );

  const [right, wrong] = await Promise.all([compile('right.ts'), compile('wrong.ts')]);
  expect(right).toBe('');
  expect(wrong.match(/wrong\.ts\(\d+,\d+\): error TS\d+/g)?.map((each) => each.slice(-6))).toEqual([
    'TS2322',
    'TS2339',
    'TS2322',
  ]);
});

const typesOf = async (document: Documented): Promise<string> =>
  openapiTs(JSON.parse(JSON.stringify(document)) as Parameters<typeof openapiTs>[0]);

/** The source text of a request and its reply as typed constants. */
async function checkOf(generation: Generation, path: string, given: string | object): Promise<string> {
  const url = `${generation === 2 ? '/v2' : ''}${path}`;
  const headers = { 'api-key': 'demo-unlimited', apiid: 'demo-unlimited' };
  const [method, reply] =
    typeof given === 'string'
      ? (['get', await app.app.inject({ url: url + given, headers })] as const)
      : (['post', await app.app.inject({ method: 'POST', url, headers, payload: given })] as const);
  expect(reply.statusCode, url).toBe(200);
  const operation = `v${generation}['${path}']['${method}']`;
  return [
    ...(typeof given === 'string'
      ? []
      : [constant(`${operation}['requestBody']['content']['application/json']`, JSON.stringify(given))]),
    constant(`${operation}['responses']['200']['content']['application/json']`, reply.body),
  ].join('\n');
}

/** The same for a response that several operations share. */
async function refusalCheck(): Promise<string> {
  const reply = await app.app.inject({ url: '/clip/profile', headers: { 'api-key': 'demo-unlimited' } });
  expect(reply.statusCode).toBe(400);
  return constant(
    "v3['/clip/profile']['get']['responses']['400']['content']['application/json']",
    reply.body,
  );
}

let constants = 0;
const constant = (type: string, json: string): string => `export const c${constants++}: ${type} = ${json};`;

async function compile(file: string): Promise<string> {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--types', ''];
  const target = ['--target', 'es2024', '--module', 'nodenext', '--ignoreConfig'];
  try {
    await promisify(execFile)(tsc, [...options, ...target, file], { cwd: folder });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout || String(error);
  }
}
