import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { readJson, TooDeep } from '../core/read-json.ts';

/** A file is not read; the message ends a sentence, such as `ENOENT` or `it is no regular file`. */
class UnreadableFile extends Error {}

interface FileBounds {
  readonly maxMegabytes?: number;
  /** The folder that the file has to be in, wherever links lead. */
  readonly within?: string;
}

/**
 * Reads a file that a user names or was handed, whole: never a device or a pipe, which may have no end and would hold
 * the process.
 * @throws UnreadableFile
 */
function readFileBytes(file: string, { maxMegabytes = 1, within }: FileBounds = {}): Buffer {
  try {
    if (within !== undefined && leadsOut(file, within))
      throw new UnreadableFile('it is a link that leads out of its folder');
    // Opening alone may act on a device, so it is looked at twice.
    refuseOthers(statSync(file));
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(descriptor);
      refuseOthers(stats);
      return readWhole(descriptor, stats.size, maxMegabytes);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile((error as NodeJS.ErrnoException).code ?? String(error));
  }
}

/** The same as text, without a byte order mark. @throws UnreadableFile */
export const readTextFile = (file: string, bounds?: FileBounds): string =>
  readFileBytes(file, bounds)
    .toString('utf8')
    .replace(/^\uFEFF/, '');

/** The value of a JSON file of a bounded depth. @throws UnreadableFile */
export function parseFile(file: string, bounds?: FileBounds): unknown {
  const text = readTextFile(file, bounds);
  try {
    return readJson(text);
  } catch (error) {
    throw new UnreadableFile(error instanceof TooDeep ? error.message : 'it is not JSON');
  }
}

const leadsOut = (file: string, folder: string): boolean =>
  /^\.\.(?:[/\\]|$)/.test(relative(realpathSync(folder), realpathSync(file)));

function refuseOthers(stats: { isFile(): boolean; isDirectory(): boolean }): void {
  if (stats.isDirectory()) throw new UnreadableFile('EISDIR');
  if (!stats.isFile()) throw new UnreadableFile('it is no regular file');
}

/** The size may be wrong, as below /proc, or change while it is read. */
function readWhole(descriptor: number, size: number, maxMegabytes: number): Buffer {
  const most = maxMegabytes * 1_000_000;
  const parts: Buffer[] = [];
  for (let total = 0; ; ) {
    if (Math.max(total, size) > most) throw new UnreadableFile(`it has more than ${maxMegabytes} MB`);
    const part = Buffer.allocUnsafe(Math.max(size - total, 0) + 4_096);
    const length = readSync(descriptor, part);
    if (length === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, length));
    total += length;
  }
}
