import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { type CodeRequest, curl, fetchCode, pytestCode } from '../../ui/src/code.ts';

const request: CodeRequest = {
  base: 'http://127.0.0.1:4310',
  method: 'POST',
  url: `/clip/profile?note=it's "$HOME" \`id\` \\ é`,
  body: { uniqueId: `o'neil "the" $1 \\ \`x\``, lines: 'one\ntwo' },
  key: 'demo-full',
};

/** The arguments that a shell hands to curl. */
const argumentsOf = (code: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${code}`], {
    encoding: 'utf8',
    env: { ...process.env, CREATOR_SANDBOX_KEY: 'of the environment', SANDBOX_ADMIN_TOKEN: 'token' },
  })
    .split('\0')
    .slice(0, -1);

it('a copied curl sends what was sent, whatever quotes are in it', () => {
  const json = ['-H', 'content-type: application/json', '-d', JSON.stringify(request.body)];
  const url = request.base + request.url;
  expect(argumentsOf(curl(request))).toEqual(['-s', '-X', 'POST', '-H', 'api-key: demo-full', ...json, url]);
  const { body: _, ...plain } = { ...request, method: 'GET' };
  expect(argumentsOf(curl({ ...plain, key: null }))).toEqual(['-s', url]);
});

it('only demo keys stand in code; generation 2 has a header of its own', () => {
  const headers = (changes: Partial<CodeRequest>) =>
    argumentsOf(curl({ ...request, method: 'GET', body: undefined, ...changes })).slice(1, -1);
  expect(headers({ key: '…cret' })).toEqual(['-H', 'api-key: of the environment']);
  expect(headers({ url: '/v2/clipBasic' })).toEqual(['-H', 'apiId: demo-full']);
  expect(headers({ url: '/v2x' })).toEqual(['-H', 'api-key: demo-full']);
  expect(headers({ needsToken: true })).toEqual(['-H', 'authorization: Bearer token']);
});

it('the same request as TypeScript', async () => {
  const sent: unknown[] = [];
  const run = new Function('fetch', `return (async () => { ${fetchCode(request)} })()`);
  await run((...given: unknown[]) => {
    sent.push(given);
    throw new Error('sent');
  }).catch(() => {});
  expect(sent).toEqual([
    [
      request.base + request.url,
      {
        method: 'POST',
        headers: { 'api-key': 'demo-full', 'content-type': 'application/json' },
        body: JSON.stringify(request.body),
      },
    ],
  ]);
});

it('the same requests in every form', async () => {
  const requests: CodeRequest[] = [
    request,
    { base: request.base, method: 'GET', url: '/v2/clipBasic', key: 'x' },
    { base: request.base, method: 'GET', url: '/usage', key: null },
    { base: request.base, method: 'DELETE', url: '/__admin/faults', key: null, needsToken: true },
  ];
  const forms = requests.flatMap((each) => [curl(each), fetchCode(each), pytestCode(each, 402)]);
  await expect(`${forms.join('\n\n')}\n`).toMatchFileSnapshot('code.txt');
});
