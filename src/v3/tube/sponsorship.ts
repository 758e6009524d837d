import { tubeSponsorship as record, TubeSponsorship } from '../../records/sponsorship.ts';
import type { TubeAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /tube/sponsorship: who sponsors a tube creator (specification 4.2, 2.9). */
export const tubeSponsorship: Lookup<TubeAccount> = {
  operation: 'tube/sponsorship',
  reply: TubeSponsorship,
  record: (account, { shiftMs, world }) => record(account, shiftMs, world.brandByKey),
};
