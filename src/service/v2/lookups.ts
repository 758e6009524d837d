import { Refusal } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import { ClipBasic, ClipHistory, clipBasic, clipHistory } from '../../creators/records/clip-history.ts';
import { Contact, contact } from '../../creators/records/contact.ts';
import { GramBasic, GramHistory, gramBasic, gramHistory } from '../../creators/records/gram-history.ts';
import { TubeDetail, tubeDetail as tubeDetailRecord } from '../../creators/records/tube-detail.ts';
import { TubeBasic, TubeHistory, tubeBasic, tubeHistory } from '../../creators/records/tube-history.ts';
import type { TubeAccount } from '../../creators/world/account.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import { type Lookup, lookup } from './lookup.ts';

type Records = { readonly [P in Platform]: Pick<Lookup<P>, 'reply' | 'record'> };

const v2Basics: Records = {
  gram: { reply: GramBasic, record: gramBasic },
  clip: { reply: ClipBasic, record: clipBasic },
  tube: { reply: TubeBasic, record: tubeBasic },
};

/** GET /v2/{platform}Basic: basic metrics (on gram contract 4.1, 2.3; else observed). */
export const basic = <P extends Platform>(platform: P): MakeEndpoints =>
  lookup<P>({
    operation: `v2/${platform}Basic`,
    platform,
    summary: (whom) => `Basic metrics ${whom}`,
    ...v2Basics[platform],
  });

const v2Histories: Records = {
  gram: { reply: GramHistory, record: gramHistory },
  clip: { reply: ClipHistory, record: clipHistory },
  tube: { reply: TubeHistory, record: tubeHistory },
};

/** GET /v2/{platform}History: basic metrics and weekly history (on clip contract 4.1, 2.4; else observed). */
export const history = <P extends Platform>(platform: P): MakeEndpoints =>
  lookup<P>({
    operation: `v2/${platform}History`,
    platform,
    summary: (whom) => `Basic metrics and weekly history ${whom}`,
    ...v2Histories[platform],
  });

/** GET /v2/tubeDetail: basic metrics, audience, rank and history of a tube channel (observed). */
export const tubeDetail = lookup({
  operation: 'v2/tubeDetail',
  platform: 'tube',
  summary: (whom) => `Basic metrics, audience, rank and weekly history ${whom}`,
  reply: TubeDetail,
  record: tubeDetailRecord,
});

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
