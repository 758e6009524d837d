import { expect, it } from 'vitest';
import {
  completeClipAccount,
  completeGramAccount,
  completeTubeAccount,
} from '../../../seed/fixtures/defaults.ts';
import type { Audience } from '../../../src/creators/world/account.ts';
import { edgeCasesOf, edgeCaseWords } from '../../../src/creators/world/edge-cases.ts';

const handle = 'a'.repeat(27);
const videos = (count: number) => new Array(count).fill({});
const audience: Audience = { locations: [], maleRatio: 0.5, ages: [1, 0, 0, 0, 0, 0, 0] };
const usual = { handle, bio: 'Hello', country: 'ITA', followers: 1, contents: videos(6), audience };
const weeks = (now: number) => ({ followers: undefined, followerWeeks: [now, 0, 0, 0, 1000] });
const clip = (given: object) => completeClipAccount({ ...usual, ...given } as never);
const gram = (given: object) => completeGramAccount({ ...usual, ...given } as never);
const tube = (given: object) => completeTubeAccount({ ...usual, ...given } as never);
const short = { kind: 'short' };

const cases: [
  word: string,
  edge: object,
  usual: object,
  complete?: typeof clip | typeof gram | typeof tube,
][] = [
  ['private', { isPrivate: true }, {}],
  ['private', { isPrivate: true }, {}, gram],
  ['new', { createdAt: '59d' }, { createdAt: '60d' }],
  [
    'silent',
    { contents: new Array(6).fill({ publishedAt: '181d' }) },
    { contents: new Array(6).fill({ publishedAt: '180d' }) },
  ],
  ['empty', { contents: [] }, {}],
  ['few', { contents: videos(1) }, {}],
  ['few', { contents: videos(5) }, {}],
  ['no-followers', { followers: 0 }, {}],
  ['losing-followers', weeks(989), weeks(990)],
  ['no-bio', { bio: '' }, {}],
  ['no-country', { country: '' }, {}],
  ['no-audience', { audience: null }, {}],
  [
    'shorts-only',
    { contents: new Array(6).fill(short) },
    { contents: [...new Array(5).fill(short), {}] },
    tube,
  ],
  ['members-only', { contents: [...videos(5), { isMemberOnly: true }] }, {}, tube],
  [
    'several-sponsors',
    { contents: [...videos(5), { brands: ['a', 'b'] }] },
    { contents: [...videos(5), { brands: ['a'] }] },
    gram,
  ],
  [
    'several-sponsors',
    { contents: [...videos(5), { brands: ['a', 'b'] }] },
    { contents: [...videos(5), { brands: ['a'] }] },
    tube,
  ],
  ['capitals', { handle: 'aB' }, {}],
  ['long-handle', { handle: 'a'.repeat(28) }, {}],
];

it.each(cases)('%s is an account with %j, not one with %j', (word, edge, other, complete = clip) => {
  expect(edgeCasesOf(complete(edge))).toEqual([word]);
  expect(edgeCasesOf(complete(other))).toEqual([]);
});

it('every word has its cases', () => {
  expect(new Set(cases.map(([word]) => word))).toEqual(new Set(edgeCaseWords));
});
