import {
  sponsorInformation as record,
  SponsorInformation,
  sponsorReach,
} from '../../../creators/records/sponsor-brand.ts';
import type { OperationDeps } from '../../http/deps.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { serveBrandLookup } from './brand-lookup.ts';

/** /sponsor/information: the facts about a brand (observed). */
export const sponsorInformation = (deps: OperationDeps): Endpoint =>
  serveBrandLookup(
    deps,
    'sponsor/information',
    'Facts about a brand',
    SponsorInformation,
    (brand, sponsorships) => record(brand, sponsorReach(sponsorships)),
  );
