import { expect, it } from 'vitest';
import type { Capsule } from '../../../src/trials/capsule/capsule.ts';
import { differentReplies } from '../../../src/trials/capsule/compare.ts';
import { bodyDigest } from '../../../src/trials/capsule/run-log.ts';

const recorded = (status: number, body: string, isShort = true) => ({
  ...{ status, digest: bodyDigest(Buffer.from(body)) },
  ...(isShort && { body }),
});

it.each<[string, ReturnType<typeof recorded> | undefined, [number, string] | undefined, string | undefined]>([
  ['an equal one', recorded(200, '{"a":1}'), [200, '{"a":1}'], undefined],
  ['an equal one that is long', recorded(200, 'x', false), [200, 'x'], undefined],
  [
    'one that quotes a stand-in',
    { ...recorded(404, 'capsule-key-1'), digest: 'of the key' },
    [404, 'capsule-key-1'],
    undefined,
  ],
  ['one to the admin surface', undefined, undefined, undefined],
  ['one that was not over', recorded(0, ''), undefined, undefined],
  ['one that does not come', recorded(200, 'x'), undefined, 'it has no reply now'],
  ['another status', recorded(200, 'x'), [503, 'x'], 'status 200 → 503'],
  ['another member', recorded(200, '{"a":[1,2]}'), [200, '{"a":[1,3]}'], '/a/1 2 → 3'],
  ['one member less', recorded(200, '{"a":1,"b":2}'), [200, '{"a":1}'], '/b 2 → nothing'],
  ['one member more', recorded(200, '{}'), [200, '{"b":"x"}'], '/b nothing → "x"'],
  ['a list in place of an object', recorded(200, '{}'), [200, '[]'], '{} → []'],
  ['a shorter list', recorded(200, '[1,2]'), [200, '[1]'], '[1,2] → [1]'],
  ['a text of 40 characters', recorded(200, '""'), [200, `"${'x'.repeat(38)}"`], `"" → "${'x'.repeat(38)}"`],
  ['a longer text', recorded(200, '""'), [200, `"${'x'.repeat(39)}"`], `"" → "${'x'.repeat(39)}…`],
  ['other blanks', recorded(200, '{"a":1}'), [200, '{ "a":1}'], 'its bytes differ, but not its JSON'],
  [
    'another event',
    recorded(200, 'event: a\n\nevent: b'),
    [200, 'event: a\n\nevent: c'],
    '/1 "event: b" → "event: c"',
  ],
  [
    'another long one',
    recorded(200, 'x', false),
    [200, 'y'],
    'its bytes differ; the capsule has their digest only',
  ],
])('a reply is compared with the recorded one: %s', (_, reply, now, difference) => {
  const requests = [{}, { method: 'GET', url: '/a', ...(reply && { reply }) }] as Capsule['requests'];
  const written = new Map(now ? [[1, { status: now[0], body: Buffer.from(now[1]) }]] : []);
  expect(differentReplies({ requests } as Capsule, { written })).toEqual(
    difference === undefined ? [] : [{ number: 2, request: 'GET /a', difference }],
  );
});
