import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import {
  ClipPerformanceHistory,
  clipPerformanceHistory as record,
} from '../../records/performance-history.ts';
import { servePerformanceHistory } from '../performance-history.ts';
import { clipCreator } from '../subjects.ts';

/** /clip/performance-history: a clip creator day by day (observed). */
export const clipPerformanceHistory = (app: Scope, deps: Deps): void =>
  servePerformanceHistory(app, deps, {
    operation: 'clip/performance-history',
    subject: clipCreator,
    reply: ClipPerformanceHistory,
    record,
  });
