import type { ChildProcess } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { UsageError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { coverageLine, headLine } from '../report/formats/parts.ts';
import { terminal } from '../report/formats/terminal.ts';
import { applyGates, findGateFlaw, gateFailure } from '../report/gates.ts';
import { assumptionsReport } from './assumptions-report.ts';
import { withCallSites } from './call-sites.ts';
import { environmentOf } from './env.ts';
import { type Guard, openGuard } from './guard.ts';
import { exitCode, type Io } from './io.ts';
import { startOwnSandbox } from './own-sandbox.ts';
import { runCommand } from './run-command.ts';
import { withSecret } from './secret-env.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { namesReport, withoutReports, writeReport } from './write-report.ts';

/**
 * Runs a command beside a sandbox of its own, on a free port, and reports what the run proved.
 * @returns the exit code of the command, or 3 when it succeeds and a gate does not hold
 */
export async function exec(command: readonly string[], flags: Flags, io: Io): Promise<number> {
  const {
    callSites: _,
    callSiteWrappers: _files,
    secretEnv: _secret,
    ...settingFlags
  } = withoutReports(flags);
  const { settings } = settingsOf({ ...settingFlags, port: flags['port'] ?? '0' }, io);
  let child: ChildProcess | undefined;
  const sandbox = await startOwnSandbox(settings, withSecret(io, flags), async (own) => {
    child?.kill('SIGTERM');
    await own.close();
  });
  let guard: Guard | undefined;
  try {
    checkGates(settings, flags, sandbox);
    if (!settings.quiet) io.stderr.write(`creator-sandbox: ${sandbox.url}${dashboardOf(sandbox)}\n`);
    guard = settings.guard ? await openGuard() : undefined;
    const running = runCommand(command, {
      cwd: io.cwd,
      stdio: 'inherit',
      env: { ...withCallSites(io, flags).env, ...environmentOf(sandbox), ...guard?.environment },
    });
    child = running.child;
    const code = await running.ended;
    // The connections that the command left open end now, so the report has them.
    for (let turn = 0; turn < 2; turn++) await nextTurn();
    const holds = report(settings, flags, sandbox, guard, io);
    return code !== exitCode.ok || holds ? code : exitCode.gate;
  } finally {
    guard?.close();
    await sandbox.close();
  }
}

const dashboardOf = ({ adminUrl }: Sandbox): string => (adminUrl === null ? '' : `, dashboard ${adminUrl}/`);

/** Refuses gates that no run can fulfil, before the run begins. @throws UsageError */
function checkGates(settings: Settings, flags: Flags, sandbox: Sandbox): void {
  const found = sandbox.reportNow();
  const flaw = findGateFlaw(settings, found.coverage.cells);
  if (flaw !== undefined) throw new UsageError(flaw);
  if (settings.journal === 0 && (namesReport(flags) || applyGates(found, settings).gates.length > 0))
    throw new UsageError('Reports and gates count the requests of the journal: journal must not be 0.');
}

/** Prints and writes the report of a run. @returns whether all gates hold */
function report(
  settings: Settings,
  flags: Flags,
  sandbox: Sandbox,
  guard: Guard | undefined,
  io: Io,
): boolean {
  const found = sandbox.reportNow();
  const run = applyGates({ ...found, gates: guard ? [guard.result(found)] : [] }, settings);
  if (settings.journal > 0) {
    if (!writeReport(run, flags, io)) io.stderr.write(terminal(run));
    else io.stderr.write(`creator-sandbox: ${headLine(run)} ${coverageLine(run)}\n`);
  }
  const assumed = assumptionsReport(sandbox.assumptions(), settings.strict);
  if (assumed !== undefined) io.stderr.write(`creator-sandbox: ${assumed}\n`);
  const failure = gateFailure(run);
  if (failure !== undefined) io.stderr.write(`creator-sandbox: ${failure}\n`);
  return failure === undefined;
}
