import { describe, expect, it } from 'vitest';
import type { ExchangeFile } from '../../src/contract/exchange.ts';
import { peopleOf } from '../../src/recording/creators/people.ts';
import { recordedCreators } from '../../src/recording/creators/sources.ts';

const at = Date.parse('2026-03-02T10:00:00Z');
const channelId = 'UCsome-maker000000000000';

interface Told {
  operation: string | null;
  given?: object;
  data?: unknown;
  /** Members of the file that differ from those of a look-up. */
  file?: Partial<ExchangeFile>;
  body?: object;
}

const fileOf = ({ operation, given = {}, data = {}, file, body }: Told): ExchangeFile => ({
  ...{ title: 'a look-up', operation, recordedAt: '2026-03-02T10:00:00.000Z', elsewhere: 'a recording' },
  request: { method: 'GET', path: `/${operation}`, query: given as Record<string, string> },
  reply: { status: 200, headers: {}, body: { data, timestamp: at, success: true, ...body } },
  ...file,
});
const creatorsIn = (told: readonly Told[]) => {
  const skipped: string[] = [];
  const files = new Map(told.map((each, n) => [`${n}`, fileOf(each)]));
  return { creators: recordedCreators(files, (sentence) => skipped.push(sentence)), skipped };
};
/** A line for each creator: its names, and the kinds of what is told of it. */
const linesOf = (...told: readonly Told[]) => {
  const { creators, skipped } = creatorsIn(told);
  const lines = creators.map(({ platform, handle, channelId: channel, sources, lookups }) =>
    [
      ...[platform, handle, channel ?? '-', `${lookups.length}:`],
      ...sources.map(({ kind, isWhole }) => (isWhole ? kind : `part of ${kind}`)),
    ].join(' '),
  );
  return [...lines, ...skipped];
};

const profile: Told = { operation: 'clip/profile', given: { uniqueId: 'someone' } };
const replyWith = (reply: object) => ({
  ...profile,
  file: { reply: { ...fileOf(profile).reply, ...reply } as never },
});

