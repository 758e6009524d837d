import { expect, it } from 'vitest';
import { requestSubject } from '../../src/core/request-subject.ts';

it.each([
  ['/clip/profile?uniqueId=sample.creator&fields=bio', undefined, 'sample.creator'],
  ['/tube/profile', { channelId: 'UC1', fields: ['bio'] }, 'UC1'],
  [
    '/clip/search',
    { filters: [{ filterName: 'country', op: '=', value: ['ESP'] }, { filterName: 'hasEmail' }], offset: 20 },
    'country = ["ESP"], hasEmail',
  ],
  ['/v2/gramAdvancedSearch', { filters: [{ filterKey: 'followers', op: '>', value: 10 }] }, 'followers > 10'],
  ['/gram/submitCreators', { uniqueIds: ['a', 'b'] }, 'a, b'],
  ['/nls', { description: 'yoga in Italy' }, 'yoga in Italy'],
  ['/sponsor/creators?brandId=7&pageSize=3', null, '7'],
  ['/usage?start=2026-01-01', undefined, null],
  ['/clip/search', { filters: 'all' }, null],
  ['/nls', 'no JSON object', null],
])('the subject of %s %j is %j', (url, body, subject) => {
  expect(requestSubject(url, body)).toBe(subject);
});

it('a long subject is cut', () => {
  const subjectOf = (length: number) => requestSubject('/nls', { description: 'x'.repeat(length) });
  expect([120, 121].map(subjectOf)).toEqual(['x'.repeat(120), `${'x'.repeat(119)}…`]);
});
