import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { tubeBasic as record, TubeBasic } from '../records/tube-history.ts';
import { serveLookup, tubeChannel } from './lookup.ts';

/** GET /v2/tubeBasic: a tube channel's basic metrics (observed). */
export const tubeBasic = (app: Scope, deps: Deps): void =>
  serveLookup(app, deps, {
    operation: 'v2/tubeBasic',
    subject: tubeChannel,
    reply: TubeBasic,
    record,
  });
