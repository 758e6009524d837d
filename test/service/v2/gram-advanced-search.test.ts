import { BasicGram, basicGram } from '../../../src/creators/records/gram-history.ts';
import { noon, testApp } from '../../harness.ts';
import { describeAdvancedSearch, subjectOf } from './advanced-search-rules.ts';

const sandbox = await testApp({ size: 100 });
const { world } = sandbox;

const keys = {
  number: [
    ...['followers', 'following', 'posts', 'engageRate', 'avgLikes', 'avgComments', 'gRateFollowers'],
    ...['gRateLikes', 'gRateComments', 'gRateAvgLikes', 'gRateAvgComments', 'gRateEngageRate'],
    ...['lastPublishTime', 'dbUpdateTime'],
  ],
  boolean: ['isVerified', 'isBusinessAccount'],
  string: ['gramId', 'gramName', 'tubeId', 'category', 'categoryBusiness', 'country'],
  list: ['hashtags'],
};

describeAdvancedSearch(sandbox, {
  path: 'gramAdvancedSearch',
  keys,
  fields: Object.keys(BasicGram.properties),
  reference: {
    subjects: [...world.accounts('gram')].map((account) => {
      const basic = basicGram(account, world.shiftMs(noon));
      return subjectOf(basic.gramId, basic, keys);
    }),
    modes: {},
    sortable: keys.number,
    order: { by: 'followers', desc: false },
    now: noon,
  },
});
