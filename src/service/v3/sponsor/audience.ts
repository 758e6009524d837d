import { type Static, Type } from '@sinclair/typebox';
import type { SponsoringPlatform } from '../../../core/platforms.ts';
import { partialSchema } from '../../../core/schema.ts';
import { sponsorAudience as record, SponsorAudience } from '../../../creators/records/sponsor-audience.ts';
import { worldOf } from '../../http/delayed.ts';
import type { Deps } from '../../http/deps.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { fullPriceOf, meter } from '../../http/metered.ts';
import { requireFound } from '../lookup.ts';
import { route } from '../route.ts';
import { BrandId, sampleBrand, sponsorships } from './brand.ts';
import { sponsoringPlatform } from './page.ts';

const SponsorAudienceQuery = Type.Object({
  brandId: BrandId,
  platform: Type.Optional(sponsoringPlatform),
});

/** /sponsor/audience: the audience of the creators that a brand sponsors, on both platforms or one (observed). */
export function sponsorAudience(deps: Pick<Deps, 'world' | 'ledger' | 'prices'>): Endpoint {
  const operation = 'sponsor/audience';

  return route(
    // a query with `platform` answers the part of that platform alone
    {
      operation,
      method: 'GET',
      parameters: SponsorAudienceQuery,
      reply: partialSchema(SponsorAudience),
      about: {
        summary: 'Audience of the creators whom a brand sponsors',
        sample: { brandId: sampleBrand },
        tag: 'sponsor',
      },
    },
    ({ tx, call, parameters: { brandId, platform } }) =>
      meter(deps, tx, call, fullPriceOf(deps, call), () => {
        const world = worldOf(deps, call);
        const brand = requireFound(world.brand(brandId));
        return { data: only(platform, record(sponsorships(world, brand))) };
      }),
  );
}

function only(platform: SponsoringPlatform | undefined, both: Static<typeof SponsorAudience>) {
  return platform === undefined ? both : { [platform]: both[platform] };
}
