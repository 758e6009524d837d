import { type SavedState, saveState } from '../../admin/state/saved-state.ts';
import { createClock } from '../../core/clock.ts';
import type { Settings } from '../../core/settings.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Capsule } from './capsule.ts';
import { createRunRecorder, type RunRecorder } from './record.ts';
import { capsuleOf } from './save.ts';

/** Records a sandbox from its start. */
export interface CapsuleRecorder {
  readonly inputs: RunRecorder;
  /** Notes the state in which the sandbox begins. */
  begin(deps: Deps): Promise<void>;
  /** The run so far. */
  capsule(): Capsule;
}

export function createCapsuleRecorder(settings: Settings): CapsuleRecorder {
  const tape = createRunRecorder(createClock(settings.clock));
  let deps: Deps | undefined;
  let start: SavedState | null = null;
  return {
    inputs: tape,
    async begin(opened) {
      deps = opened;
      start = await saveState(opened);
    },
    capsule() {
      if (!deps) throw new Error('the recording has not begun');
      return capsuleOf(tape, deps, start);
    },
  };
}
