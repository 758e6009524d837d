import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { serveAdvancedSearch } from './advanced-search.ts';

/** POST /v2/clipAdvancedSearch: clip creators by filter (specification 4.1). */
export const clipAdvancedSearch = (app: Scope, deps: Deps): void => serveAdvancedSearch(app, deps, 'clip');
