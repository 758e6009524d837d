import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { ClipHistory, clipHistory as record } from '../records/clip-history.ts';
import { clipCreator, serveLookup } from './lookup.ts';

/** GET /v2/clipHistory: a clip creator's metrics and their weekly history (specification 4.1, 2.4). */
export const clipHistory = (app: Scope, deps: Deps): void =>
  serveLookup(app, deps, {
    operation: 'v2/clipHistory',
    subject: clipCreator,
    reply: ClipHistory,
    record,
  });
