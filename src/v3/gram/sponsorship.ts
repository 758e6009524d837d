import { GramSponsorship, gramSponsorship as record } from '../../records/sponsorship.ts';
import type { GramAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /gram/sponsorship: who sponsors a gram creator (observed). */
export const gramSponsorship: Lookup<GramAccount> = {
  operation: 'gram/sponsorship',
  reply: GramSponsorship,
  record: (account, { shiftMs, world }) => record(account, shiftMs, world.brandByKey),
};
