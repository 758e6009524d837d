import { Contact, contact as record } from '../../records/contact.ts';
import type { GramAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /gram/contact: the public mail addresses of a gram creator (observed). */
export const gramContact: Lookup<GramAccount> = {
  operation: 'gram/contact',
  reply: Contact,
  record: (account) => record(account),
};
