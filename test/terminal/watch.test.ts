import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { has, program, sandbox, started, terminal } from './run.ts';

const key = { 'api-key': 'sandbox:plan=100:watch' };

/** A folder of fixtures with one creator. */
function fixtures() {
  const place = newFolder();
  const creators = join(place, 'creators');
  mkdirSync(creators);
  const write = (name: string, content: unknown) =>
    writeFileSync(join(creators, name), typeof content === 'string' ? content : JSON.stringify(content));
  write('mine.json', creatorWith(1));
  return { place, creators, write };
}

const creatorWith = (followers: number, handle = 'my.creator') => ({ clip: { handle, followers } });

/** Repeats a call until its outcome is the expected one. */
const becomes = (ask: () => Promise<unknown>, expected: unknown) =>
  vi.waitFor(async () => expect(await ask()).toEqual(expected), { timeout: 300_000, interval: 100 });

describe('start --watch', () => {
  it('serves the fixtures as they are now; accounts, journal and rules stay', async () => {
    const { place, creators, write } = fixtures();
    const { url, admin, port, log, stop } = await started(['--fixtures', place, '--watch']);
    const followers = async (handle = 'my.creator') => {
      const reply = await fetch(`${url}/clip/profile?uniqueId=${handle}`, { headers: key });
      const { data } = (await reply.json()) as { data?: { totalFollowers: number } };
      return data?.totalFollowers ?? reply.status;
    };
    expect(await followers()).toBe(1);
    // The second answer is remembered.
    expect(await followers()).toBe(1);
    await sandbox([
      'faults',
      'add',
      '{"match":{"operation":"gram/profile"},"respond":{"status":503}}',
      '--port',
      port,
    ]);

    write('mine.json', creatorWith(2));
    await becomes(followers, 2);
    write('other.json', creatorWith(3, 'other.creator'));
    await becomes(() => followers('other.creator'), 3);
    rmSync(join(creators, 'other.json'));
    await becomes(() => followers('other.creator'), 404);
    // As editors write: a new file takes the name of the old one.
    write('new', creatorWith(4));
    renameSync(join(creators, 'new'), join(creators, 'mine.json'));
    await becomes(followers, 4);

    expect(await (await fetch(`${url}/gram/profile?uniqueId=no.one`, { headers: key })).json()).toMatchObject(
      {
        errorCode: 'SERVICE_UNAVAILABLE',
      },
    );
    const { requests } = (await (await fetch(`${admin}/requests?limit=1000`)).json()) as {
      requests: unknown[];
    };
    const paid = requests.filter((request) => (request as { credits: number }).credits > 0).length;
    const state = (await (
      await fetch(`${admin}/keys/${encodeURIComponent(key['api-key'])}`)
    ).json()) as object;
    expect(state).toMatchObject({ spent: 2 * paid });
    expect(log().filter((message) => message === 'The fixtures were read again.').length).toBeGreaterThan(3);
    expect(await stop()).toBe(0);
  });

  it('keeps the old fixtures when a file is wrong, and says which and why', async () => {
    const { place, creators, write } = fixtures();
    const { url, log, stop } = await started(['--fixtures', place, '--watch', '--admin-port', '0']);
    const followers = async () => {
      const reply = await fetch(`${url}/clip/profile?uniqueId=my.creator`, { headers: key });
      return ((await reply.json()) as { data: { totalFollowers: number } }).data.totalFollowers;
    };
    const says = (text: string) => becomes(async () => log().some((message) => message.includes(text)), true);

    write('mine.json', '{');
    await says(`The old fixtures stay: ${join(creators, 'mine.json')}`);
    expect(await followers()).toBe(1);
    write('mine.json', { clip: { handle: 'my.creator', followrs: 2 } });
    await says('followrs');
    renameSync(creators, `${creators}-away`);
    await says('it has neither a folder creators nor a folder brands');
    expect(await followers()).toBe(1);
    renameSync(`${creators}-away`, creators);
    write('mine.json', creatorWith(5));
    await becomes(followers, 5);
    expect(await stop()).toBe(0);
  });

  it('lets running requests end with the world that they began with, and event streams go on', async () => {
    const { place, write } = fixtures();
    write('slow.json', creatorWith(7, 'going.creator'));
    const { url, admin, log, stop } = await started(['--fixtures', place, '--watch']);
    const ask = (handle: string, prefer = '') =>
      fetch(`${url}/clip/profile?uniqueId=${handle}`, { headers: { ...key, ...(prefer && { prefer }) } });
    // Held by a rule until the test releases it, after the world has changed.
    const rule = await fetch(`${admin}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        match: { query: { uniqueId: 'going.creator' } },
        hold: { until: 99 },
        times: 1,
      }),
    });
    const { id } = (await rule.json()) as { id: string };
    const events = await fetch(`${admin}/events`);
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    const held = ask('going.creator');
    await becomes(async () => {
      const reply = await fetch(`${admin}/faults`);
      return ((await reply.json()) as { faults: { waiting: number }[] }).faults[0]?.waiting;
    }, 1);

    rmSync(join(place, 'creators', 'slow.json'));
    await becomes(async () => log().includes('The fixtures were read again.'), true);
    expect((await ask('going.creator')).status).toBe(404);
    await fetch(`${admin}/faults/${id}/release`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
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
    expect(await stop()).toBe(0);
  });

  it('needs fixtures', async () => {
    expect(await sandbox(['start', '--watch'])).toMatchObject({
      code: 2,
      err: 'creator-sandbox: --watch watches the folder of the fixtures: give fixtures too.\n',
    });
  });

  it.skipIf(!has('tmux'))('tells it on a terminal', async () => {
    const { place, write } = fixtures();
    const screen = terminal(`${program} --port 0 --size 60 --watch --fixtures '${place}'`);
    await screen.shows(/uniqueId=\S+'\n/);
    write('mine.json', '{');
    await screen.shows('The old fixtures stay: ');
    write('mine.json', creatorWith(9));
    await screen.shows('The fixtures were read again.');
  });
});
