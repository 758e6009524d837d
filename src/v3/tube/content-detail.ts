import { tubeContentDetail as record, TubeContentDetail } from '../../records/tube-content-detail.ts';
import type { TubeAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /tube/content-detail: the recent contents of a tube creator (observed). */
export const tubeContentDetail: Lookup<TubeAccount> = {
  operation: 'tube/content-detail',
  reply: TubeContentDetail,
  record: (account, { shiftMs }) => record(account, shiftMs),
};
