import { expect, it } from 'vitest';
import { testApp } from '../../harness.ts';
import { newKey } from './common.ts';
import { describePricedSubmissions, describeSubmissions } from './submissions.ts';

const sandbox = await testApp();

describeSubmissions(sandbox, 'clip', {
  known: 'sample.creator',
  unknown: (index) => `nobody.knows-${index}`,
});

const statuses = async (uniqueIds: string[], key = newKey('clip/submitCreators')) =>
  (
    (await sandbox.post('/clip/submitCreators', { uniqueIds }, key)).body['data'] as {
      results: { status: string }[];
    }
  ).results.map(({ status }) => status);

it('/clip/submitCreators ignores a leading @ and the case', async () => {
  const { body } = await sandbox.post(
    '/clip/submitCreators',
    { uniqueIds: ['@Sample.Creator', 'SAMPLE.CREATOR'] },
    newKey('clip/submitCreators'),
  );

  expect(body['data']).toEqual({
    results: [
      { uniqueId: '@Sample.Creator', status: 'done', existingUniqueId: 'sample.creator' },
      { uniqueId: 'SAMPLE.CREATOR', status: 'done', existingUniqueId: 'sample.creator' },
    ],
  });
  expect(await statuses(['Nobody.Knows', '@nobody.knows', 'nobody_knows'])).toEqual([
    'accepted',
    'done',
    'accepted',
  ]);
});

it('/clip/submitCreators takes handles as long as the look-ups do', async () => {
  expect(await statuses(['x'.repeat(101), `@${'x'.repeat(100)}`, 'x'.repeat(102), '@@x', 'ünï'])).toEqual([
    'accepted',
    'accepted',
    'rejected',
    'rejected',
    'rejected',
  ]);
});

it('/clip/submitCreators keeps the platforms apart', async () => {
  const key = newKey('clip/submitCreators');
  await statuses(['nobody.knows'], key);
  const { body } = await sandbox.post('/gram/submitCreators', { uniqueIds: ['nobody.knows'] }, key);

  expect(body['data']).toEqual({ results: [{ uniqueId: 'nobody.knows', status: 'accepted' }] });
});

describePricedSubmissions(await testApp({ prices: { 'clip/submitCreators': 4 } }), 'clip', {
  uniqueIds: ['nobody.knows'],
});
