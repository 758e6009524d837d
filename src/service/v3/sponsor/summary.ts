import { sponsorSummary as record, SponsorSummary } from '../../../creators/records/sponsor-summary.ts';
import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { serveBrandLookup } from './brand-lookup.ts';

/** /sponsor/summary: the totals of a brand (observed). */
export const sponsorSummary = (app: Scope, deps: Pick<Deps, 'world' | 'ledger' | 'prices' | 'words'>): void =>
  serveBrandLookup(app, deps, 'sponsor/summary', 'A brand in sum', SponsorSummary, (_brand, sponsorships) =>
    record(sponsorships),
  );
