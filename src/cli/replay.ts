import { pino } from 'pino';
import { restoreState, type SavedState } from '../admin/state/saved-state.ts';
import { flawInState } from '../admin/state/state-flaws.ts';
import { launch } from '../app/sandbox/sandbox.ts';
import { type ClockSetting, createClock } from '../core/clock.ts';
import { UsageError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { inTransaction } from '../ledger/job.ts';
import type { Deps } from '../service/http/deps.ts';
import { version } from '../system/version.ts';
import { Capsule, flawInCapsule } from '../trials/capsule/capsule.ts';
import { type DifferentReply, differentReplies } from '../trials/capsule/compare.ts';
import { createCapsulePlayer } from '../trials/capsule/player.ts';
import { repeatRequests } from '../trials/capsule/repeat-requests.ts';
import { settingsOfCapsule } from '../trials/capsule/settings.ts';
import { environmentOf } from './env.ts';
import { interruptible } from './interruptible.ts';
import { exitCode, type Io } from './io.ts';
import { readJsonFile } from './read-json-file.ts';
import { runCommand } from './run-command.ts';
import type { Flags } from './setting-options.ts';

export interface ReplayFlags {
  bisect?: true;
}

/**
 * Repeats the run of a capsule and compares the replies, or runs a command from the state in which that run began. With a
 * command, `bisect` does both: the reply that it names is probably why the command ends differently. A command beside the
 * capsule of a finding is judged as `explore` does it.
 * @returns 0; 3 when a reply differs, or the finding shows; with a command its exit code
 */
export async function replayCapsule(
  file: string,
  command: readonly string[],
  { bisect }: ReplayFlags,
  settingFlags: Flags,
  io: Io,
): Promise<number> {
  const capsule = readCapsule(file, io);
  // The environment and the settings file belong to another run.
  const settings = settingsOfCapsule(capsule, file, settingFlags);
  const isEqual = async () => {
    const { different, skipped } = await repeat(capsule, settings, io);
    const changes = changesIn(capsule, settingFlags);
    io.stderr.write(replayText(capsule, different, skipped, changes, bisect ? 1 : maxShown));
    return different.length === 0;
  };
  if (command.length === 0) return (await isEqual()) ? exitCode.ok : exitCode.gate;
  if (bisect) await isEqual();
  if (capsule.finding) {
    const { replayFinding } = await import('./trials/replay-finding.ts');
    return replayFinding(capsule.finding, command, { ...settings, clock: clockFrom(capsule, settings) }, io);
  }
  return runFrom(capsule, command, settings, io);
}

const maxShown = 10;

/** Repeats the run of a capsule in a sandbox of its own. @returns `skipped`: how many steps did not come again */
export async function repeat(
  capsule: Capsule,
  settings: Settings,
  io: Io,
): Promise<{ different: readonly DifferentReply[]; skipped: number }> {
  const player = createCapsulePlayer(capsule, createClock(settings.clock));
  let ledger: Deps['ledger'] | undefined;
  const sandbox = await interruptible(io, (options) =>
    launch(settings, {
      ...options,
      log: pino({ level: 'silent' }),
      inputs: player,
      async prepare(opened) {
        ledger = opened.ledger;
        await restoring(capsule, settings)(opened);
      },
    }),
  );
  try {
    await repeatRequests(capsule, player, {
      ...sandbox,
      secretOf: async (id) => ledger?.keys.secret(id),
    });
    return { different: differentReplies(capsule, player), skipped: player.skipped };
  } finally {
    await sandbox.close();
  }
}

/** Runs a command beside a sandbox in the state in which the recorded one began. */
async function runFrom(
  capsule: Capsule,
  command: readonly string[],
  settings: Settings,
  io: Io,
): Promise<number> {
  const from = { ...settings, clock: clockFrom(capsule, settings) };
  const sandbox = await interruptible(io, (options) =>
    launch(from, { ...options, log: pino({ level: 'silent' }), prepare: restoring(capsule, settings) }),
  );
  try {
    return await runCommand(command, {
      cwd: io.cwd,
      stdio: 'inherit',
      env: { ...io.env, ...environmentOf(sandbox) },
    }).ended;
  } finally {
    await sandbox.close();
  }
}

/**
 * Checks the start of a capsule, which may be from anywhere, before it replaces the state. An epoch in the settings, from
 * the capsule or a flag, counts.
 */
const restoring =
  ({ start, startedAt, keys }: Capsule, { epoch }: Settings) =>
  async (deps: Parameters<typeof restoreState>[0] & Parameters<typeof flawInState>[0]): Promise<void> => {
    if (!start) return inTransaction(deps.ledger, undefined, () => deps.epoch.restart(epoch, startedAt));
    const state = start as SavedState;
    const flaw = await flawInState(deps, state, (secret) => keys[secret]);
    if (flaw)
      throw new UsageError(`The start of the capsule cannot be restored: ${flaw.pointer}: ${flaw.says}`);
    await restoreState(deps, epoch === undefined ? state : { ...state, epoch });
  };

/** The clock of the recorded run, at its start. */
function clockFrom({ startedAt }: Capsule, { clock }: Settings): ClockSetting {
  if (clock.mode === 'frozen') return clock;
  return clock.mode === 'scaled'
    ? { ...clock, at: startedAt }
    : { mode: 'offset', offset: startedAt - Date.now() };
}

function changesIn(capsule: Capsule, flags: Flags): string[] {
  return [
    ...(capsule.version === version ? [] : [`version ${capsule.version} → ${version}`]),
    ...Object.entries(flags).map(([name, value]) => `${name} → ${String(value)}`),
  ];
}

function replayText(
  { requests, complete }: Capsule,
  different: readonly DifferentReply[],
  skipped: number,
  changes: readonly string[],
  most: number,
): string {
  const compared = requests.filter(({ reply }) => reply && reply.status > 0).length;
  const since = changes.length > 0 ? ` (${changes.join(', ')})` : '';
  const lines = [
    different.length === 0
      ? `creator-sandbox: ${compared === 1 ? 'The reply is' : `All ${compared} replies are`} equal, byte for byte${since}.`
      : `creator-sandbox: ${different.length} of ${compared} replies ${different.length === 1 ? 'differs' : 'differ'}${since}; the first:`,
    ...different
      .slice(0, most)
      .map(({ number, request, difference }) => `  request ${number}, ${request}: ${difference}`),
    ...(different.length > most && most > 1 ? [`  and ${different.length - most} more`] : []),
    ...(skipped > 0 ? [`${skipped} steps of the recorded run did not come again.`] : []),
    ...(complete ? [] : ['The run was longer than a capsule, which has only its beginning.']),
  ];
  return `${lines.join('\n')}\n`;
}

function readCapsule(name: string, io: Io): Capsule {
  const capsule = readJsonFile<Capsule>(name, io, { noun: 'capsule', schema: Capsule });
  const flaw = flawInCapsule(capsule);
  if (flaw !== undefined) throw new UsageError(`${name} is not a capsule: ${flaw}.`);
  return capsule;
}
