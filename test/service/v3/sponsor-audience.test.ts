import { describe, expect, it } from 'vitest';
import { SponsorAudience } from '../../../src/creators/records/sponsor-audience.ts';
import { testApp } from '../../harness.ts';
import { newKey } from './common.ts';
import { brandId, describeSponsorLookup } from './sponsors.ts';

const sandbox = await testApp();
const of = describeSponsorLookup(sandbox, {
  operation: 'sponsor/audience',
  reply: SponsorAudience,
  price: 15,
});

describe('/sponsor/audience', () => {
  it('shows the audience of the sponsored creators, at most five countries each', async () => {
    const { tube, gram } = await of(brandId);
    expect(tube?.audienceLocations).toHaveLength(5);
    expect(tube?.audienceAgeBreakdown).toHaveLength(7);
    // though the brand sponsors creators there too
    expect(gram).toBeNull();
  });

  it('answers one platform alone', async () => {
    const { tube } = await of(brandId);
    expect(await of(brandId, '&platform=tube')).toEqual({ tube });
    expect(await of(brandId, '&platform=gram')).toEqual({ gram: null });
    const { status } = await sandbox.get(
      `/sponsor/audience?brandId=${brandId}&platform=clip`,
      newKey('sponsor/audience'),
    );
    expect(status).toBe(400);
  });

  it('is null where a brand sponsors no creator on tube', async () => {
    expect(await of('slow.example')).toMatchObject({ tube: expect.any(Object), gram: null });
    expect(await of('never-sponsored.example')).toEqual({ tube: null, gram: null });
  });
});
