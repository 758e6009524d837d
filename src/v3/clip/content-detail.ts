import { ClipContentDetail, clipContentDetail as record } from '../../records/clip-content-detail.ts';
import type { ClipAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /clip/content-detail: the recent contents of a clip creator (specification 4.2, 2.7). */
export const clipContentDetail: Lookup<ClipAccount> = {
  operation: 'clip/content-detail',
  reply: ClipContentDetail,
  record: (account, { shiftMs }) => record(account, shiftMs),
};
