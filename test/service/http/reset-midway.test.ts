import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { testApp } from '../../harness.ts';

const { app, deps } = await testApp({ pace: 0 });
const url = await app.listen({ port: 0, host: '127.0.0.1' });

/** Sends half of a body, resets the key once it was recognised, and sends the rest. */
async function resetMidway(path: string, given: object): Promise<IncomingMessage> {
  const key = `sandbox:plan=100:midway${path.replaceAll('/', '-')}`;
  const body = JSON.stringify(given);
  const headers = { 'api-key': key, 'content-type': 'application/json', 'content-length': body.length };
  const sent = request(url + path, { method: 'POST', headers });
  const replied = once(sent, 'response');
  sent.write(body.slice(0, 5));
  await expect.poll(() => deps.ledger.originOf(key)).toBe('self-describing');
  await deps.ledger.reset(deps.clock.now());
  expect(deps.ledger.originOf(key)).toBeUndefined();
  sent.end(body.slice(5));
  return (await replied)[0] as IncomingMessage;
}

test('a self-describing key that is reset while the body of its call arrives opens again', async () => {
  const reply = await resetMidway('/clip/profile', { uniqueId: 'sample.creator' });
  expect(await json(reply)).toMatchObject({ success: true, creditsUsed: 2, creditsAvailable: 98 });
});

test('so it does for a stream', async () => {
  const reply = await resetMidway('/nls', {
    description: 'short video creators with more than 1000 followers',
  });
  expect(await text(reply)).toMatch(/"creditsAvailable":98\.\d+,.*"success":true/);
});
