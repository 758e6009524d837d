import { expect, test } from 'vitest';
import { findOperation, generation2Operations, operations } from '../../src/core/operations.ts';

test('paths and operation ids are unique', () => {
  const ids = operations.map(({ id }) => id);
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(names).size).toBe(names.length);
});

test('both generations are complete', () => {
  expect(operations.filter(({ generation }) => generation === 3)).toHaveLength(45);
  expect(generation2Operations).toEqual([
    'v2/apiStatus',
    'v2/gramBasic',
    'v2/gramHistory',
    'v2/gramAdvancedSearch',
    'v2/clipBasic',
    'v2/clipHistory',
    'v2/clipAdvancedSearch',
    'v2/tubeBasic',
    'v2/tubeHistory',
    'v2/tubeAdvancedSearch',
    'v2/tubeDetail',
    'v2/contactInformation',
    'v2/tubeEmail',
    'v2/topicTable',
    'v2/getPostById',
    'v2/getPostByLink',
    'v2/submitCreators',
  ]);
});

test('an operation is found by its id alone', () => {
  expect(findOperation('tube/subtitles/download')).toEqual({
    id: 'tube/subtitles/download',
    generation: 3,
    methods: ['GET', 'POST'],
    platform: 'tube',
    operationId: 'getTubeSubtitleDownload',
    price: { rule: 'byCall', credits: 3 },
    fields: null,
  });
  for (const stranger of ['', '/nls', 'clip/sponsorship', 'constructor', 'getClipProfile'])
    expect(findOperation(stranger)).toBeUndefined();
});