describe('recordings tell of creators', () => {
  const item = { uniqueId: '@someone', profile: { bio: 'x' }, audience: 'none', other: {} };
  const channel = { uniqueId: '@someone', channelId };

  it.each<[string, Told, readonly string[]]>([
    ['by a look-up', profile, ['clip someone - 1: profile']],
    [
      'by a look-up with fields',
      { ...profile, given: { uniqueId: 'someone', fields: 'bio' } },
      ['clip someone - 1: part of profile'],
    ],
    [
      'by the name in the reply',
      { operation: 'gram/contact', given: { uniqueId: 'x' }, data: { uniqueId: '@someone' } },
      ['gram someone - 1: contact'],
    ],
    ['by no name', { operation: 'clip/profile', given: { uniqueId: '@' }, data: { uniqueId: '@' } }, []],
    [
      'by the id of a channel',
      { operation: 'tube/audience', given: { channelId } },
      [`tube some-maker000000000000 ${channelId} 1: audience`],
    ],
    [
      'by both names of a channel',
      { operation: 'tube/sponsorship', given: { channelId }, data: channel },
      [`tube someone ${channelId} 1: sponsorship`],
    ],
    [
      'by the name of a channel',
      { operation: 'tube/performance', given: { uniqueId: '@someone' }, data: { uniqueId: '@' } },
      ['tube someone - 1: performance'],
    ],
    [
      'by no channel elsewhere',
      { operation: 'clip/content-detail', data: channel },
      ['clip someone - 1: content-detail'],
    ],
    [
      'by no empty id of a channel',
      { operation: 'tube/profile', given: { channelId }, data: { channelId: '' } },
      [`tube some-maker000000000000 ${channelId} 1: profile`],
    ],
    ['by no empty name', { operation: 'clip/profile', given: { uniqueId: '@' } }, []],
    ['by no other look-up', { ...profile, operation: 'clip/niches' }, []],
    ['by none of another operation', { ...profile, operation: 'usage' }, []],
    ['by no data that is a list', { ...profile, data: [] }, []],
    ['by nothing without an operation', { ...profile, operation: null }, []],
    ['by no operation that is unknown', { ...profile, operation: 'clip/unheard-of' }, []],
    ['by no golden exchange', { ...profile, file: { recordedAt: undefined as never } }, []],
    ['by no refusal', replyWith({ status: 404 }), []],
    ['by no failure', { ...profile, body: { success: false } }, []],
    ['by no text', replyWith({ body: 'success' }), []],
    ['by no reply without an instant', { ...profile, body: { timestamp: '1' } }, []],
    ['by no reply of part of an instant', { ...profile, body: { timestamp: 1.5 } }, []],
    ['by no reply of no instant', { ...profile, body: { timestamp: 0 } }, []],
    ['by the first instant', { ...profile, body: { timestamp: 1 } }, ['clip someone - 1: profile']],
    [
      'by a search',
      { operation: 'clip/search', data: { creatorList: [item, 'x'] } },
      ['clip someone - 0: part of item part of profile'],
    ],
    [
      'by a search of contents',
      { operation: 'gram/content-search', data: { contentList: [{ creator: item }, 'x', {}] } },
      ['gram someone - 0: part of item part of profile'],
    ],
    [
      'by a search of channels',
      { operation: 'tube/search', data: { creatorList: [channel] } },
      [`tube someone ${channelId} 0: part of item`],
    ],
    [
      'by no channel in another search',
      { operation: 'clip/search', data: { creatorList: [channel] } },
      ['clip someone - 0: part of item'],
    ],
    [
      'by no search without names',
      { operation: 'tube/search', data: { creatorList: [{ channelId }], contentList: {} } },
      [],
    ],
    ['by no search without data', { operation: 'clip/search', data: 'x' }, []],
    [
      'by the last event of a search in words',
      {
        operation: 'nls',
        file: {
          reply: {
            ...{ status: 200, headers: {} },
            events: [
              { event: 'progress', data: {} },
              {
                event: 'result',
                data: { success: true, timestamp: at, data: { platform: 'clip', creatorList: [item] } },
              },
            ],
          } as never,
        },
      },
      ['clip someone - 0: part of item part of profile'],
    ],
    ['by no search in words without a platform', { operation: 'nls', data: { creatorList: [item] } }, []],
    ['by no search in words without data', { operation: 'nls', data: 'x' }, []],
    [
      'by a record of generation 2',
      { operation: 'v2/clipBasic', data: { basicClip: { clipId: 'someone' } } },
      ['clip someone - 1: basic'],
    ],
    [
      'by the request of generation 2',
      { operation: 'v2/gramBasic', given: { gramId: 'someone' }, data: { basicGram: 'x' } },
      ['gram someone - 1: basic'],
    ],
    ['by no record without an id', { operation: 'v2/clipBasic', data: { basicClip: {} } }, []],
    [
      'by no reply of generation 2 without data',
      { operation: 'v2/clipBasic', given: { clipId: 'someone' }, data: 'x' },
      [],
    ],
    [
      'by a history of generation 2',
      { operation: 'v2/clipHistory', given: { clipId: 'someone' }, data: { histories: [], detailTube: 'x' } },
      ['clip someone - 1: basic weeks'],
    ],
    [
      'by a detail of generation 2',
      {
        ...{ operation: 'v2/tubeDetail', given: { tubeId: channelId } },
        data: { basicTube: { displayId: '@someone' }, detailTube: {}, histories: {} },
      },
      [`tube someone ${channelId} 1: basic detail`],
    ],
    [
      'by addresses',
      { operation: 'v2/tubeEmail', given: { tubeId: channelId }, data: ['a@b.example'] },
      [`tube some-maker000000000000 ${channelId} 1: contact`],
    ],
    [
      'by a contact of generation 2',
      { operation: 'v2/contactInformation', given: { tubeId: channelId }, data: {} },
      [`tube some-maker000000000000 ${channelId} 1: contact`],
    ],
    ['by no contact of nobody', { operation: 'v2/contactInformation', data: {} }, []],
    [
      'by no contact without data',
      { operation: 'v2/contactInformation', given: { tubeId: channelId }, data: 'x' },
      [],
    ],
    [
      'by no other operation of generation 2',
      { operation: 'v2/getPostByShortcode', given: { gramId: 'someone' } },
      [],
    ],
  ])('%s', (_what, told, lines) => {
    expect(linesOf(told)).toEqual(lines);
  });

  it('with all that a reply says, and how long its history could have been', () => {
    const told = {
      operation: 'clip/performance-history',
      given: { uniqueId: 'someone', pastDayRange: '30' },
    };
    const { creators } = creatorsIn([{ ...told, data: { histories: [1] } }]);
    expect(creators[0]?.sources).toEqual([
      { kind: 'performance-history', file: '0.json', at, isWhole: true, data: { histories: [1], asked: 30 } },
    ]);
    expect(creators[0]?.lookups).toMatchObject([{ operation: told.operation, at, data: { histories: [1] } }]);
  });

  it('the newest first, and the creators in order of names', () => {
    const timed = (operation: string, uniqueId: string, hour: number): Told => ({
      ...{ operation, given: { uniqueId } },
      body: { timestamp: at + hour * 3_600_000 },
    });
    expect(
      linesOf(
        ...[timed('clip/profile', 'b', 1), timed('clip/audience', 'b', 3), timed('clip/contact', 'b', 2)],
        ...[timed('gram/profile', 'a', 1), timed('clip/profile', 'a', 1)],
      ),
    ).toEqual(['clip a - 1: profile', 'clip b - 3: audience contact profile', 'gram a - 1: profile']);
  });

  it('of channels by either name, in any case, where one reply has both', () => {
    const named = (given: object, data: object = {}): Told => ({ operation: 'tube/profile', given, data });
    expect(
      linesOf(
        named({ uniqueId: 'SOMEONE' }),
        named({ channelId }),
        named({}, { uniqueId: 'Someone', channelId }),
      ),
    ).toEqual([`tube Someone ${channelId} 3: profile profile profile`]);
    expect(linesOf(named({ uniqueId: 'one' }), named({ uniqueId: 'ONE' }), named({ channelId }))).toEqual([
      `tube some-maker000000000000 ${channelId} 1: profile`,
      'tube one - 2: profile profile',
    ]);
  });

  it.each<[string, Told, string]>([
    ['clip', { ...profile, given: { uniqueId: 'x y' } }, 'clip x y'],
    ['clip', { ...profile, given: { uniqueId: 'x'.repeat(102) } }, `clip ${'x'.repeat(75)}`],
    ['gram', { operation: 'gram/profile', given: { uniqueId: 'x'.repeat(31) } }, `gram ${'x'.repeat(31)}`],
    ['tube', { operation: 'tube/profile', given: { channelId: 'UCshort' } }, 'tube UCshort'],
    [
      'a reserved channel',
      { operation: 'tube/profile', given: { uniqueId: 'x', channelId: 'UCsandbox-00000000000000' } },
      'tube UCsandbox-00000000000000',
    ],
    ['reserved', { ...profile, given: { uniqueId: 'sandbox-error-503' } }, 'clip sandbox-error-503'],
  ])('but of none whose name no world can have: %s', (_what, told, name) => {
    expect(creatorsIn([told])).toEqual({
      creators: [],
      skipped: [`${name} has a name that no creator of a world can have`],
    });
  });

  it('with names as long as a world has them', () => {
    for (const [operation, length] of [
      ['clip/profile', 101],
      ['gram/profile', 30],
      ['tube/profile', 100],
    ] as const)
      expect(linesOf({ operation, given: { uniqueId: 'x'.repeat(length) } })).toHaveLength(1);
  });
});

