import type { Static } from '@sinclair/typebox';
import type { Account } from '../world/account.ts';
import { record, texts } from './atoms.ts';

export const Contact = record('Contact', 'The ways to reach a creator.', {
  emails: texts('E-mail addresses; empty when none is known.'),
});
export type Contact = Static<typeof Contact>;

export const contact = (account: Account): Contact => ({ emails: account.emails });
