import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { serveSubmitCreators } from '../submit-creators.ts';

/** /tube/submitCreators: tube creators that the service should take in (observed). */
export const tubeSubmitCreators = (app: Scope, deps: Deps): void => serveSubmitCreators(app, deps, 'tube');
