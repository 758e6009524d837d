import type { Io } from './io.ts';
import { writeJson } from './trials/write.ts';

/** Writes a capsule, and says how to use it. */
export function writeCapsule(file: string, capsule: object, io: Io): void {
  writeJson(file, capsule, io);
  io.stderr.write(
    `creator-sandbox: The run is in ${file}. Repeat it with \`creator-sandbox replay ${file}\`.\n`,
  );
}
