import { dayMs } from '../../../core/durations.ts';
import type { MutationRule, ReplaceReply } from '../rule.ts';

/** Mutations of time. */
export const timeRules: readonly MutationRule[] = [
  {
    name: 'clock-jump',
    changes: 'the clock jumps past a renewal after the first call',
    client: 'expect that credits and timestamps of two replies may be a cycle apart',
    concerns: () => true,
    action: { kind: 'reply', begin: jump, hasEffects: true, everywhere: true },
  },
];

function jump(about: string): ReplaceReply {
  let jumped = false;
  return (unsent, { deps, operation }) => {
    // The replies after the jump are right, but of another time than the client expects.
    if (jumped) return { ...unsent };
    if (operation.id !== about) return undefined;
    jumped = true;
    deps.clock.advance(deps.settings.cycleMs + dayMs);
    return undefined;
  };
}
