import { testApp } from '../../harness.ts';
import { describeNicheList } from './niche-lists.ts';

const sandbox = await testApp();
const accounts = [...sandbox.world.accounts('clip')];

describeNicheList(
  sandbox,
  'clip/niches',
  (id) => accounts.filter(({ niches }) => niches.includes(id)).length,
);
