import { UsageError } from '../core/errors.ts';
import { replyOfAdmin } from './ask-admin.ts';
import { exitCode, type Io } from './io.ts';
import type { Flags } from './setting-options.ts';
import { writeCapsule } from './trials/write.ts';

/** Writes the run so far of a running sandbox. @returns the exit code */
export async function saveCapsule(file: string, flags: Flags, io: Io): Promise<number> {
  const reply = await replyOfAdmin({ method: 'GET', path: '/capsule' }, flags, io);
  const body = (await reply.json()) as object & { detail?: string };
  if (!reply.ok) throw new UsageError(String(body.detail));
  writeCapsule(file, body, io);
  return exitCode.ok;
}
