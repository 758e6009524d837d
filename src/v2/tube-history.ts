import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { tubeHistory as record, TubeHistory } from '../records/tube-history.ts';
import { serveLookup, tubeChannel } from './lookup.ts';

/** GET /v2/tubeHistory: a tube channel's metrics and their weekly history (observed). */
export const tubeHistory = (app: Scope, deps: Deps): void =>
  serveLookup(app, deps, {
    operation: 'v2/tubeHistory',
    subject: tubeChannel,
    reply: TubeHistory,
    record,
  });
