import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { testApp } from '../../harness.ts';

let release = () => {};
const released = () => new Promise<void>((resolve) => (release = resolve));
const wait = (ms: number) => (ms === 1000 ? released() : Promise.resolve());
const { app, deps } = await testApp({ pace: 0 }, { wait });
const url = await app.listen({ port: 0, host: '127.0.0.1' });

/** Resets the key of a call that is late on purpose, once it was recognised. */
async function resetMidway(path: string, given: object): Promise<string> {
  const key = `sandbox:plan=100:midway${path.replaceAll('/', '-')}`;
  const headers = { 'api-key': key, 'content-type': 'application/json', prefer: 'delay=1000' };
  const replied = new Promise<string>((resolve) => {
    request(url + path, { method: 'POST', headers }, (reply) => void text(reply).then(resolve)).end(
      JSON.stringify(given),
    );
  });
  await expect.poll(() => deps.ledger.originOf(key)).toBe('self-describing');
  await deps.ledger.reset(deps.clock.now());
  expect(deps.ledger.originOf(key)).toBeUndefined();
  release();
  return replied;
}

test('a self-describing key that is reset while its call waits opens again', async () => {
  const reply = await resetMidway('/clip/profile', { uniqueId: 'sample.creator' });
  expect(JSON.parse(reply)).toMatchObject({ success: true, creditsUsed: 2, creditsAvailable: 98 });
});

test('so it does for a stream', async () => {
  const description = 'short video creators with more than 1000 followers';
  expect(await resetMidway('/nls', { description })).toMatch(/"creditsAvailable":98\.\d+,.*"success":true/);
});
