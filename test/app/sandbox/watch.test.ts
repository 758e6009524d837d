import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { launch } from '../../../src/app/sandbox/sandbox.ts';
import type { SettingsInput } from '../../../src/client/sandbox-interface.ts';
import { readSettings } from '../../../src/core/settings.ts';
import { newFolder } from '../../new-folder.ts';

const key = 'sandbox:plan=100:watch';

const creatorWith = (followers: number, handle = 'my.creator') => ({ clip: { handle, followers } });

/** A sandbox that watches a folder with one creator, and what it says of the folder. */
async function watched(options: SettingsInput = {}) {
  const fixtures = newFolder();
  const creators = join(fixtures, 'creators');
  mkdirSync(creators);
  const write = (name: string, content: unknown) =>
    writeFileSync(join(creators, name), typeof content === 'string' ? content : JSON.stringify(content));
  write('mine.json', creatorWith(1));
  const content = { port: 0, size: 60, watch: true, fixtures, ...options };
  const outcomes: (string | undefined)[] = [];
  const sandbox = await launch(readSettings({ file: { name: 'the test', content } }).settings, {
    log: pino({ level: 'silent' }),
    onFixtures: ({ refused }) => outcomes.push(refused),
  });
  onTestFinished(() => sandbox.close());
  const ask = (handle: string) =>
    fetch(`${sandbox.url}/clip/profile?uniqueId=${handle}`, { headers: { 'api-key': key } });
  const admin = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${sandbox.adminUrl}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return (await reply.json()) as Record<string, unknown>;
  };
  return {
    sandbox,
    creators,
    write,
    outcomes,
    ask,
    admin,
    /** The followers of a creator by the service, or the status of its refusal. */
    async followers(handle = 'my.creator') {
      const reply = await ask(handle);
      const { data } = (await reply.json()) as { data?: { totalFollowers: number } };
      return data?.totalFollowers ?? reply.status;
    },
    /** Changes the folder, and waits until that was noticed. */
    async change(work: () => void) {
      const before = outcomes.length;
      work();
      await expect.poll(() => outcomes.length).toBeGreaterThan(before);
      return outcomes.at(-1);
    },
  };
}

test('a change of the fixtures is served; accounts, journal and rules stay', async () => {
  const { sandbox, creators, write, change, followers, outcomes, admin, ask } = await watched();
  expect(await followers()).toBe(1);
  // The second answer is remembered.
  expect(await followers()).toBe(1);
  await admin('POST', '/faults', { match: { operation: 'gram/profile' }, respond: { status: 503 } });

  await change(() => write('mine.json', creatorWith(2)));
  expect(await followers()).toBe(2);
  await change(() => write('other.json', creatorWith(3, 'other.creator')));
  expect(await followers('other.creator')).toBe(3);
  await change(() => rmSync(join(creators, 'other.json')));
  expect(await followers('other.creator')).toBe(404);
  // As editors write: a new file takes the name of the old one. What has another name is no fixture.
  write('new', creatorWith(4));
  await change(() => renameSync(join(creators, 'new'), join(creators, 'mine.json')));
  expect(await followers()).toBe(4);
  expect(outcomes).toEqual([undefined, undefined, undefined, undefined]);

  const forced = await fetch(`${sandbox.url}/gram/profile?uniqueId=no.one`, { headers: { 'api-key': key } });
  expect(await forced.json()).toMatchObject({ errorCode: 'SERVICE_UNAVAILABLE' });
  const { requests } = await admin('GET', '/requests?limit=1000');
  expect((requests as { credits: number }[]).map(({ credits }) => credits)).toEqual([2, 2, 2, 2, 0, 2, 0]);
  expect(await admin('GET', `/keys/${encodeURIComponent(key)}`)).toMatchObject({ spent: 10 });

  await sandbox.close();
  await expect(ask('my.creator')).rejects.toThrow();
});

test('the old fixtures stay when a file is wrong, and the sentence says which and why', async () => {
  const { creators, write, change, followers, admin } = await watched({ adminPort: 0 });
  const shown = async () => {
    const { creators: found } = await admin('GET', '/world/creators?name=my.creator&platform=clip');
    return (found as { followers: number }[]).map(({ followers: shownFollowers }) => shownFollowers);
  };
  expect(await shown()).toEqual([1]);
  expect(await change(() => write('mine.json', '{'))).toContain(join(creators, 'mine.json'));
  expect(await followers()).toBe(1);
  expect(await change(() => write('mine.json', { clip: { handle: 'my.creator', followrs: 2 } }))).toContain(
    'followrs',
  );
  expect(await change(() => renameSync(creators, `${creators}-away`))).toContain(
    'it has neither a folder creators nor a folder brands',
  );
  expect([await followers(), await shown()]).toEqual([1, [1]]);
  renameSync(`${creators}-away`, creators);
  await change(() => write('mine.json', creatorWith(5)));
  expect([await followers(), await shown()]).toEqual([5, [5]]);
});

test('running requests end in the world in which they began, and streams of events go on', async () => {
  const { sandbox, creators, write, change, ask, admin } = await watched();
  await change(() => write('slow.json', creatorWith(7, 'going.creator')));
  // Held by a rule until the test releases it, after the world has changed twice.
  const match = { query: { uniqueId: 'going.creator' } };
  const { id } = await admin('POST', '/faults', { match, hold: { until: 99 }, times: 1 });
  const events = await fetch(`${sandbox.adminUrl}/events`);
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  const held = ask('going.creator');
  const waiting = async () =>
    ((await admin('GET', '/faults'))['faults'] as { waiting: number }[]).map((rule) => rule.waiting);
  await expect.poll(waiting).toEqual([1]);

  await change(() => rmSync(join(creators, 'slow.json')));
  await change(() => write('mine.json', creatorWith(2)));
  expect((await ask('going.creator')).status).toBe(404);
  await admin('POST', `/faults/${id}/release`, {});
  const reply = await held;
  expect([reply.status, await reply.json()]).toEqual([
    200,
    expect.objectContaining({ data: expect.objectContaining({ totalFollowers: 7 }) }),
  ]);

  let received = '';
  while (!/"status":200/.test(received)) {
    const { value, done } = (await reader?.read()) ?? { value: '', done: true };
    if (done) throw new Error('the event stream ended');
    received += value;
  }
});
