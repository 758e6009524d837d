import type { OperationId } from '../../core/operations.ts';
import type { Platform } from '../../core/platforms.ts';
import { audienceLookup } from './audience.ts';
import { contactLookup } from './contact.ts';
import { contentDetailLookup } from './content-detail.ts';
import type { Lookup, LookupRecord } from './lookup.ts';
import { performanceLookup } from './performance.ts';
import { profileLookup } from './profile.ts';
import { sponsorshipLookup } from './sponsorship.ts';

/** Every look-up of one record. */
const lookups: readonly Lookup[] = [
  profileLookup,
  contactLookup,
  performanceLookup,
  audienceLookup,
  contentDetailLookup,
  sponsorshipLookup,
];

/** The look-ups that a platform has. */
export const lookupsOn = (platform: Platform): readonly Lookup[] =>
  lookups.filter((lookup) => lookup[platform] !== undefined);

/** The record of a look-up, for searches whose creators carry it (contract 4.3(5)). */
export function lookupRecord(operation: OperationId): LookupRecord<never> {
  const [platform, name] = operation.split('/') as [Platform, string];
  const record = lookups.find((lookup) => lookup.name === name)?.[platform];
  if (!record) throw new Error(`${operation} is not a look-up`);
  return record as LookupRecord<never>;
}
