import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import {
  tubePerformanceHistory as record,
  TubePerformanceHistory,
} from '../../records/performance-history.ts';
import { servePerformanceHistory } from '../performance-history.ts';
import { tubeChannel } from '../subjects.ts';

/** /tube/performance-history: a tube creator day by day (observed). */
export const tubePerformanceHistory = (app: Scope, deps: Deps): void =>
  servePerformanceHistory(app, deps, {
    operation: 'tube/performance-history',
    subject: tubeChannel,
    reply: TubePerformanceHistory,
    record,
  });
