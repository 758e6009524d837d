import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Capsule } from '../../../src/trials/capsule/capsule.ts';
import { createRunLog } from '../../../src/trials/capsule/run-log.ts';
import { settingsOfCapsule } from '../../../src/trials/capsule/settings.ts';

const request = (url: string, headers: object = {}) => ({ method: 'GET', url, headers }) as IncomingMessage;
const reply = (status: number, bytes = 1) => ({ status, body: Buffer.alloc(bytes, 'x') });
const megabyte = 2 ** 20;

describe('the log of a run', () => {
  it('has calls, and those of the admin surface that change something', () => {
    const log = createRunLog();
    const of = (paths: string[]) => paths.filter((path) => log.addRequest(request(path)) !== undefined);
    const changing = ['keys', 'faults/fault-1', 'clock', 'reset?a', 'snapshots/a', 'send'];
    const admin = changing.map((path) => `/__admin/${path}`);
    const calls = ['/clip/profile', '/', '/__adminx', '/a/__admin/health', '//__admin/keys'];
    expect(of([...calls, ...admin])).toEqual([...calls, ...admin]);
    expect(of(['/__admin', '/__admin/', '/__admin?keys', '//__admin/health', '/__admin/keysx'])).toEqual([]);
  });

  it('has the headers that change an answer, the readings of the clock, the body and the short reply', () => {
    const log = createRunLog();
    expect(log.addRequest(request('/a', { prefer: 'code=503', cookie: 'b', expect: ['c'] }))).toBe(0);
    const addBody = log.addBody(0);
    for (const part of ['on', 'e']) addBody(Buffer.from(part));
    log.addTime(0, 7);
    log.addTime(undefined, 8);
    log.addEvent('R', 0);
    log.addEvent('W', undefined);
    log.addReply(0, { status: 200, body: Buffer.from('x') });
    log.addReply(9, reply(200));
    expect([log.events, log.requests]).toEqual([
      [['R', 0]],
      [
        {
          ...{ method: 'GET', url: '/a', headers: { prefer: 'code=503' }, times: [7], body: 'one' },
          reply: {
            ...{ status: 200, body: 'x' },
            digest: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
          },
        },
      ],
    ]);
  });

  it('has no reply of the admin surface, and names what it did not admit', () => {
    const log = createRunLog();
    for (const status of [200, 401, 403, 404])
      log.addReply(log.addRequest(request('/__admin/keys')) ?? -1, reply(status));
    log.addReply(log.addRequest(request('/usage')) ?? -1, reply(401));
    expect([...log.unadmitted]).toEqual([1, 2]);
    expect(log.requests.map(({ reply: found }) => found?.status)).toEqual([...Array(4).fill(undefined), 401]);
  });

  it('has the bodies of 8 megabytes of replies, and the digests of all', () => {
    const log = createRunLog();
    for (const bytes of [8 * megabyte - 1, 1, 1])
      log.addReply(log.addRequest(request('/a')) ?? -1, reply(200, bytes));
    const bodies = log.requests.map((each) => [each.reply?.body?.length, each.reply?.digest.length]);
    expect(bodies).toEqual([
      [8 * megabyte - 1, 64],
      [1, 64],
      [undefined, 64],
    ]);
  });

  it('ends with ten thousand requests, or with more than 64 megabytes of them', () => {
    const many = createRunLog();
    for (let n = 0; n < 10_000; n++) many.addRequest(request('/a'));
    expect([many.complete, many.addRequest(request('/a')), many.complete]).toEqual([true, undefined, false]);
    many.addEvent('R', 0);
    many.addTime(0, 7);
    expect([many.events, many.requests[0]?.times]).toEqual([[], []]);
    const large = createRunLog();
    large.addRequest(request('/a'));
    large.addBody(0)(Buffer.alloc(64 * megabyte - 2));
    expect([large.addRequest(request('/a')), large.addRequest(request('/a')), large.complete]).toEqual([
      1,
      undefined,
      false,
    ]);
  });
});

it('a capsule whose clock stands at no instant is refused', () => {
  for (const at of [null, 8.64e15 + 1])
    expect(() => settingsOfCapsule({ settings: { clock: { mode: 'frozen', at } } }, 'c.json')).toThrow(
      '"clock" in c.json cannot be ',
    );
});

it.each<[object, object]>([
  [{ clock: { mode: 'real' } }, { clock: { mode: 'real' } }],
  [{ clock: { mode: 'scaled', scale: 60 } }, { clock: { mode: 'scaled', scale: 60 } }],
  [
    { clock: { mode: 'frozen', at: 1_767_225_600_000 } },
    { clock: { mode: 'frozen', at: 1_767_225_600_000 } },
  ],
  [{ clock: { mode: 'offset', offset: 5 } }, { clock: { mode: 'offset', offset: 5 } }],
  [{ clock: { mode: 'offset', offset: -5 } }, { clock: { mode: 'offset', offset: -5 } }],
  [{ cycleMs: 86_400_000 }, { cycleMs: 86_400_000 }],
  [{ cycleMs: '2d' }, { cycleMs: 172_800_000 }],
])('the settings of a capsule are those of its run: %j', (settings, expected) => {
  expect(settingsOfCapsule({ settings } as Pick<Capsule, 'settings'>, 'c.json')).toMatchObject({
    ...expected,
    ...{ port: 0, logLevel: 'error' },
  });
});
