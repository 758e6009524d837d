import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { GramBasic, gramBasic as record } from '../records/gram-history.ts';
import { gramCreator, serveLookup } from './lookup.ts';

/** GET /v2/gramBasic: a gram creator's basic metrics (specification 4.1, 2.3). */
export const gramBasic = (app: Scope, deps: Deps): void =>
  serveLookup(app, deps, {
    operation: 'v2/gramBasic',
    subject: gramCreator,
    reply: GramBasic,
    record,
  });
