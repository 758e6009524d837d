import { formatCount } from '../core/count.ts';
import { dayMs } from '../core/durations.ts';
import { packageRoot } from '../system/package-root.ts';
import { removeProgram, type UnpackedProgram, unpackedPrograms } from '../system/unpacked-program.ts';
import { version } from '../system/version.ts';
import { exitCode, type Io, type OwnProcess } from './io.ts';

/** Says what this program is and what is unpacked, or removes that. */
export function showSelf({ isRemoving }: { isRemoving: boolean }, io: Io): number {
  const own = io.ownProcess();
  if (isRemoving) return removeAll(own, io);
  const { executable, target, nodeVersion } = own;
  const what = executable === undefined ? `the package in ${packageRoot}` : `one file, ${executable}`;
  io.stdout.write(`creator-sandbox ${version} for ${target}, with Node ${nodeVersion}: ${what}\n`);
  const programs = unpackedPrograms(own.isRunning);
  if (programs.length === 0) io.stdout.write('No executable has unpacked anything.\n');
  for (const program of programs) io.stdout.write(`${unpackedLine(program, own)}\n`);
  return exitCode.ok;
}

function unpackedLine({ folder, bytes, usedAt, users }: UnpackedProgram, { now }: OwnProcess): string {
  const days = Math.floor((now - usedAt) / dayMs);
  const use =
    users.length > 0
      ? `in use by ${formatCount(users.length, 'process', 'processes')}`
      : days < 1
        ? 'used within a day'
        : `used ${formatCount(days, 'day')} ago`;
  const size = `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  return `Unpacked: ${folder} (${size}, ${use}${folder === packageRoot ? ', this program' : ''})`;
}

/** This process itself does not count: it has read what it needs. */
function removeAll({ pid, isRunning }: OwnProcess, io: Io): number {
  const isOther = (user: number) => user !== pid && isRunning(user);
  const programs = unpackedPrograms(isOther);
  if (programs.length === 0) io.stdout.write('No executable has unpacked anything.\n');
  let code: number = exitCode.ok;
  const stays = (folder: string, why: string) => {
    io.stderr.write(`creator-sandbox: ${folder} stays: ${why}.\n`);
    code = exitCode.runtime;
  };
  for (const { folder, users } of programs)
    try {
      if (removeProgram(folder, isOther)) io.stdout.write(`Removed ${folder}\n`);
      else stays(folder, `${usersOf(users)} it`);
    } catch (error) {
      stays(folder, `the system says ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
    }
  return code;
}

const usersOf = (users: readonly number[]): string =>
  users.length === 1 ? `process ${users[0]} uses` : `processes ${users.join(', ')} use`;