describe('the people of recordings', () => {
  const linked = (platform: string, id: string, links: object, more: object = {}): Told => {
    const block = `basic${platform.slice(0, 1).toUpperCase()}${platform.slice(1)}`;
    return {
      ...{ operation: `v2/${platform}Basic`, given: { [`${platform}Id`]: id } },
      data: { [block]: { ...links, ...more } },
    };
  };
  const peopleIn = (...told: readonly Told[]) =>
    peopleOf(creatorsIn(told).creators).people.map(({ name, accounts }) =>
      [
        `${name}:`,
        ...accounts.map(
          ({ account, creator }) => `${account.platform} ${account.handle}${creator ? '' : '?'}`,
        ),
      ].join(' '),
    );

  it.each<[string, readonly Told[], readonly string[]]>([
    [
      'that links lead to',
      [linked('clip', 'a', { gramId: 'b', tubeId: channelId }), linked('gram', 'b', {})],
      ['clip-a: clip a gram b tube some-maker000000000000?'],
    ],
    [
      'that links of links lead to',
      [linked('clip', 'a', { gramId: 'b' }), linked('gram', 'b', { clipId: 'c', tubeId: channelId })],
      ['clip-a: clip a gram b tube some-maker000000000000?'],
    ],
    [
      'each once',
      [linked('clip', 'a', { gramId: 'x' }), linked('clip', 'b', { gramId: 'x' }), linked('gram', 'x', {})],
      ['clip-a: clip a gram x', 'clip-b: clip b'],
    ],
    [
      'of platforms that nothing links',
      [linked('clip', 'a', { clipId: 'b', gramId: '', tubeId: 7 })],
      ['clip-b: clip b'],
    ],
    [
      'but none of a name that no world can have',
      [linked('clip', 'a', { gramId: 'x y', tubeId: 'UCshort' })],
      ['clip-a: clip a'],
    ],
    [
      'in files whose names differ',
      [...['Same', 'same', 'SAME'].map((id) => linked('clip', id, {}))],
      ['clip-same: clip SAME', 'clip-same-2: clip Same', 'clip-same-3: clip same'],
    ],
  ])('have the accounts %s', (_what, told, people) => {
    expect(peopleIn(...told)).toEqual(people);
  });

  it('keep the relations to each other', () => {
    const related = (name: string, of: unknown, platform = 'gram') =>
      linked(platform, name, {}, { [name === 'b' ? 'relatedUsers' : 'relatedCreators']: of });
    const { people } = peopleOf(
      creatorsIn([
        ...[related('a', ['b', 'a', 'nobody', 'd']), related('b', ['a']), related('c', ['a', 7])],
        ...[linked('clip', 'd', {}), linked('tube', channelId, {}, { relatedUsers: [channelId, 'a'] })],
      ]).creators,
    );
    const of = people.flatMap(({ accounts }) =>
      accounts.map(({ account }) => [account.handle, account.related]),
    );
    expect(Object.fromEntries(of)).toEqual({
      ...{ a: ['b'], b: ['a'], c: [], d: [] },
      'some-maker000000000000': [],
    });
  });
});
