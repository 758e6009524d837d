import { expect, it } from 'vitest';
import { testApp } from '../../harness.ts';
import { newKey } from './common.ts';
import { describeSubmissions } from './submissions.ts';

const sandbox = await testApp();

const channel = (index: number) => `UC${String(index).padStart(22, '0')}`;

describeSubmissions(sandbox, 'tube', { known: 'UCsample-creator00000000', unknown: channel });

it('/tube/submitCreators takes channel ids alone, letter by letter', async () => {
  const channelIds = [
    'sample.creator',
    '@sample.creator',
    'UCSAMPLE-CREATOR00000000',
    channel(1).slice(0, 23),
    `${channel(1)}0`,
    `uc${channel(1).slice(2)}`,
  ];
  const { body } = await sandbox.post('/tube/submitCreators', { channelIds }, newKey('tube/submitCreators'));

  expect(body['data']).toEqual({
    results: [
      { channelId: channelIds[0], status: 'rejected' },
      { channelId: channelIds[1], status: 'rejected' },
      { channelId: channelIds[2], status: 'accepted' },
      { channelId: channelIds[3], status: 'rejected' },
      { channelId: channelIds[4], status: 'rejected' },
      { channelId: channelIds[5], status: 'rejected' },
    ],
  });
});

it('/tube/submitCreators does not take uniqueIds', async () => {
  const { status } = await sandbox.post(
    '/tube/submitCreators',
    { uniqueIds: ['a'] },
    newKey('tube/submitCreators'),
  );
  expect(status).toBe(400);
});
