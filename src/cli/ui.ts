import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { trustSandbox } from './address.ts';
import { adminUrlOf, fetchSandbox } from './ask-admin.ts';
import { exitCode, type Io } from './io.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';

/** Opens the dashboard of a running sandbox in the browser, and prints its address. */
export async function openDashboard(flags: Flags, io: Io): Promise<number> {
  const { settings } = settingsOf(flags, io);
  const url = `${adminUrlOf(settings, flags, io)}/`;
  await trustSandbox(settings);
  await fetchSandbox(url, { method: 'GET' });
  io.stdout.write(`${url}\n`);
  if (!(await openBrowser(url, io)))
    io.stderr.write('creator-sandbox: no browser could be opened; open the address yourself.\n');
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
