import type { Platform } from '../../core/platforms.ts';
import { ClipBasic, clipBasic } from '../../creators/records/clip-history.ts';
import { GramBasic, gramBasic } from '../../creators/records/gram-history.ts';
import { TubeBasic, tubeBasic } from '../../creators/records/tube-history.ts';
import type { AddRoutes } from '../http/generation.ts';
import { lookup } from './lookup.ts';

const records = {
  gram: { reply: GramBasic, record: gramBasic },
  clip: { reply: ClipBasic, record: clipBasic },
  tube: { reply: TubeBasic, record: tubeBasic },
};

/** GET /v2/{platform}Basic: basic metrics (on gram contract 4.1, 2.3; else observed). */
export const basic = (platform: Platform): AddRoutes =>
  lookup({
    operation: `v2/${platform}Basic`,
    platform,
    summary: (whom) => `Basic metrics ${whom}`,
    ...records[platform],
  });
