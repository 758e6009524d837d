import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { indentedJson } from '../core/json-text.ts';
import { findSandbox } from './address.ts';
import { replyOfAdmin } from './ask-admin.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io, tell } from './io.ts';
import { getCall } from './verb.ts';

/** Opens the dashboard of a running sandbox in the browser, and prints its address. */
export async function openDashboard(flags: Flags, io: Io): Promise<number> {
  const { admin } = await findSandbox(flags, io);
  const url = `${admin.url}/`;
  (await replyOfAdmin(getCall('/health'), flags, io)).body.destroy();
  io.stdout.write(flags['json'] ? indentedJson({ url }) : `${url}\n`);
  if (!(await openBrowser(url, io))) tell(io, 'no browser could be opened; open the address yourself.');
  return exitCode.ok;
}

/** `BROWSER` names a program that takes an address, as for other commands. */
async function openBrowser(url: string, { env }: Io): Promise<boolean> {
  const [program, ...args] = env['BROWSER'] ? [env['BROWSER']] : (openers[platform()] ?? ['xdg-open']);
  try {
    const child = spawn(program as string, [...args, url], { stdio: 'ignore', detached: true });
    await once(child, 'spawn');
    child.unref();
    return true;
  } catch {
    return false;
  }
}

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  // `start` is a word of the shell, and its first argument in quotes is a title.
  win32: ['cmd', '/c', 'start', ''],
};
