import { expect, it } from 'vitest';
import { TubeHistory } from '../../../src/creators/records/tube-history.ts';
import { testApp } from '../../harness.ts';
import { describeWeeks } from './histories.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), {
  name: 'tubeHistory',
  platform: 'tube',
  reply: TubeHistory,
  price: 3,
});

describeWeeks('/v2/tubeHistory', of, 'basicTube', 'UCsample-creator00000000');

it('/v2/tubeHistory never counts more views on an earlier day', async () => {
  const views = (await of('UCsample-creator00000000')).histories.map((week) => week.views);
  expect(views).toEqual([...views].sort((a, b) => b - a));
});
