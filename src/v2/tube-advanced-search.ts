import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { serveAdvancedSearch } from './advanced-search.ts';

/** POST /v2/tubeAdvancedSearch: channels by filter (observed). */
export const tubeAdvancedSearch = (app: Scope, deps: Deps): void => serveAdvancedSearch(app, deps, 'tube');
