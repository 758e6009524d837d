import { testApp } from '../../harness.ts';
import { describeNicheList } from './niche-lists.ts';

const sandbox = await testApp();
const accounts = [...sandbox.world.accounts('tube')];

describeNicheList(
  sandbox,
  'tube/topics',
  (id) => accounts.filter(({ topics }) => topics.includes(id)).length,
);
