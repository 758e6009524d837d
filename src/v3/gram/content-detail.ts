import { GramContentDetail, gramContentDetail as record } from '../../records/gram-content-detail.ts';
import type { GramAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /gram/content-detail: the recent contents of a gram creator (observed). */
export const gramContentDetail: Lookup<GramAccount> = {
  operation: 'gram/content-detail',
  reply: GramContentDetail,
  record: (account, { shiftMs }) => record(account, shiftMs),
};
