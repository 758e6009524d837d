import type { Platform } from '../../core/platforms.ts';
import { ClipHistory, clipHistory } from '../../creators/records/clip-history.ts';
import { GramHistory, gramHistory } from '../../creators/records/gram-history.ts';
import { TubeHistory, tubeHistory } from '../../creators/records/tube-history.ts';
import type { AddRoutes } from '../http/generation.ts';
import { lookup } from './lookup.ts';

const records = {
  gram: { reply: GramHistory, record: gramHistory },
  clip: { reply: ClipHistory, record: clipHistory },
  tube: { reply: TubeHistory, record: tubeHistory },
};

/** GET /v2/{platform}History: basic metrics and weekly history (on clip contract 4.1, 2.4; else observed). */
export const history = (platform: Platform): AddRoutes =>
  lookup({
    operation: `v2/${platform}History`,
    platform,
    summary: (whom) => `Basic metrics and weekly history ${whom}`,
    ...records[platform],
  });
