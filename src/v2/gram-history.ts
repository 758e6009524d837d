import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { GramHistory, gramHistory as record } from '../records/gram-history.ts';
import { gramCreator, serveLookup } from './lookup.ts';

/** GET /v2/gramHistory: a gram creator's metrics and their weekly history (observed). */
export const gramHistory = (app: Scope, deps: Deps): void =>
  serveLookup(app, deps, {
    operation: 'v2/gramHistory',
    subject: gramCreator,
    reply: GramHistory,
    record,
  });
