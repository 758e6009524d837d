import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { serveAdvancedSearch } from './advanced-search.ts';

/** POST /v2/gramAdvancedSearch: gram creators by filter (observed). */
export const gramAdvancedSearch = (app: Scope, deps: Deps): void => serveAdvancedSearch(app, deps, 'gram');
