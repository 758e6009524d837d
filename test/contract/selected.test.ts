import { expect, it } from 'vitest';
import type { Elsewhere, Exchange } from '../../src/contract/exchange.ts';
import { orderExchanges, selectExchanges } from '../../src/contract/order.ts';
import { learnSubjects, type Subjects, withSubjects } from '../../src/contract/subjects.ts';

/** An exchange that costs as many credits. */
const exchange = (name: string, cost: number, elsewhere: Elsewhere | string = {}): Exchange =>
  ({
    ...{ name, title: name, operation: name.split('/').slice(1, 3).join('/'), elsewhere },
    request: { method: 'GET', path: name.startsWith('v2/') ? '/v2/clipBasic' : '/clip/profile' },
    reply: { status: 200, headers: {}, body: { success: true, creditsUsed: cost } },
  }) as unknown as Exchange;
const namesOf = (all: readonly Exchange[]) => all.map(({ name }) => name);

it('exchanges come in rounds of all operations, the free ones first, the cheapest first', () => {
  const all = [
    exchange('v3/a/x/2', 2),
    exchange('v3/a/x/1', 2),
    exchange('v3/b/y/dear', 9),
    exchange('v3/b/y/cheap', 1),
    exchange('v3/a/x/free', 0),
  ];
  const expected = ['v3/a/x/free', 'v3/b/y/cheap', 'v3/a/x/1', 'v3/a/x/2', 'v3/b/y/dear'];
  expect(namesOf(orderExchanges(all))).toEqual(expected);
  expect(namesOf(orderExchanges(all.toReversed()))).toEqual(expected);
});

it('what finds a subject comes before what needs it, in its operation and before all others', () => {
  const finds = exchange('v3/z/z/finds', 8, { gives: { creator: '/data/id' } });
  const needs = exchange('v3/a/x/needs', 1, { subjects: { uniqueId: 'creator' } });
  const again = exchange('v3/a/x/again', 1, { sameSearch: 'v3/z/z/finds' });
  const other = exchange('v3/z/z/other', 1);
  expect(namesOf(orderExchanges([needs, again, other, finds]))).toEqual([
    'v3/z/z/finds',
    'v3/a/x/again',
    'v3/a/x/needs',
    'v3/z/z/other',
  ]);
  const one = exchange('v3/a/x/one', 1, { sameSearch: 'v3/a/x/two' });
  const two = exchange('v3/a/x/two', 1, { sameSearch: 'v3/a/x/one' });
  expect(namesOf(orderExchanges([two, one]))).toEqual(['v3/a/x/one', 'v3/a/x/two']);
});

it.each([
  [[], ['v2/a/one', 'v3/a/finds', 'v3/a/needs', 'v3/ab/other', 'v3/b/elsewhere']],
  [['v3/ab/'], ['v3/ab/other']],
  [
    ['v3/ab/other.json', 'v2'],
    ['v2/a/one', 'v3/ab/other'],
  ],
  [['v3/a/needs'], ['v3/a/needs', 'v3/a/finds']],
  [['v3/other'], []],
])('of all exchanges, %j selects %j', (only, names) => {
  const all = [
    exchange('v2/a/one', 1),
    exchange('v3/a/finds', 1, { gives: { creator: '/data/id' } }),
    exchange('v3/a/needs', 1, { subjects: { uniqueId: 'creator' } }),
    exchange('v3/ab/other', 1),
    exchange('v3/b/elsewhere', 1, 'only here'),
  ];
  expect(namesOf(selectExchanges(all, only))).toEqual(names);
});

it.each([
  ['/n', 3],
  [{ at: '/n', plus: 2 }, 5],
  [{ at: '/n', plus: -3 }, 0],
  [{ at: '/n', plus: -5 }, 0],
  [{ at: '/list/1/id', plus: 2 }, 'b'],
  [{ at: '/list/*/id', plus: 0 }, 'b'],
  ['/list/2/id', undefined],
  ['/list/0/id', undefined],
  ['/list', undefined],
  ['/nothing/id', undefined],
])('the subject that is at %j is %j', (place, found) => {
  const known: Subjects = new Map([['known', 'before']]);
  const gives = { known: place, it: place };
  learnSubjects({ gives }, { n: 3, list: [{ id: '' }, { id: 'b' }] }, known);
  expect([known.get('known'), known.get('it')]).toEqual(['before', found]);
});

it('a request asks about the subjects that were found, in its query or its body', () => {
  const known: Subjects = new Map<string, string | number>([
    ['one', 'a'],
    ['two', 2],
  ]);
  const elsewhere: Elsewhere = { subjects: { uniqueId: 'one', offset: 'two' } };
  const get = { method: 'GET', path: '/clip/profile', query: { uniqueId: 'here', fields: 'bio' } } as const;
  const post = { method: 'POST', path: '/clip/profile', body: { uniqueId: 'here', pageSize: 1 } } as const;
  expect(withSubjects(get, elsewhere, known)).toEqual({
    ...get,
    query: { uniqueId: 'a', fields: 'bio', offset: '2' },
  });
  expect(withSubjects(post, elsewhere, known)).toEqual({
    ...post,
    body: { uniqueId: 'a', pageSize: 1, offset: 2 },
  });
  expect(withSubjects(post, { subjects: { uniqueIds: ['one', 'two'] } }, known)).toMatchObject({
    body: { uniqueIds: ['a', 2] },
  });
  expect(withSubjects(get, {}, known)).toBe(get);
});
