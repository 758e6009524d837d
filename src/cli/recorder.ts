import type { Settings } from '../config.ts';
import type { SavedState } from '../control/state/saved-state.ts';
import type { Deps } from '../http/deps.ts';
import type { LaunchOptions } from '../sandbox.ts';
import type { Io } from './io.ts';
import { writeJson } from './trials/write.ts';

/** Records a sandbox from its start. */
export interface Recorder {
  readonly options: Pick<LaunchOptions, 'tape' | 'prepare'>;
  /** Writes the capsule of the run so far, and says how to use it. */
  save(file: string, io: Io): void;
}

/** Loads its modules now: most runs need no capsule. */
export async function openRecorder(settings: Settings, start?: SavedState | null): Promise<Recorder> {
  const [{ createRecording }, { capsuleOf }, { savedState, restoreState }, { createClock }] =
    await Promise.all([
      import('../capsule/record.ts'),
      import('../capsule/save.ts'),
      import('../control/state/saved-state.ts'),
      import('../core/clock.ts'),
    ]);
  const recording = createRecording(createClock(settings.clock));
  let deps: Deps | undefined;
  let state: SavedState | null = null;
  return {
    options: {
      tape: recording,
      async prepare(opened) {
        deps = opened;
        if (start) await restoreState(opened, start);
        // A ledger on disk has keys before the first request.
        if (start || settings.data !== undefined) state = await savedState(opened);
      },
    },
    save(file, io) {
      if (!deps) return;
      writeJson(file, capsuleOf(recording, deps, state), io);
      io.stderr.write(
        `creator-sandbox: The run is in ${file}. Repeat it with \`creator-sandbox replay ${file}\`.\n`,
      );
    },
  };
}
