import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A replica in a process of its own. */
export interface ReplicaProcess extends StartingReplica {
  readonly url: string;
  readonly admin: string;
  readonly example: string;
}

export interface StartingReplica {
  readonly child: ChildProcess;
  /** All that it wrote. */
  output(): string;
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts one and waits until it is ready. */
export async function startReplicaProcess(
  ledger: string,
  args: readonly string[] = [],
): Promise<ReplicaProcess> {
  const { ready, ...starting } = spawnReplica(ledger, args);
  return { ...(await ready), ...starting };
}

/** Starts one. It ends with the test. */
export function spawnReplica(
  ledger: string,
  args: readonly string[] = [],
): StartingReplica & { ready: Promise<Omit<ReplicaProcess, keyof StartingReplica>> } {
  // A password on the command line would be visible to other users of the machine.
  const child = spawn(
    process.execPath,
    [main, 'start', '--port', '0', '--size', '60', '--pace', '5', ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, SANDBOX_LEDGER: ledger } },
  );
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      written += chunk.toString();
    });
  // At `close` all output has come.
  const exited = once(child, 'close');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  onTestFinished(() => end('SIGKILL'));
  const ready = Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => JSON.parse(first as string)),
    exited.then(() => Promise.reject(new Error(`the replica ended: ${written}`))),
  ]);
  ready.catch(() => {});
  return { child, output: () => written, end, ready };
}
