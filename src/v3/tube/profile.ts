import { tubeProfile as record, TubeProfile } from '../../world/records/tube-profile.ts';
import type { TubeAccount } from '../../world/truth.ts';
import type { Lookup } from '../lookup.ts';

/** /tube/profile: the profile of a tube creator (observed). */
export const tubeProfile: Lookup<TubeAccount> = {
  operation: 'tube/profile',
  reply: TubeProfile,
  record: (account, { shiftMs }) => record(account, shiftMs),
};
