import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { serveNicheList } from '../niche-list.ts';

/** /gram/niches: the niches of gram creators (observed). */
export const gramNiches = (app: Scope, deps: Deps): void =>
  serveNicheList(app, deps, 'gram/niches', () => deps.world.niches('gram'));
