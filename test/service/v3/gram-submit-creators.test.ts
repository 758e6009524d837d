import { expect, it } from 'vitest';
import { testApp } from '../../harness.ts';
import { newKey } from './common.ts';
import { describeSubmissions } from './submissions.ts';

const sandbox = await testApp();

describeSubmissions(sandbox, 'gram', {
  known: 'sample.creator',
  unknown: (index) => `nobody.knows_${index}`,
});

it('/gram/submitCreators ignores a leading @ and the case, and takes what a gram handle may be', async () => {
  const uniqueIds = ['@Sample.Creator', 'x'.repeat(30), `@${'x'.repeat(30)}`, 'x'.repeat(32), 'with-hyphen'];
  const { body } = await sandbox.post('/gram/submitCreators', { uniqueIds }, newKey('gram/submitCreators'));

  expect(body['data']).toEqual({
    results: [
      { uniqueId: uniqueIds[0], status: 'done', existingUniqueId: 'sample.creator' },
      { uniqueId: uniqueIds[1], status: 'accepted' },
      { uniqueId: uniqueIds[2], status: 'done' },
      { uniqueId: uniqueIds[3], status: 'rejected' },
      { uniqueId: uniqueIds[4], status: 'rejected' },
    ],
  });
});
