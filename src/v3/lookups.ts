import type { OperationId } from '../core/operations.ts';
import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { clipAudience } from './clip/audience.ts';
import { clipContact } from './clip/contact.ts';
import { clipContentDetail } from './clip/content-detail.ts';
import { clipPerformance } from './clip/performance.ts';
import { clipProfile } from './clip/profile.ts';
import { gramAudience } from './gram/audience.ts';
import { gramContact } from './gram/contact.ts';
import { gramContentDetail } from './gram/content-detail.ts';
import { gramPerformance } from './gram/performance.ts';
import { gramProfile } from './gram/profile.ts';
import { gramSponsorship } from './gram/sponsorship.ts';
import { type Lookup, serveLookup } from './lookup.ts';
import { clipCreator, gramCreator, tubeChannel } from './subjects.ts';
import { tubeAudience } from './tube/audience.ts';
import { tubeContact } from './tube/contact.ts';
import { tubeContentDetail } from './tube/content-detail.ts';
import { tubePerformance } from './tube/performance.ts';
import { tubeProfile } from './tube/profile.ts';
import { tubeSponsorship } from './tube/sponsorship.ts';

const clip = [clipProfile, clipContact, clipPerformance, clipAudience, clipContentDetail];
const gram = [gramProfile, gramContact, gramPerformance, gramAudience, gramContentDetail, gramSponsorship];
const tube = [tubeProfile, tubeContact, tubePerformance, tubeAudience, tubeContentDetail, tubeSponsorship];

/** Every look-up of one record, on all three platforms. */
export function lookups(app: Scope, deps: Deps): void {
  for (const each of clip) serveLookup(app, deps, clipCreator, each);
  for (const each of gram) serveLookup(app, deps, gramCreator, each);
  for (const each of tube) serveLookup(app, deps, tubeChannel, each);
}

/** Look-ups by operation, for searches whose creators carry their records (specification 4.3(5)). */
export const lookupsById: ReadonlyMap<OperationId, Lookup<never>> = new Map(
  [...clip, ...gram, ...tube].map((each) => [each.operation, each]),
);
