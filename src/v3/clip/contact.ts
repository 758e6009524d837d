import { Contact, contact as record } from '../../records/contact.ts';
import type { ClipAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /clip/contact: the public mail addresses of a clip creator (observed). */
export const clipContact: Lookup<ClipAccount> = {
  operation: 'clip/contact',
  reply: Contact,
  record: (account) => record(account),
};
