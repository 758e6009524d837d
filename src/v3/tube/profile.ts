import { tubeProfile as record, TubeProfile } from '../../records/tube-profile.ts';
import type { TubeAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /tube/profile: the profile of a tube creator (observed). */
export const tubeProfile: Lookup<TubeAccount> = {
  operation: 'tube/profile',
  reply: TubeProfile,
  record: (account, { shiftMs }) => record(account, shiftMs),
};
