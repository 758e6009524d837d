import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { serveNicheList } from '../niche-list.ts';

/** /tube/topics: the topics of tube channels (observed). */
export const tubeTopics = (app: Scope, deps: Deps): void =>
  serveNicheList(app, deps, 'tube/topics', () => deps.world.topics());
