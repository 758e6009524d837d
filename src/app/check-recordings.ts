import { UsageError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';

/** @throws UsageError for settings of recordings without their folder */
export function checkRecordings(settings: Settings): void {
  if (
    settings.recordings === undefined &&
    (settings.recordingsOnly || settings.recordingsMaxAge !== undefined)
  )
    throw new UsageError(
      '"recordingsOnly" and "recordingsMaxAge" need "recordings", the folder of the recordings.',
    );
}
