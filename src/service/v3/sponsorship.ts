import {
  GramSponsorship,
  gramSponsorship,
  TubeSponsorship,
  tubeSponsorship,
} from '../../creators/records/sponsorship.ts';
import type { Lookup } from './lookup.ts';

/** /{platform}/sponsorship (contract 4.2, 2.9; on gram observed). Clip has none. */
export const sponsorshipLookup: Lookup = {
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
};
