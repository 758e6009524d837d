import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { serveSubmitCreators } from '../submit-creators.ts';

/** /gram/submitCreators: gram creators that the service should take in (observed). */
export const gramSubmitCreators = (app: Scope, deps: Deps): void => serveSubmitCreators(app, deps, 'gram');
