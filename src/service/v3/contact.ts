import { Contact, contact as record } from '../../creators/records/contact.ts';
import type { Lookup } from './lookup.ts';

/** /{platform}/contact: the public mail addresses (observed). */
export const contactLookup: Lookup = {
  name: 'contact',
  summary: (whom) => `Contact ${whom}`,
  gram: { reply: Contact, record },
  clip: { reply: Contact, record },
  tube: { reply: Contact, record },
};
