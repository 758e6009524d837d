import { expect, test } from 'vitest';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import { replay } from '../../src/replicas/replay.ts';
import { storedRequest } from '../../src/replicas/tally-events.ts';
import type { Truncations } from '../../src/replicas/truncations.ts';
import type { Tally } from '../../src/report/tally.ts';
import type { TallyInput } from '../../src/report/tally-input.ts';

/** As databases hold it. */
const stored = {
  id: 7,
  body: null,
  arrivedAt: 10,
  repliedAt: 20,
  given: { uniqueId: 'sample.creator' },
  facts: 3,
  items: undefined,
  keyOutside: false,
  test: 'pays',
  caller: { account: 'a', unlimited: false },
  entered: {
    at: 1,
    keyId: 'k',
    operation: 'clip/profile',
    method: 'GET',
    url: '/clip/profile?uniqueId=sample.creator',
    status: 200,
    traceId: 't',
    injected: null,
    errorCode: null,
    credits: 2_000,
  },
};

const input: TallyInput = {
  ...{ id: 7, body: null, arrivedAt: 10, repliedAt: 20, items: undefined, keyOutside: false, test: 'pays' },
  given: { uniqueId: 'sample.creator' },
  givenNames: ['uniqueId'],
  factMask: 3,
  isChanged: false,
  caller: { account: 'a', unlimited: false },
  secret: undefined,
  request: { ...stored.entered, realAt: 0, body: undefined, notes: [], decisions: [], durationMs: 0 },
};

test('a request is stored under the members that databases hold, without its key', () => {
  expect(storedRequest({ ...input, secret: 'the key' }, 0, 0)).toEqual(stored);
  // On the clock of all it came as late, and was answered as early, as can be.
  expect(storedRequest(input, 100, 3)).toEqual({ ...stored, arrivedAt: 113, repliedAt: 120 });
});

test('stored events of a database are replayed, except for those of a report that was cleared', async () => {
  const calls: unknown[] = [];
  let isFrozen = (): boolean | undefined => undefined;
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void calls.push([isFrozen(), name, ...args]);
  const tally = {
    countRequest: note('request'),
    countStream(each: unknown) {
      note('stream')(each);
      return { end: note('end') };
    },
    addStreamCharge: note('charge'),
    addStreamFailure: note('failure'),
    noteStreamFacts: note('facts'),
    noteRenewal: note('renewal'),
    noteOutsideChange: note('change'),
    reset: note('reset'),
  } as unknown as Tally;
  const acts = [
    { count: stored },
    { stream: stored },
    { ended: { request: 7, whole: true, isCut: false } },
    { settled: ['t', 'k', 'nls', 500] },
    { failed: ['t', 'INTERNAL'] },
    { facts: ['nls', 16, 't'] },
    { renewed: 'a' },
    { changed: null },
    { reset: true },
  ];
  const rows = acts.map((act, n) => ({
    truncations: 1,
    content: JSON.stringify({ isFrozen: n % 2 === 0, act }),
  }));
  const truncations = { isTruncated: (_, applied) => applied < 1 } as Truncations;
  const pages = (async function* () {
    yield [{ truncations: 0, content: rows[0]?.content ?? '' }];
    yield rows;
  })();
  const newTally = (isFrozenNow: () => boolean) => {
    isFrozen = isFrozenNow;
    return tally;
  };
  await replay(pages, { newTally, isFrozen: () => false, truncations });
  expect(calls).toEqual([
    [true, 'request', input],
    [false, 'stream', input],
    [true, 'end', { request: 7, whole: true, isCut: false }],
    [false, 'charge', 't', 'k', 'nls', 500],
    [true, 'failure', 't', 'INTERNAL'],
    [false, 'facts', 'nls', 16, 't'],
    [true, 'renewal', 'a'],
    [false, 'change', undefined],
    [true, 'reset', new Map()],
  ]);
  expect(isFrozen()).toBe(false);
});

test('of a body that is too large to compare only what a report shows is stored', () => {
  const long = 'x'.repeat(3_000);
  const large = {
    ...input,
    body: undefined,
    request: { ...input.request, body: { uniqueId: long, page: 2 } },
  };
  const { shown } = storedRequest(large, 0, 0);
  expect(shown).toEqual({ uniqueId: `${long.slice(0, 200)}…`, page: 2 });
});

test('beside a key in a wrong place, digests stand for all that the journal does not show', () => {
  const [shown, long, name] = ['y'.repeat(200), 'x'.repeat(201), 'n'.repeat(40)];
  const stored = (given: object) =>
    storedRequest(
      {
        ...{ ...input, keyOutside: true, given },
        request: { ...input.request, url: `/clip/profile?a=${shown}&b=${long}&c=x-1%20d` },
      },
      ...([0, 0] as const),
    ).given;
  const given = { [name]: shown, b: long, [`${name}n`]: 'hidden', 'x-1 d': 3, 'x-2': true, list: [1] };
  expect(stored(given)).toEqual({
    [name]: shown,
    b: keyIdOf(long),
    [keyIdOf(`${name}n`)]: keyIdOf('hidden'),
    'x-1 d': 3,
    [keyIdOf('x-2')]: true,
    list: keyIdOf('[1]'),
  });
  const many = Array.from({ length: 101 }, (_, n) => [`x-${n}`, n]);
  expect(Object.values(stored(Object.fromEntries(many)) as object)).toEqual(
    many.slice(0, 100).map(([, n]) => n),
  );
});
