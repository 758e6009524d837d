import { describe, expect, it } from 'vitest';
import { GramSponsorship } from '../../../src/creators/records/sponsorship.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), {
  operation: 'gram/sponsorship',
  reply: GramSponsorship,
  price: 5,
});

describe('/gram/sponsorship', () => {
  it('shows a content under each of its sponsors, one without an id and one without a name', async () => {
    const { sponsorList } = await of('several.brands');

    expect(
      sponsorList.map(({ brandName, brandId, brandGramIds, sponsoredImages, sponsoredReels }) => [
        brandName,
        brandId,
        brandGramIds,
        sponsoredImages.map(({ description }) => description),
        sponsoredReels.length,
      ]),
    ).toEqual([
      [
        'Lanternfish Tea',
        'lanternfish-tea.example',
        ['lanternfish.tea'],
        ['Té de noche, en colaboración #publi'],
        0,
      ],
      [
        'Driftleaf Coffee',
        'driftleaf.example',
        ['driftleaf.coffee', 'driftleaf.shop'],
        ['Té de noche, en colaboración #publi'],
        1,
      ],
      ['Pebble & Twine', '', ['pebble.and.twine'], ['Té de noche, en colaboración #publi'], 0],
      ['', '', ['who.is.this.shop'], ['Alguien me mandó esto #publi'], 0],
    ]);
  });

  it('is empty without sponsors and without contents', async () => {
    expect(await of('few.items')).toEqual({ sponsorList: [] });
    expect(await of('no.contents')).toEqual({ sponsorList: [] });
  });
});
