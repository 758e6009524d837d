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
import { stoppableCommand } from './run-command.ts';
import { withSecret } from './secret-env.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { namesReport, withoutReports, writeReport } from './write-report.ts';

/**
 * Runs a command beside a sandbox of its own, on a free port, and reports what the run proved.
 * A signal goes to the command, whose report is made all the same.
 * @returns the exit code of the command, or 3 when it succeeds and a gate does not hold; 128 and the number of the signal
 *   where one ended it
 */
export async function exec(command: readonly string[], flags: Flags, io: Io): Promise<number> {
  const {
    callSites: _,
    callSiteWrappers: _files,
    secretEnv: _secret,
    ...settingFlags
  } = withoutReports(flags);
  const { settings } = settingsOf({ ...settingFlags, port: flags['port'] ?? '0' }, io);
  const own = stoppableCommand(io);
  const sandbox = await startOwnSandbox(settings, withSecret(io, flags), (_, signal) => own.stop(signal));
  let guard: Guard | undefined;
  try {
    checkGates(settings, flags, sandbox);
    if (!settings.quiet) io.stderr.write(`creator-sandbox: ${sandbox.url}${dashboardOf(sandbox)}\n`);
    guard = settings.guard ? await openGuard() : undefined;
    const code = await own.start(command, {
      cwd: io.cwd,
      stdio: 'inherit',
      env: { ...withCallSites(io, flags).env, ...environmentOf(sandbox), ...guard?.environment },
    }).code;
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
