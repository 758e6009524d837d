import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { platform } from 'node:process';
import { minuteMs } from '../core/durations.ts';
import { userId } from '../system/user-id.ts';

/** The folder of a run, for its owner only. */
export interface RunFolder {
  readonly folder: string;
  /** The address of its listener, which only its owner reaches; while that listens, the run goes on. */
  readonly socket: string;
  remove(): void;
}

const start = 'creator-sandbox-service-';

/** Makes it, and removes those of runs that were killed. */
export async function openRunFolder(): Promise<RunFolder> {
  await Promise.all(leftFolders().map(removeIfEnded));
  const folder = mkdtempSync(join(tmpdir(), start));
  return { folder, socket: socketIn(folder), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const socketIn = (folder: string): string =>
  platform === 'win32' ? `\\\\.\\pipe\\${basename(folder)}` : join(folder, 'socket');

function leftFolders(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(start))
    .map((name) => join(tmpdir(), name));
}

async function removeIfEnded(folder: string): Promise<void> {
  try {
    const stats = lstatSync(folder);
    const code = await failureOf(socketIn(folder));
    // Before it listens, a run has a folder for moments.
    const isEnded = code === 'ECONNREFUSED' || (code === 'ENOENT' && Date.now() - stats.mtimeMs > minuteMs);
    if (isEnded && stats.isDirectory() && stats.uid === Math.max(0, userId()))
      rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another run was faster.
  }
}

const failureOf = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(path, () => resolve(void socket.destroy()));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
  });
