import { expect, it } from 'vitest';
import { GramHistory } from '../../../src/creators/records/gram-history.ts';
import { testApp } from '../../harness.ts';
import { describeWeeks } from './histories.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), {
  name: 'gramHistory',
  platform: 'gram',
  reply: GramHistory,
  price: 3,
});

describeWeeks('/v2/gramHistory', of, 'basicGram', 'sample.creator');

it('/v2/gramHistory keeps the posts of a creator who no longer posts', async () => {
  const { basicGram, histories } = await of('paused.creator');
  expect(new Set(histories.map(({ posts }) => posts))).toEqual(new Set([basicGram.posts]));
});
