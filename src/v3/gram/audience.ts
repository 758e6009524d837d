import { Audience, audience as record } from '../../records/audience.ts';
import type { GramAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /gram/audience: who watches a gram creator (observed). */
export const gramAudience: Lookup<GramAccount> = {
  operation: 'gram/audience',
  reply: Audience,
  record: (account) => record(account),
};
