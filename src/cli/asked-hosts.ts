import { createServer } from 'node:net';
import { join } from 'node:path';
import { openRunFolder } from '../intercept/run-folder.ts';
import { readTextFile } from '../system/read-file.ts';

/** The hosts that a command asks beside the sandbox, as far as its processes tell: those of Node and of Python do. */
export interface AskedHosts {
  /** The variable by which they know where to write them. */
  readonly variables: Readonly<Record<string, string>>;
  /** Each once, in the order in which they were asked first. */
  read(): string[];
  close(): void;
}

export async function watchAskedHosts(): Promise<AskedHosts> {
  const { folder, socket, remove } = await openRunFolder();
  const file = join(folder, 'asked');
  // While it listens, no other run takes the folder for one that was left.
  const server = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socket, resolve);
  });
  return {
    variables: { CREATOR_SANDBOX_ASKED: file },
    read() {
      try {
        return [
          ...new Set(
            readTextFile(file)
              .split('\n')
              .filter((host) => hostPattern.test(host)),
          ),
        ];
      } catch {
        return [];
      }
    },
    close() {
      server.close();
      remove();
    },
  };
}

const hostPattern = /^[a-z0-9_.:-]{1,253}$/;
