import { Audience, audience as record } from '../../records/audience.ts';
import type { TubeAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /tube/audience: who watches a tube creator (specification 4.2, 2.8). */
export const tubeAudience: Lookup<TubeAccount> = {
  operation: 'tube/audience',
  reply: Audience,
  record: (account) => record(account),
};
