import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { realKey, recordIn, recordingsIn, sampleOf, secret, sending, serving } from './service.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const service = await testApp({ vocabulary: 'neutral' });
await service.app.ready();
let onCall = () => {};
const { url, close } = await serving((incoming, reply) => {
  onCall();
  service.app.server.emit('request', incoming, reply);
});
afterAll(close);
const calls = service.deps.servedRoutes.map(sampleOf);

/** Every call again and again, until nobody answers. */
const endless = [
  process.execPath,
  '-e',
  `const calls = ${JSON.stringify(calls)};
   const { CREATOR_SANDBOX_URL: url, CREATOR_SANDBOX_KEY: key } = process.env;
   (async () => {
     for (;;) await Promise.all(calls.map(async ({ method, path, query, body }) => {
       const search = query ? '?' + new URLSearchParams(query) : '';
       const headers = { [path.startsWith('/v2') ? 'apiid' : 'api-key']: key };
       if (body !== undefined) headers['content-type'] = 'application/json';
       await (await fetch(url + path + search, { method, headers, body: JSON.stringify(body) })).text();
     }));
   })().catch(() => process.exit());`,
];

/** Kills a run at one of its calls. */
async function killAt(folder: string, call: number): Promise<void> {
  const line = ['record', '--target', url, '--spend', '1000000', '--secret-env', 'PROJECT', '--', ...endless];
  const child = spawn(process.execPath, [main, ...line], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, CREATOR_SANDBOX_TARGET_KEY: realKey, PROJECT: secret },
  });
  let seen = 0;
  onCall = () => {
    seen += 1;
    if (seen === call) child.kill('SIGKILL');
  };
  await once(child, 'exit');
  onCall = () => {};
  expect(child.signalCode).toBe('SIGKILL');
}

it('a killed run leaves whole files only, and another one goes on from them', async () => {
  const folder = newFolder();
  const out = join(folder, 'recordings');
  for (const call of [60, 301]) {
    await killAt(folder, call);
    const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.json$/.test(name),
    );
    expect(names.length).toBeGreaterThan(0);
    for (const name of names)
      expect(() => JSON.parse(readFileSync(join(out, name), 'utf8')) as unknown, name).not.toThrow();
  }
  const { code, err } = await recordIn(folder, url, sending(calls));
  expect([code, err]).toEqual([0, expect.stringContaining(`${calls.length} calls, `)]);
  const elsewhere = newFolder();
  await recordIn(elsewhere, url, sending(calls));
  const whole = recordingsIn(join(elsewhere, 'recordings'));
  expect([...recordingsIn(out).keys()]).toEqual([...whole.keys()]);
});
