import { useSandbox } from 'creator-sandbox/vitest';
import { expect, it } from 'vitest';
import { followersOf, NoCredits, NoSuchCreator } from './client.ts';

const sandbox = await useSandbox({ plan: 100 });
const options = { baseUrl: sandbox.url, apiKey: sandbox.own.key };

it('returns the followers of a creator', async () => {
  expect(await followersOf('sample.creator', options)).toBe(486213);
});

it('retries while the service is busy', async () => {
  const key = await sandbox.key({ plan: 10 });
  await sandbox.fault({ match: { key: key.id }, respond: { status: 429 }, times: 2 });
  expect(await followersOf('sample.creator', { ...options, apiKey: key.key })).toBe(486213);
  await sandbox.verify({ key: key.id, status: 429 }, { exactly: 2 });
});

it('gives up after the last retry', async () => {
  await expect(followersOf('sandbox-error-503', options)).rejects.toThrow('503 SERVICE_UNAVAILABLE');
});

it('distinguishes an empty account and an unknown creator from other failures', async () => {
  await expect(followersOf('sample.creator', { ...options, apiKey: 'demo-empty' })).rejects.toThrow(
    NoCredits,
  );
  await expect(followersOf('nobody.at.all', options)).rejects.toThrow(NoSuchCreator);
});
