import { ClipContentDetail, clipContentDetail } from '../../creators/records/clip-content-detail.ts';
import { GramContentDetail, gramContentDetail } from '../../creators/records/gram-content-detail.ts';
import { TubeContentDetail, tubeContentDetail } from '../../creators/records/tube-content-detail.ts';
import type { Lookup } from './lookup.ts';

/** /{platform}/content-detail (contract 4.2, 2.7; on gram and tube observed). */
export const contentDetailLookup: Lookup = {
  name: 'content-detail',
  summary: (whom) => `Recent contents ${whom}`,
  gram: { reply: GramContentDetail, record: (account, { shiftMs }) => gramContentDetail(account, shiftMs) },
  clip: { reply: ClipContentDetail, record: (account, { shiftMs }) => clipContentDetail(account, shiftMs) },
  tube: { reply: TubeContentDetail, record: (account, { shiftMs }) => tubeContentDetail(account, shiftMs) },
};
