import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { ClipBasic, clipBasic as record } from '../records/clip-history.ts';
import { clipCreator, serveLookup } from './lookup.ts';

/** GET /v2/clipBasic: a clip creator's basic metrics (observed). */
export const clipBasic = (app: Scope, deps: Deps): void =>
  serveLookup(app, deps, {
    operation: 'v2/clipBasic',
    subject: clipCreator,
    reply: ClipBasic,
    record,
  });
