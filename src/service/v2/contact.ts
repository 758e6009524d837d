import { Refusal } from '../../core/errors.ts';
import { Contact, contact } from '../../creators/records/contact.ts';
import type { TubeAccount } from '../../creators/world/account.ts';
import { lookup } from './lookup.ts';

/** GET /v2/contactInformation: how to reach a tube channel (observed). */
export const contactInformation = lookup({
  operation: 'v2/contactInformation',
  platform: 'tube',
  summary: (whom) => `E-mail addresses ${whom}`,
  reply: Contact,
  record: contact,
});

/** GET /v2/tubeEmail: the older form, which fails without an address (observed). */
export const tubeEmail = lookup({
  operation: 'v2/tubeEmail',
  platform: 'tube',
  summary: (whom) => `E-mail addresses ${whom}, older form`,
  reply: Contact.properties.emails,
  record({ emails }: TubeAccount) {
    if (emails.length === 0) throw new Refusal('emailNotFound');
    return emails;
  },
});
