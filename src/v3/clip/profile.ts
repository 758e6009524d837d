import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { clipProfile as record } from '../../world/records/clip-profile.ts';
import { lookup } from '../lookup.ts';
import { ClipIdentifier, withoutAt } from '../parameters.ts';

/** /clip/profile: the profile of a clip creator (specification 4.2, 2.5). */
export function clipProfile(app: Scope, deps: Deps): void {
  lookup(app, deps, {
    operation: 'clip/profile',
    parameters: ClipIdentifier,
    record: ({ uniqueId }, { now }) => {
      const account = deps.world.clip(withoutAt(uniqueId));
      return account && record(account, deps.world.shiftMs(now));
    },
  });
}
