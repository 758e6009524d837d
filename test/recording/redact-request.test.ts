import { describe, expect, it } from 'vitest';
import type { ExchangeRequest } from '../../src/contract/exchange.ts';
import type { OperationId } from '../../src/core/operations.ts';
import { movedInstant, scaledAmountBound, scaledBound, scaledCount } from '../../src/recording/figures.ts';
import { createPseudonyms } from '../../src/recording/pseudonyms.ts';
import { redactRequest } from '../../src/recording/redact-request.ts';
import { testApp } from '../harness.ts';

const { deps } = await testApp({ vocabulary: 'neutral' });
const names = createPseudonyms(Buffer.from('the secret of one project, 32 characters'));

const redacted = (operation: OperationId, request: ExchangeRequest) => {
  const { parameters } =
    deps.servedRoutes.find((each) => each.operation === operation && each.method === request.method) ?? {};
  return redactRequest({ names, operation, parameters }, request);
};
const posted = (operation: OperationId, body: unknown) =>
  redacted(operation, { method: 'POST', path: `/${operation}`, body });

const canary = 'Zanzibar Quux';
const keyOf = (name: string) => `unknown-${names.digest(name)}`;
const unknownOf = (value: unknown) => keyOf(JSON.stringify(value));

describe('the request of a recording', () => {
  it('keeps what the service lists, and replaces whatever else a search was sent', () => {
    const body = {
      [canary]: 1,
      filters: [
        { filterName: 'country', op: '=', value: 'ITA', [canary]: canary },
        { filterName: canary, op: '=', value: canary },
        { filterName: 'totalFollowers', op: canary, value: 5 },
        { filterName: 'totalFollowers', op: '>', value: canary },
        { filterName: 'country', op: '=', value: canary },
        { filterName: 'niches', op: 'in', value: ['id_zanzibar-quux_All', `id_${canary}`] },
        { filterName: 'niches', op: 'in', value: canary.split(' ') },
        { filterName: 'isAccountVerified', op: '=', value: canary },
        { filterName: 'displayName', op: '=', value: { [canary]: canary } },
        { filterName: 'displayName', op: '=', value: 'x', isFuzzySearch: canary },
        canary,
      ],
      sortBy: canary,
      desc: canary,
      pageSize: canary,
      fields: {
        [canary]: {},
        profile: [canary, 'bio'],
        'content-detail': { recentVideos: 3, [canary]: 2 },
      },
    };
    const u = unknownOf;
    expect(JSON.stringify(posted('clip/search', body).body)).toBe(
      JSON.stringify({
        filters: [
          { filterName: 'country', op: '=', value: 'ITA', [keyOf(canary)]: u(canary) },
          { filterName: u(canary), op: '=', value: u(canary) },
          { filterName: 'totalFollowers', op: u(canary), value: scaledCount(names, 5) },
          { filterName: 'totalFollowers', op: '>', value: u(canary) },
          { filterName: 'country', op: '=', value: u(canary) },
          { filterName: 'niches', op: 'in', value: [u('id_zanzibar-quux_All'), u(`id_${canary}`)] },
          { filterName: 'niches', op: 'in', value: canary.split(' ').map(u) },
          { filterName: 'isAccountVerified', op: '=', value: u(canary) },
          { filterName: 'displayName', op: '=', value: u({ [canary]: canary }) },
          { filterName: 'displayName', op: '=', value: names.name('x'), isFuzzySearch: u(canary) },
          u(canary),
        ],
        pageSize: u(canary),
        sortBy: u(canary),
        desc: u(canary),
        fields: {
          [`unknown-${names.digest(canary)}`]: u({}),
          profile: [u(canary), 'bio'],
          'content-detail': { recentVideos: 3, [u(canary)]: 2 },
        },
        [keyOf(canary)]: u(1),
      }),
    );
  });

  it.each<[string, unknown, unknown]>([
    [
      'a number of nothing',
      { 'content-detail': { recentVideos: 0 } },
      { 'content-detail': { recentVideos: 0 } },
    ],
    [
      'the most',
      { 'content-detail': { recentVideos: 10_000 } },
      { 'content-detail': { recentVideos: 10_000 } },
    ],
    [
      'more',
      { 'content-detail': { recentVideos: 10_001 } },
      { 'content-detail': { recentVideos: unknownOf(10_001) } },
    ],
    ['less than nothing', { profile: { bio: -1 } }, { profile: { bio: unknownOf(-1) } }],
    ['a part of one', { profile: { bio: 0.5 } }, { profile: { bio: unknownOf(0.5) } }],
    ['all', { profile: { bio: null } }, { profile: { bio: null } }],
    ['one name', { profile: 'bio' }, { profile: 'bio' }],
    ['names as JSON', { profile: '["bio",7]' }, { profile: JSON.stringify(['bio', unknownOf(7)]) }],
    ['an object as JSON', { profile: '{"bio":7}' }, { profile: '{"bio":7}' }],
    ['no JSON', { profile: '[bio' }, { profile: unknownOf('[bio') }],
    ['a text', canary, unknownOf(canary)],
    ['a number', 393_331, unknownOf(393_331)],
  ])('keeps of fields no more than the service could give: %s', (_what, fields, written) => {
    expect(posted('clip/search', { fields }).body).toEqual({ fields: written });
  });

  it('has no fields where an operation takes none', () => {
    expect(posted('clip/content-search', { fields: ['bio'] }).body).toEqual({
      [keyOf('fields')]: unknownOf(['bio']),
    });
  });

  it.each<[OperationId, string, string, unknown, unknown]>([
    ...['>', '<', '>=', '<=', '='].map((op): [OperationId, string, string, unknown, unknown] => [
      ...(['clip/search', 'totalFollowers', op, 1_000.5, scaledBound(names, op, 1_000.5)] as const),
    ]),
    ['clip/content-search', 'publishTime', '<', 7, 7],
    [
      'clip/search',
      'lastPublishTime',
      '>',
      Date.parse('2026-01-01'),
      movedInstant(names, Date.parse('2026-01-01')),
    ],
    ['sponsor/search', 'estimatedTotalSpend30d', '>', 10.5, scaledAmountBound(names, '>', 10.5)],
    ['clip/search', 'audienceMaleRatio', '>', 0.25, 0.25],
    ['clip/search', 'country', '=', 'ita', 'ita'],
    ['clip/search', 'country', 'in', ['IT', 'Italy'], ['IT', unknownOf('Italy')]],
    ['clip/search', 'country', '=', 7, unknownOf(7)],
    ['clip/search', 'mainAudienceAge', '=', '18-24', '18-24'],
    ['clip/search', 'mainAudienceGender', '=', 'male', 'male'],
    ['clip/search', 'isAccountVerified', '=', true, true],
    ['clip/search', 'displayName', '=', true, unknownOf(true)],
    ['clip/search', 'displayName', 'in', ['jane', 7], [names.name('jane'), unknownOf(7)]],
    ['clip/search', 'displayName', '=', 7, unknownOf(7)],
    ['clip/search', 'displayName', '=', null, unknownOf(null)],
  ])('of %s has the filter %s %s %j', (operation, filterName, op, value, written) => {
    const filter = { filterName, op, value };
    const { body } = posted(operation, { filters: [{ isFuzzySearch: false, ...filter }] });
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({ filters: [{ ...filter, value: written, isFuzzySearch: false }] }),
    );
  });

  it('has the names of a list', () => {
    expect(posted('gram/submitCreators', { uniqueIds: ['jane.doe', 7] }).body).toEqual({
      uniqueIds: [names.identifier('jane.doe'), unknownOf(7)],
    });
  });

  it('of generation 2 has filters by their keys', () => {
    const filters = [
      { op: '>', filterKey: 'followers', value: 1_000, filterName: 'followers' },
      { filterKey: canary, value: 1 },
    ];
    expect(posted('v2/clipAdvancedSearch', { filters, maxResults: 5 }).body).toEqual({
      maxResults: 5,
      filters: [
        {
          filterKey: 'followers',
          op: '>',
          value: scaledBound(names, '>', 1_000),
          [keyOf('filterName')]: unknownOf('followers'),
        },
        { filterKey: unknownOf(canary), value: unknownOf(1) },
      ],
    });
  });

  it.each<[string, unknown, unknown]>([
    ['a list of filters that is none', { filters: canary }, { filters: unknownOf(canary) }],
    ['a number in place of a text', { sortBy: 7 }, { sortBy: unknownOf(7) }],
    ['nothing', { pageSize: null }, { pageSize: unknownOf(null) }],
    ['an object', { pageSize: { a: 1 } }, { pageSize: unknownOf({ a: 1 }) }],
    ['a list', { pageSize: [7, 'x'] }, { pageSize: [7, unknownOf('x')] }],
    ['no body at all', [canary], unknownOf([canary])],
  ])('has a digest of what has another form: %s', (_what, body, written) => {
    expect(posted('clip/search', body).body).toEqual(written);
  });

  it('has equal digests for equal unknown values only, so that such requests still match', () => {
    const sorted = (sortBy: string) => posted('clip/search', { filters: [], sortBy });
    expect(sorted('a b')).toEqual(sorted('a b'));
    expect(sorted('a b')).not.toEqual(sorted('a c'));
  });

  it('holds no unknown parameter of a query, neither name nor value', () => {
    const query = { uniqueId: 'jane.doe', [canary]: canary, fields: ['bio', canary] };
    const request = redacted('clip/profile', { method: 'GET', path: '/clip/profile', query });
    const written = {
      uniqueId: names.identifier('jane.doe'),
      fields: ['bio', unknownOf(canary)],
      [keyOf(canary)]: unknownOf(canary),
    };
    expect(request).toStrictEqual({ method: 'GET', path: '/clip/profile', query: written });
  });

  it('has unknown names in their order, so that equal requests are equal files', () => {
    const of = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));
    const { body } = posted('clip/search', { ...of('b', 'a'), filters: [of('d', 'c')] });
    const [filters] = (body as { filters: object[] }).filters;
    expect([Object.keys(body as object), Object.keys(filters ?? {})]).toEqual([
      ['filters', keyOf('a'), keyOf('b')],
      [keyOf('c'), keyOf('d')],
    ]);
  });

  it('invents the description of a search in words', () => {
    const { body } = posted('nls', { description: `creators called ${canary}` });
    expect((body as { description: string }).description).toHaveLength(`creators called ${canary}`.length);
    expect(JSON.stringify(body)).not.toMatch(/Zanz|Quux|called/);
  });
});
