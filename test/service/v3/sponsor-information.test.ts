import { describe, expect, it } from 'vitest';
import { SponsorInformation } from '../../../src/creators/records/sponsor-brand.ts';
import { testApp } from '../../harness.ts';
import { brandId, describeSponsorLookup } from './sponsors.ts';

const of = describeSponsorLookup(await testApp(), {
  operation: 'sponsor/information',
  reply: SponsorInformation,
  price: 2,
});

describe('/sponsor/information', () => {
  it('shows every field of a brand', async () => {
    expect(await of(brandId)).toEqual({
      name: 'Lanternfish Tea',
      alias: ['Lanternfish'],
      logo: expect.stringMatching(/^https:\/\//),
      description: 'Loose leaf teas, blended by night.',
      companySize: '51-200',
      keyPeople: ['Ines Marlow', 'Tobias Quill'],
      industries: ['Food & Beverage', 'E-commerce'],
      country: 'GBR',
      location: 'Bristol',
      website: 'https://lanternfish-tea.example',
      socialMedia: [
        { platform: 'gram', url: 'https://gram.example/lanternfish.tea' },
        { platform: 'tube', url: 'https://tube.example/@lanternfish-tea' },
      ],
      competitors: ['Driftleaf Coffee'],
      totalSponsoredContent: expect.any(Number),
      sponsoringPlatforms: ['Tube', 'Gram'],
    });
  });

  it('finds a brand that sponsors no creator', async () => {
    expect(await of('never-sponsored.example')).toMatchObject({
      totalSponsoredContent: 0,
      sponsoringPlatforms: [],
    });
  });
});
