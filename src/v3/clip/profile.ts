import { ClipProfile, clipProfile as record } from '../../records/clip-profile.ts';
import type { ClipAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /clip/profile: the profile of a clip creator (specification 4.2, 2.5). */
export const clipProfile: Lookup<ClipAccount> = {
  operation: 'clip/profile',
  reply: ClipProfile,
  record: (account, { shiftMs }) => record(account, shiftMs),
};
