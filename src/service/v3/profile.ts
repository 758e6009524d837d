import { ClipProfile, clipProfile } from '../../creators/records/clip-profile.ts';
import { GramProfile, gramProfile } from '../../creators/records/gram-profile.ts';
import { TubeProfile, tubeProfile } from '../../creators/records/tube-profile.ts';
import type { Lookup } from './lookup.ts';

/** /{platform}/profile (contract 4.2, 2.5; on gram and tube observed). */
export const profileLookup: Lookup = {
  name: 'profile',
  summary: (whom) => `Profile ${whom}`,
  gram: { reply: GramProfile, record: (account, { shiftMs }) => gramProfile(account, shiftMs) },
  clip: { reply: ClipProfile, record: (account, { shiftMs }) => clipProfile(account, shiftMs) },
  tube: { reply: TubeProfile, record: (account, { shiftMs }) => tubeProfile(account, shiftMs) },
};
