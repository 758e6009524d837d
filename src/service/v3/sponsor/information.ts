import {
  sponsorInformation as record,
  SponsorInformation,
  sponsorReach,
} from '../../../creators/records/sponsor-brand.ts';
import type { OperationDeps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { serveBrandLookup } from './brand-lookup.ts';

/** /sponsor/information: the facts about a brand (observed). */
export const sponsorInformation = (app: Scope, deps: OperationDeps): void =>
  serveBrandLookup(
    app,
    deps,
    'sponsor/information',
    'Facts about a brand',
    SponsorInformation,
    (brand, sponsorships) => record(brand, sponsorReach(sponsorships)),
  );
