import { describe, expect, it } from 'vitest';
import type { ExchangeRequest } from '../../src/contract/exchange.ts';
import type { OperationId } from '../../src/core/operations.ts';
import { createPseudonyms } from '../../src/recording/pseudonyms.ts';
import { dependsOnRates, redactRequest } from '../../src/recording/redact-request.ts';
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
    const text = JSON.stringify(posted('clip/search', body));
    for (const part of [canary, 'Zanz', 'Quux', 'quux']) expect(text).not.toContain(part);
    expect(text).toContain('{"filterName":"country","op":"=","value":"ITA"');
    expect(text).toContain('"bio"');
    expect(text).toContain('"recentVideos":3');
    const none = { 'content-detail': { recentVideos: 0 } };
    expect(posted('clip/search', { fields: none }).body).toMatchObject({ fields: none });
    for (const fields of [canary, 393_331, { profile: { bio: 393_331 } }, { profile: { bio: -1 } }])
      expect(JSON.stringify(posted('clip/search', { fields }).body)).toMatch(/"unknown-\w+"\}*$/);
  });

  it('has equal digests for equal unknown values only, so that such requests still match', () => {
    const sorted = (sortBy: string) => posted('clip/search', { filters: [], sortBy });
    expect(sorted('a b')).toEqual(sorted('a b'));
    expect(sorted('a b')).not.toEqual(sorted('a c'));
  });

  it('holds no unknown parameter of a query, neither name nor value', () => {
    const query = { uniqueId: 'jane.doe', [canary]: canary, fields: ['bio', canary] };
    const request = redacted('clip/profile', { method: 'GET', path: '/clip/profile', query });
    expect(request.query).toMatchObject({ uniqueId: names.identifier('jane.doe') });
    expect(JSON.stringify(request)).not.toMatch(/Zanz|Quux|jane/);
    expect(JSON.stringify(request)).toContain('"bio"');
  });

  it('scales counts in filters, moves instants, and leaves ages and rates', () => {
    const day = 86_400_000;
    const at = Date.parse('2026-01-01');
    const scaledValue = (operation: OperationId, filterName: string, value: number) => {
      const { body } = posted(operation, { filters: [{ filterName, op: '=', value }] });
      return (body as { filters: { value: number }[] }).filters[0]?.value;
    };
    expect(scaledValue('clip/search', 'totalFollowers', 1_000)).toBe(Math.round(1_000 * names.factor));
    expect(scaledValue('clip/search', 'lastPublishTime', at)).toBe(at - names.days * day);
    expect(scaledValue('clip/content-search', 'publishTime', 7)).toBe(7);
    expect(scaledValue('clip/search', 'audienceMaleRatio', 0.25)).toBe(0.25);
    // what a rate decides has to stay in the order of the rates shown
    const depends = (given: object) => dependsOnRates({ operation: 'clip/search' }, given);
    expect([{ sortBy: 'avgEngagementRate' }, { sortBy: 'totalFollowers' }].map(depends)).toEqual([
      true,
      false,
    ]);
  });

  it('invents the description of a search in words', () => {
    const { body } = posted('nls', { description: `creators called ${canary}` });
    expect((body as { description: string }).description).toHaveLength(`creators called ${canary}`.length);
    expect(JSON.stringify(body)).not.toMatch(/Zanz|Quux|called/);
  });
});
