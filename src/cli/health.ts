import { setTimeout as sleep } from 'node:timers/promises';
import { askSandbox, type SandboxAnswer } from '../client/ask-sandbox.ts';
import { indentedJson } from '../core/json-text.ts';
import { type FoundSandbox, findSandbox } from './address.ts';
import { environmentOf } from './command-environment.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io, tell } from './io.ts';

/** Asks the sandbox of these settings whether it is up; with `wait`, repeatedly for so many milliseconds until it is. */
export async function health(flags: Flags, io: Io): Promise<number> {
  const { wait, json } = flags;
  const waitMs = (wait as number | undefined) ?? 0;
  const found = await findSandbox(flags, io);
  const until = performance.now() + waitMs;

  for (;;) {
    const { up, text } = await askHealth(found);
    if (up) {
      io.stdout.write(`${json ? text : healthInWords(text, found)}\n`);
      return exitCode.ok;
    }
    if (performance.now() >= until) {
      tell(io, text);
      return waitMs > 0 ? exitCode.notReady : exitCode.runtime;
    }
    await sleep(50);
  }
}

/** Prints the variables by which tests find the sandbox, for a shell. @returns 1 when no sandbox runs where these settings say */
export async function printEnvironment(flags: Flags, io: Io): Promise<number> {
  const found = await findSandbox(flags, io);
  const { up, text } = await askHealth(found);
  if (!up) {
    tell(io, text);
    return exitCode.runtime;
  }
  const { url, admin, certificate } = found;
  const variables = environmentOf({ url, adminUrl: admin.url, certificate });
  if (flags['json']) io.stdout.write(indentedJson(variables));
  else for (const [name, value] of Object.entries(variables)) io.stdout.write(`export ${name}='${value}'\n`);
  return exitCode.ok;
}

/** The answer as a line. Without an admin surface, it says only that the sandbox is up. */
function healthInWords(text: string, { url, namedBy }: FoundSandbox): string {
  const { status, version, world, clock, epoch, vocabulary, strict, uptimeMs, replicas } = JSON.parse(
    text,
  ) as {
    status: string;
    version?: string;
    world: { seed: number; size: number };
    clock: { now: number; frozen: boolean };
    epoch?: string;
    vocabulary: string;
    strict: boolean;
    uptimeMs: number;
    replicas?: number;
  };
  const at = `at ${url}, by ${namedBy}`;
  if (version === undefined) return `${status}: ${at}`;
  const time = `${new Date(clock.now).toISOString()}${clock.frozen ? ' (frozen)' : ''}`;
  return `${status}: creator-sandbox ${version}, ${world.size} people, seed ${world.seed}${vocabulary === 'auto' ? '' : `, ${vocabulary} words`}${strict ? ', strict' : ''}; clock ${time}${epoch === undefined ? '' : `, epoch ${epoch}`}; up ${Math.round(uptimeMs / 1000)} s${among(replicas)}; ${at}`;
}

const among = (replicas: number | undefined): string =>
  replicas === undefined ? '' : replicas === 1 ? '; the only replica' : `; 1 of ${replicas} replicas`;

/** Asks once. @returns whether the sandbox is up, with its answer or the reason */
async function askHealth({ url, admin, namedBy }: FoundSandbox): Promise<{ up: boolean; text: string }> {
  // Without an admin surface, a refusal by the service shows that it is up.
  const [asked, expected] = admin.url === null ? [`${url}/usage`, 401] : [`${admin.url}/health`, 200];
  try {
    const answer = await askSandbox(asked, { signal: AbortSignal.timeout(2000) });
    const text = await answer.text();
    if (answer.status === expected) return { up: true, text: admin.url === null ? '{"status":"ok"}' : text };
    return { up: false, text: `${asked} answered ${answer.status}.${detailIn(answer, text)}` };
  } catch (error) {
    return { up: false, text: `${(error as Error).message} The address comes from ${namedBy}.` };
  }
}

/** The sentence of a problem (RFC 9457), such as that the ledger cannot be written. */
function detailIn({ headers }: SandboxAnswer, text: string): string {
  if (!headers['content-type']?.startsWith('application/problem+json')) return '';
  return ` ${(JSON.parse(text) as { detail?: string }).detail ?? ''}`;
}
