import { basicTube } from '../../src/records/tube-history.ts';
import { noon, testApp } from '../harness.ts';
import { describeAdvancedSearch, subjectOf } from './advanced-search-rules.ts';

const sandbox = await testApp({ size: 100 });
const { world } = sandbox;

const keys = {
  number: [
    ...['subscribers', 'views', 'videos', 'avgViews1Y', 'avgLikes1Y', 'avgComments1Y', 'avgLength1Y'],
    ...['engageRate1Y', 'avgViewsR20', 'avgLikesR20', 'avgCommentsR20', 'avgLengthR20', 'engageRateR20'],
    ...['gRateSubscribers', 'gRateViews', 'createDate', 'lastUploadTime'],
  ],
  boolean: ['hasEmail'],
  string: [
    ...['tubeId', 'tubeName', 'displayId', 'avatar', 'country', 'lang', 'mainCategory'],
    ...['gramId', 'clipId'],
  ],
  list: ['hashtags'],
};

describeAdvancedSearch(sandbox, {
  path: 'tubeAdvancedSearch',
  keys,
  reference: {
    subjects: [...world.accounts('tube')].map((account) => {
      const basic = basicTube(account, world.shiftMs(noon));
      return subjectOf(basic.tubeId, basic, keys);
    }),
    modes: {},
    sortable: keys.number,
    order: { by: 'subscribers', desc: false },
    now: noon,
  },
});
