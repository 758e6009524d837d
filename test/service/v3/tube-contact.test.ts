import { expect, it } from 'vitest';
import { Contact } from '../../../src/creators/records/contact.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), { operation: 'tube/contact', reply: Contact, price: 15 });

it('/tube/contact lists every address of a channel, and none of one that shows none', async () => {
  expect((await of('sample.creator')).emails).not.toEqual([]);
  expect(await of('no.sponsors')).toEqual({ emails: [] });
});
