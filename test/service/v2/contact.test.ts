import { describe, expect, it } from 'vitest';
import { Contact } from '../../../src/creators/records/contact.ts';
import { testApp } from '../../harness.ts';
import { failure, newKey, success } from './common.ts';
import { describeLookup } from './lookups.ts';

const sandbox = await testApp();
const { getV2, world, available } = sandbox;

const of = describeLookup(sandbox, {
  name: 'contactInformation',
  platform: 'tube',
  reply: Contact,
  price: 15,
});

describe('/v2/contactInformation', () => {
  it('shows the addresses of generation 3, or none', async () => {
    expect(await of('UCsample-creator00000000')).toEqual({ emails: ['hello@sample-creator.example'] });
    expect(await of('UCno-contents00000000000')).toEqual({ emails: [] });
  });
});

describe('/v2/tubeEmail', () => {
  it('answers with the addresses as a list and takes 15 credits', async () => {
    expect((await getV2('/v2/tubeEmail?tubeId=UCsample-creator00000000', newKey('email'))).body).toEqual(
      success(['hello@sample-creator.example'], { used: 15, total: 15, plan: 85 }),
    );
  });

  it('fails without an address, free of charge, and without a known channel', async () => {
    const key = newKey('email');
    const tubeEmail = async (query: string) => (await getV2(`/v2/tubeEmail${query}`, key)).body;
    expect(await tubeEmail('?tubeId=UCno-contents00000000000')).toEqual(failure('NoEmail'));
    expect(await tubeEmail('?tubeId=UCnobody')).toEqual(failure('YoutubeIdNotFound'));
    expect(await tubeEmail('')).toEqual(failure('ValueEmpty'));
    expect(await available(key)).toBe(100);
  });

  it('agrees with contactInformation for every channel', async () => {
    const met = new Set<boolean>();
    for (const { channelId, emails } of world.accounts('tube')) {
      const { body } = await getV2(`/v2/tubeEmail?tubeId=${channelId}`, 'demo-unlimited');
      expect([body['data'], body['error']]).toEqual(emails.length > 0 ? [emails, ''] : [null, 'NoEmail']);
      expect(await of(channelId)).toEqual({ emails });
      met.add(emails.length > 0);
    }
    expect(met.size).toBe(2);
  });
});
