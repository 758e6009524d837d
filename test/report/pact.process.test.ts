import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox, mutations } from '../../src/library/index.ts';
import { newFolder } from '../new-folder.ts';
import { runToEnd } from '../process.ts';
import { type Given, get, post, profile } from './bad-clients.ts';

const verifier = fileURLToPath(new URL('verify-pact.js', import.meta.url));
const settings = { size: 60, pace: 0, clock: '2026-01-01T00:00:00Z' };

type More = NonNullable<Parameters<typeof createSandbox>[1]>;

async function opened(more: More = {}) {
  const sandbox = await createSandbox(settings, more);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Replays a Pact file against a new sandbox, by a verifier that others wrote. @returns what it says */
async function verify(text: string, more: More = {}): Promise<{ isGreen: boolean; said: string }> {
  const file = join(newFolder(), 'pact.json');
  writeFileSync(file, text);
  const { url } = await opened(more);
  return new Promise((resolve) =>
    execFile(process.execPath, [verifier, url, file], (error, out, errors) =>
      resolve({ isGreen: error === null, said: out + errors }),
    ),
  );
}

/** Meets answers of every kind. */
async function meet(given: Given): Promise<void> {
  const preferring = (prefer: string) =>
    fetch(given.url + profile, { headers: { 'api-key': given.key.key, prefer } });
  for (const path of [profile, profile, `${profile}&fields=bio`, '/clip/profile?uniqueId=nobody.here'])
    await get(given, path);
  await fetch(given.url + profile, { headers: { 'api-key': 'a-key-that-is-wrong' } });
  await fetch(given.url + profile);
  await preferring('code=503');
  const filters = [{ filterName: 'totalFollowers', op: '>', value: 10 }];
  await post(given, '/clip/search', {
    filters,
    pageSize: 3,
    offset: 0,
    sortBy: 'totalFollowers',
    desc: true,
  });
  await post(given, '/clip/content-detail', { uniqueId: 'sample.creator', fields: { recentVideos: 2 } });
  await get(given, '/v2/clipBasic?clipId=sample.creator');
  await fetch(`${given.url}/v2/clipBasic?clipId=sample.creator`, { headers: { apiId: given.key.key } });
  for (let n = 0; n < 2; n++) await get(given, '/clip/contact?uniqueId=sample.creator');
  // None of these can be in the file: a stream, a reply of a rule, one that a profile breaks off, a key in a URL.
  await (await post(given, '/nls', { description: 'cooking creators' })).text();
  await given.sandbox.fault({ match: { key: given.key.id }, respond: { status: 503 }, times: 1 });
  await get(given, '/usage');
  await preferring('profile=cut').catch(() => {});
  await get(given, `${profile}&more=${given.key.key}`);
}

it('replays green against the sandbox, and red once it answers with another type', async () => {
  const sandbox = await opened({ pact: true });
  const key = await sandbox.key({ plan: 30, fractional: true });
  await meet({ url: sandbox.url, sandbox, key });
  const text = await sandbox.pact();
  expect(text).not.toContain(key.key);
  expect(text).not.toContain('a-key-that-is-wrong');
  const { interactions } = JSON.parse(text) as {
    interactions: { description: string; providerStates?: { name: string }[] }[];
  };
  expect(
    interactions.map(({ description, providerStates }) => [description, providerStates?.[0]?.name]),
  ).toMatchInlineSnapshot(`
    [
      [
        "clip/contact uniqueId="sample.creator": 200",
        "the account of the key sandbox:plan=30,used=7.3,fractional:pact-1",
      ],
      [
        "clip/contact uniqueId="sample.creator": 402 INSUFFICIENT_CREDITS",
        "the account of the key sandbox:plan=30,used=22.3,fractional:pact-2",
      ],
      [
        "clip/content-detail fields={"recentVideos":2} uniqueId="sample.creator": 200",
        "the account of the key sandbox:plan=30,used=5.1,fractional:pact-3",
      ],
      [
        "clip/profile fields="bio" uniqueId="sample.creator": 200",
        "the account of the key sandbox:plan=30,used=4,fractional:pact-4",
      ],
      [
        "clip/profile uniqueId="nobody.here": 404 NOT_FOUND",
        "the account of the key sandbox:plan=30,used=4.1,fractional:pact-5",
      ],
      [
        "clip/profile uniqueId="sample.creator": 200",
        "the account of the key sandbox:plan=30,fractional:pact-6",
      ],
      [
        "clip/profile uniqueId="sample.creator": 401 UNAUTHORIZED",
        undefined,
      ],
      [
        "clip/profile uniqueId="sample.creator": 503 SERVICE_UNAVAILABLE",
        "the account of the key sandbox:plan=30,used=4.1,fractional:pact-8",
      ],
      [
        "clip/search desc=true filters=[{"filterName":"totalFollowers","op":">","value":10}] offset=0 pageSize=3 sortBy="totalFollowers": 200",
        "the account of the key sandbox:plan=30,used=4.1,fractional:pact-9",
      ],
      [
        "v2/clipBasic clipId="sample.creator": 200",
        "the account of the key sandbox:plan=30,used=5.3,fractional:pact-10",
      ],
      [
        "v2/clipBasic clipId="sample.creator": 403 AuthFailed",
        undefined,
      ],
    ]
  `);
  expect(await verify(text)).toMatchObject({ isGreen: true });
  const [mutation] = await mutations({ operations: ['clip/profile'], rules: ['field-type-wrong'] });
  const broken = await verify(text, mutation && { mutation });
  expect(broken.isGreen).toBe(false);
  expect(broken.said).toContain('has a matching body');
});

it('is what a run of exec writes, and its name says what was left out', async () => {
  const file = join(newFolder(), 'pact.json');
  const client = `const url = process.env.CREATOR_SANDBOX_URL, headers = { 'api-key': process.env.CREATOR_SANDBOX_KEY };
    const nls = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{"description":"cooking"}' };
    fetch(url + '/usage', { headers }).then(() => fetch(url + '/nls', nls)).then((reply) => reply.text());`;
  const args = ['exec', '--size', '60', '--pace', '0', '--pact', file, '--', process.execPath, '-e', client];
  const { code, err } = await runToEnd(args);
  expect(code).toBe(0);
  expect(err).toContain(
    `creator-sandbox: 1 interaction in ${file}; 1 left out, such as streams and replies of`,
  );
  expect(readFileSync(file, 'utf8')).toContain('"description": "usage : 200"');
});

it('needs to be wanted from the start', async () => {
  const sandbox = await opened();
  await expect(sandbox.pact()).rejects.toThrow('pact() needs createSandbox(options, { pact: true }).');
});
