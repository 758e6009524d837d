import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Settings } from '../config.ts';
import { UsageError } from '../core/errors.ts';
import { whyUnreached } from '../core/unreached.ts';
import { adminAddressOf, NoSandbox } from './address.ts';
import type { AdminVerb } from './admin-verbs.ts';
import { exitCode, type Io } from './io.ts';
import { settingsOf } from './settings.ts';

/** Calls the admin surface and prints its answer. 3 when a check fails, 1 when the call is refused otherwise. */
export async function askAdmin(
  { name, takes, call }: AdminVerb,
  given: readonly string[],
  flags: Record<string, unknown>,
  io: Io,
): Promise<number> {
  const reply = await replyOfAdmin(
    call(...given.map((text, n) => (takes[n] === '<file>' ? fileContent(text, io) : text))),
    flags,
    io,
  );
  const text = await reply.text();
  if (reply.ok) {
    if (text !== '') io.stdout.write(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    return exitCode.ok;
  }
  io.stderr.write(`creator-sandbox: ${detailOf(text)}\n`);
  return name === 'verify' && text.includes('"expected"') ? exitCode.gate : exitCode.runtime;
}

/** URL of the admin surface that a verb asks. Inside `exec` its own sandbox is meant, unless a flag names another. */
export function adminUrlOf(settings: Settings, flags: Record<string, unknown>, { env }: Io): string {
  const named = flags['port'] !== undefined || flags['adminPort'] !== undefined;
  return (named ? undefined : env['CREATOR_SANDBOX_ADMIN']) || adminAddressOf(settings);
}

export const tokenHeader = ({ adminToken }: Settings): Record<string, string> =>
  adminToken === undefined ? {} : { authorization: `Bearer ${adminToken}` };

/** Calls the admin surface of the sandbox that the flags name. @throws NoSandbox */
export async function replyOfAdmin(
  { method, path, body }: ReturnType<AdminVerb['call']>,
  flags: Record<string, unknown>,
  io: Io,
): Promise<Response> {
  const { settings } = settingsOf(flags, io);
  return answerOf(`${adminUrlOf(settings, flags, io)}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...tokenHeader(settings),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

function fileContent(name: string, { cwd }: Io): string {
  try {
    return readFileSync(resolve(cwd, name), 'utf8');
  } catch (error) {
    throw new UsageError(`The file ${name} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/** @throws NoSandbox */
export async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw new NoSandbox(
      `${new URL(url).origin} does not answer: ${whyUnreached(error)}. Start a sandbox, or give its --port.`,
    );
  }
}

/** The problem's detail; the whole problem when a check failed, for what was expected and what is near. */
export function detailOf(text: string): string {
  try {
    const problem = JSON.parse(text) as Record<string, unknown>;
    return 'expected' in problem
      ? JSON.stringify(problem, null, 2)
      : String(problem['detail'] ?? problem['title']);
  } catch {
    return text;
  }
}
