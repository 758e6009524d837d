import { Audience, audience as record } from '../../records/audience.ts';
import type { ClipAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /clip/audience: who watches a clip creator (observed). */
export const clipAudience: Lookup<ClipAccount> = {
  operation: 'clip/audience',
  reply: Audience,
  record: (account) => record(account),
};
