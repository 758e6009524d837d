import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { serveNicheList } from '../niche-list.ts';

/** /clip/niches: the niches of clip creators (observed). */
export const clipNiches = (app: Scope, deps: Deps): void =>
  serveNicheList(app, deps, 'clip/niches', () => deps.world.niches('clip'));
