import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { serveSubmitCreators } from '../submit-creators.ts';

/** /clip/submitCreators: clip creators that the service should take in (observed). */
export const clipSubmitCreators = (app: Scope, deps: Deps): void => serveSubmitCreators(app, deps, 'clip');
