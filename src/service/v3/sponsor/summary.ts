import { sponsorSummary as record, SponsorSummary } from '../../../creators/records/sponsor-summary.ts';
import type { Deps } from '../../http/deps.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { serveBrandLookup } from './brand-lookup.ts';

/** /sponsor/summary: the totals of a brand (observed). */
export const sponsorSummary = (deps: Pick<Deps, 'world' | 'ledger' | 'prices'>): Endpoint =>
  serveBrandLookup(deps, 'sponsor/summary', 'A brand in sum', SponsorSummary, (_brand, sponsorships) =>
    record(sponsorships),
  );
