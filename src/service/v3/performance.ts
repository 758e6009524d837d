import { ClipPerformance, clipPerformance } from '../../creators/records/clip-performance.ts';
import { GramPerformance, gramPerformance } from '../../creators/records/gram-performance.ts';
import { TubePerformance, tubePerformance } from '../../creators/records/tube-performance.ts';
import type { Lookup } from './lookup.ts';

/** /{platform}/performance: figures of the recent contents (observed). */
export const performanceLookup: Lookup = {
  name: 'performance',
  summary: (whom) => `Performance ${whom}`,
  gram: { reply: GramPerformance, record: gramPerformance },
  clip: { reply: ClipPerformance, record: clipPerformance },
  tube: { reply: TubePerformance, record: tubePerformance },
};
