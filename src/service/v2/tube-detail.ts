import { tubeDetail as record, TubeDetail } from '../../creators/records/tube-detail.ts';
import { lookup } from './lookup.ts';

/** GET /v2/tubeDetail: basic metrics, audience, rank and history of a tube channel (observed). */
export const tubeDetail = lookup({
  operation: 'v2/tubeDetail',
  platform: 'tube',
  summary: (whom) => `Basic metrics, audience, rank and weekly history ${whom}`,
  reply: TubeDetail,
  record,
});
