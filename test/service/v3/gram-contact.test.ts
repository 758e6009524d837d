import { expect, it } from 'vitest';
import { Contact } from '../../../src/creators/records/contact.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), { operation: 'gram/contact', reply: Contact, price: 15 });

it('/gram/contact lists every address of a creator, and none of one that shows none', async () => {
  expect((await of('verified.business')).emails).toHaveLength(2);
  expect(await of('no.contents')).toEqual({ emails: [] });
});
