import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import {
  GramPerformanceHistory,
  gramPerformanceHistory as record,
} from '../../records/performance-history.ts';
import { servePerformanceHistory } from '../performance-history.ts';
import { gramCreator } from '../subjects.ts';

/** /gram/performance-history: a gram creator day by day (observed). */
export const gramPerformanceHistory = (app: Scope, deps: Deps): void =>
  servePerformanceHistory(app, deps, {
    operation: 'gram/performance-history',
    subject: gramCreator,
    reply: GramPerformanceHistory,
    record,
  });
