import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const intervalMs = 250;

/**
 * Calls `onChange` when files of a folder were added, written or removed and then stayed the same for a moment. It polls
 * their times, because notices of the system do not reach folders that a container has from its host.
 * @returns how to stop
 */
export function watchFolder(folder: string, onChange: () => Promise<void>): () => void {
  let known = folderState(folder);
  let latest = known;
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    const state = folderState(folder);
    const isSettled = state === latest;
    latest = state;
    if (!isSettled || state === known) return;
    known = state;
    busy = true;
    void onChange().finally(() => {
      busy = false;
    });
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The names, times and sizes of its JSON files. */
function folderState(folder: string): string {
  const files = entriesOf(folder).filter((entry) => entry.name.endsWith('.json'));
  return files
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      const { mtimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
      return `${file} ${mtimeMs} ${size} ${ino}`;
    })
    .join('\n');
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    // The folder may be away for a moment, as while an editor or a checkout replaces it.
    return [];
  }
}
