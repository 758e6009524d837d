import { Contact, contact as record } from '../../records/contact.ts';
import type { TubeAccount } from '../../world/account.ts';
import type { Lookup } from '../lookup.ts';

/** /tube/contact: the public mail addresses of a tube creator (observed). */
export const tubeContact: Lookup<TubeAccount> = {
  operation: 'tube/contact',
  reply: Contact,
  record: (account) => record(account),
};
