import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';
import type { Capsule } from '../../src/trials/capsule/capsule.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn } from './io.ts';

const folder = newFolder();
const text = readFileSync(new URL('../runs/capsules/earlier-words.json', import.meta.url), 'utf8');

/** Replays a capsule that someone else changed. */
async function replayed(change: (capsule: Capsule) => object, ...flags: string[]) {
  writeFileSync(join(folder, 'c.json'), JSON.stringify(change(JSON.parse(text) as Capsule)));
  return commandIn(folder, ['replay', 'c.json', ...flags]);
}
const withSettings = (settings: object) => (capsule: Capsule) => ({
  ...capsule,
  settings: { ...capsule.settings, ...settings },
});
const refused = (sentence: string) => ({ code: 2, out: '', err: `creator-sandbox: ${sentence}\n` });

describe('a capsule from elsewhere', () => {
  it.each([
    ['data', join(folder, 'ledger')],
    ['ledger', 'postgres://somebody@db.example.com/x'],
    ['host', '0.0.0.0'],
    ['tlsKey', '/etc/ssl/private/server.key'],
    ['port', 80],
    ['adminToken', 'x'],
    ['processes', 64],
    ['written', {}],
    ['no\u001b[2Jthing', 1],
  ])('with the setting %s is refused', async (name, value) => {
    const { code, err } = await replayed(withSettings({ [name]: value }));
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^creator-sandbox: c\.json is not a capsule: capsules do not have the setting "/),
    ]);
  });

  it.each([
    [
      { size: 1e15 },
      '"size" in c.json cannot be 1000000000000000: it takes a whole number from 10 to 1000000.',
    ],
    [{ size: 'x' }, '"size" in c.json cannot be "x": it takes a whole number from 10 to 1000000.'],
    [{ cycleMs: -1 }, '"cycle" in c.json cannot be "-1ms": it takes a duration such as 30d.'],
    [
      { clock: { mode: 'scaled', scale: -1 } },
      '"clock" in c.json cannot be "x-1": it takes real, an instant such as 2026-01-01T00:00:00Z, an offset such as +31d, or a speed such as x60.',
    ],
    [{ clock: null }, '"clock" in c.json cannot be null: it takes text that is not empty.'],
  ])('has its settings checked: %j', async (settings, sentence) => {
    expect(await replayed(withSettings(settings))).toEqual(refused(sentence));
  });

  it.each<[string, (capsule: Capsule) => object, string]>([
    [
      'an event of no request',
      (capsule) => ({ ...capsule, events: [...capsule.events, ['S', capsule.requests.length]] }),
      'c.json is not a capsule: /events/69 is of a request that it does not have.',
    ],
    [
      'an event before its request',
      (capsule) => ({ ...capsule, events: [['S', 0], ...capsule.events] }),
      'c.json is not a capsule: /events/0 comes before its request.',
    ],
    [
      'a request that arrives twice',
      (capsule) => ({ ...capsule, events: [['R', 0], ...capsule.events] }),
      'c.json is not a capsule: /events/1 lets a request arrive twice.',
    ],
    [
      'a header that changes the connection',
      (capsule) => ({
        ...capsule,
        requests: capsule.requests.map((each) => ({ ...each, headers: { 'transfer-encoding': 'chunked' } })),
      }),
      'c.json is not a capsule: /requests/0/headers must NOT have additional properties.',
    ],
    [
      'a start that does not add up',
      (capsule) => {
        const { start } = structuredClone(capsule);
        if (start?.ledger.accounts[0]) start.ledger.accounts[0].used = 7_000;
        return { ...capsule, start };
      },
      'The start of the capsule cannot be restored: /ledger/accounts/0/used: ',
    ],
    [
      'a start of another form',
      (capsule) => ({ ...capsule, start: {} }),
      'The start of the capsule cannot be restored: ',
    ],
  ])('with %s is refused', async (_what, change, sentence) => {
    const { code, out, err } = await replayed(change);
    expect([code, out, err.slice(0, sentence.length + 17)]).toEqual([2, '', `creator-sandbox: ${sentence}`]);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('waits for no event that is missing', async () => {
    const missing = Array.from({ length: 2_000 }, () => ['W', 0]);
    const { code, err } = await replayed((capsule) => ({
      ...capsule,
      events: [...capsule.events, ...missing],
    }));
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(
        /replies are equal, byte for byte.*\n2000 steps of the recorded run did not come again\.\n$/,
      ),
    ]);
  });

  it('ends in a sentence, whatever stands where', async () => {
    const random = createRandom(33);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const values = [
      null,
      -1,
      1e15,
      0.5,
      '',
      'x',
      '\u0000\u001b[2J',
      [],
      {},
      [[]],
      { a: 1 },
      true,
      '['.repeat(9_999),
    ];
    const endings = new Map<number, number>();
    for (let n = 0; n < 40; n++) {
      const { code, out, err } = await replayed((capsule) => {
        let place = capsule as unknown as Record<string, unknown>;
        for (;;) {
          const name = pick(Object.keys(place));
          const next = place[name];
          if (typeof next === 'object' && next !== null && Object.keys(next).length > 0 && random() < 0.8)
            place = next as Record<string, unknown>;
          else {
            place[name] = pick(values);
            return capsule;
          }
        }
      });
      expect([code, out, err]).toEqual([
        expect.toBeOneOf([0, 2, 3]),
        '',
        expect.not.stringMatching(/\n\s+at /),
      ]);
      endings.set(code, (endings.get(code) ?? 0) + 1);
    }
    expect(endings.get(2)).toBeGreaterThan(12);
  });

  it('is itself replayed', async () => {
    expect(await replayed((capsule) => capsule)).toEqual({
      ...{ code: 0, out: '' },
      err: expect.stringMatching(/^creator-sandbox: All \d+ replies are equal, byte for byte\.\n$/),
    });
  });
});

it('a capsule with other replies, of a part of its run, names what differs', async () => {
  let replies = 0;
  const { code, err } = await replayed((capsule) => ({
    ...capsule,
    complete: false,
    requests: capsule.requests.map((each) => {
      if (!each.reply || ++replies > 2) return each;
      return { ...each, reply: { ...each.reply, status: each.reply.status + 1 } };
    }),
  }));
  expect([code, err.replace(/ \(version .*?\)/, '')]).toEqual([
    3,
    `creator-sandbox: 2 of 7 replies differ; the first:
  request 5, GET /tiktok/profile?uniqueId=sandbox-slow-3: status 504 → 503
  request 6, GET /tiktok/profile?uniqueId=sample.creator: status 504 → 503
The run was longer than a capsule, which has only its beginning.
`,
  ]);
});
