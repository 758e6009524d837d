import type { OperationId } from '../../core/operations.ts';
import type { Platform } from '../../core/platforms.ts';
import { Audience, audienceOfAccount } from '../../creators/records/audience.ts';
import { ClipContentDetail, clipContentDetail } from '../../creators/records/clip-content-detail.ts';
import { ClipPerformance, clipPerformance } from '../../creators/records/clip-performance.ts';
import { ClipProfile, clipProfile } from '../../creators/records/clip-profile.ts';
import { Contact, contact } from '../../creators/records/contact.ts';
import { GramContentDetail, gramContentDetail } from '../../creators/records/gram-content-detail.ts';
import { GramPerformance, gramPerformance } from '../../creators/records/gram-performance.ts';
import { GramProfile, gramProfile } from '../../creators/records/gram-profile.ts';
import {
  GramSponsorship,
  gramSponsorship,
  TubeSponsorship,
  tubeSponsorship,
} from '../../creators/records/sponsorship.ts';
import { TubeContentDetail, tubeContentDetail } from '../../creators/records/tube-content-detail.ts';
import { TubePerformance, tubePerformance } from '../../creators/records/tube-performance.ts';
import { TubeProfile, tubeProfile } from '../../creators/records/tube-profile.ts';
import type { Lookup, LookupRecord } from './lookup.ts';

/** Every look-up of one record. */
const lookups: readonly Lookup[] = [
  // contract 4.2, 2.5; on gram and tube observed
  {
    name: 'profile',
    summary: (whom) => `Profile ${whom}`,
    gram: { reply: GramProfile, record: (account, { shiftMs }) => gramProfile(account, shiftMs) },
    clip: { reply: ClipProfile, record: (account, { shiftMs }) => clipProfile(account, shiftMs) },
    tube: { reply: TubeProfile, record: (account, { shiftMs }) => tubeProfile(account, shiftMs) },
  },
  // the public mail addresses (observed)
  {
    name: 'contact',
    summary: (whom) => `Contact ${whom}`,
    gram: { reply: Contact, record: contact },
    clip: { reply: Contact, record: contact },
    tube: { reply: Contact, record: contact },
  },
  // figures of the recent contents (observed)
  {
    name: 'performance',
    summary: (whom) => `Performance ${whom}`,
    gram: { reply: GramPerformance, record: gramPerformance },
    clip: { reply: ClipPerformance, record: clipPerformance },
    tube: { reply: TubePerformance, record: tubePerformance },
  },
  // contract 4.2, 2.8; on gram and clip observed
  {
    name: 'audience',
    summary: (whom) => `Audience ${whom}`,
    gram: { reply: Audience, record: audienceOfAccount },
    clip: { reply: Audience, record: audienceOfAccount },
    tube: { reply: Audience, record: audienceOfAccount },
  },
  // contract 4.2, 2.7; on gram and tube observed
  {
    name: 'content-detail',
    summary: (whom) => `Recent contents ${whom}`,
    gram: { reply: GramContentDetail, record: (account, { shiftMs }) => gramContentDetail(account, shiftMs) },
    clip: { reply: ClipContentDetail, record: (account, { shiftMs }) => clipContentDetail(account, shiftMs) },
    tube: { reply: TubeContentDetail, record: (account, { shiftMs }) => tubeContentDetail(account, shiftMs) },
  },
  // contract 4.2, 2.9; on gram observed. Clip has none.
  {
    name: 'sponsorship',
    summary: (whom) => `Sponsors ${whom}`,
    gram: {
      reply: GramSponsorship,
      record: (account, { shiftMs, world }) => gramSponsorship(account, shiftMs, world.brandByKey),
    },
    tube: {
      reply: TubeSponsorship,
      record: (account, { shiftMs, world }) => tubeSponsorship(account, shiftMs, world.brandByKey),
    },
  },
];

/** The look-ups that a platform has. */
export const lookupsOn = (platform: Platform): readonly Lookup[] =>
  lookups.filter((lookup) => lookup[platform] !== undefined);

/** The record of a look-up, for searches whose creators carry it (contract 4.3(5)). It takes accounts of that platform only. */
export function lookupRecord(operation: OperationId): LookupRecord {
  const [platform, name] = operation.split('/') as [Platform, string];
  return lookups.find((lookup) => lookup.name === name)?.[platform] as LookupRecord;
}
