import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { serveNicheList } from '../niche-list.ts';

/** /tube/niches: the niches of tube creators (observed). */
export const tubeNiches = (app: Scope, deps: Deps): void =>
  serveNicheList(app, deps, 'tube/niches', () => deps.world.niches('tube'));
