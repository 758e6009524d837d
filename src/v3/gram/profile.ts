import { GramProfile, gramProfile as record } from '../../records/gram-profile.ts';
import type { GramAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /gram/profile: the profile of a gram creator (observed). */
export const gramProfile: Lookup<GramAccount> = {
  operation: 'gram/profile',
  reply: GramProfile,
  record: (account, { shiftMs }) => record(account, shiftMs),
};
