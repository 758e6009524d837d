import { describe, expect, it } from 'vitest';
import type { SponsorCreators } from '../../../src/creators/records/sponsor-creators.ts';
import { SponsorSummary } from '../../../src/creators/records/sponsor-summary.ts';
import { testApp } from '../../harness.ts';
import { brandId, describeSponsorLookup } from './sponsors.ts';

const sandbox = await testApp();
const of = describeSponsorLookup(sandbox, {
  operation: 'sponsor/summary',
  reply: SponsorSummary,
  price: 15,
});

describe('/sponsor/summary', () => {
  it('sums up the list of creators', async () => {
    const { summary } = await of(brandId);
    const lists = await Promise.all(
      (['tube', 'gram'] as const).map(async (platform) => {
        const url = `/sponsor/creators?brandId=${brandId}&platform=${platform}`;
        const { creators } = (await sandbox.get(url, 'demo-unlimited')).body['data'] as SponsorCreators;
        expect(summary[platform].creators).toMatchObject({
          sponsoredCreators: creators.length,
          sponsoredContent: creators.reduce((sum, { sponsoredCount }) => sum + sponsoredCount, 0),
        });
        return creators;
      }),
    );

    expect(summary.totalSponsoredCreators).toBe(lists.flat().length);
    expect(summary.totalSponsoredContent).toBe(
      lists.flat().reduce((sum, { sponsoredCount }) => sum + sponsoredCount, 0),
    );
  });

  it('estimates no spend on gram', async () => {
    const { summary } = await of('driftleaf.example');
    expect(summary.gram.performance).toMatchObject({
      estimatedTotalSpend7d: null,
      estimatedTotalSpend30d: null,
      estimatedTotalSpend90d: null,
      estimatedCPM30d: null,
      estimatedCPE30d: null,
    });
    expect(summary.tube.performance.estimatedTotalSpend90d).toBeGreaterThan(0);
  });

  it('is zeros for a brand that sponsors no creator', async () => {
    expect(await of('never-sponsored.example')).toMatchObject({
      summary: {
        totalSponsoredCreators: 0,
        totalSponsoredContent: 0,
        tube: { creators: { creatorLocationBreakdown: [] }, performance: { estimatedTotalSpend90d: 0 } },
      },
    });
  });
});
