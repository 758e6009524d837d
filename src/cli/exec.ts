import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPactExchanges, type PactExchanges } from '../app/sandbox/pact-exchanges.ts';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { formatCount } from '../core/count.ts';
import { UsageError } from '../core/errors.ts';
import { looksReal } from '../core/keys/looks-real.ts';
import { shellWord } from '../core/plain-text.ts';
import type { Settings } from '../core/settings.ts';
import { type SettingName, settingNames } from '../core/settings-schema.ts';
import type { Interception } from '../intercept/interception.ts';
import { applyGates, findGateFlaw, gateFailure } from '../report/gates.ts';
import type { Report } from '../report/model.ts';
import type { Deps } from '../service/http/deps.ts';
import { type AskedHosts, watchAskedHosts } from './asked-hosts.ts';
import { type CallSiteFlags, withCallSites } from './call-sites.ts';
import { type CommandEnvironment, commandEnvironments, type VariableFlags } from './command-environment.ts';
import { type Flags, flagsOfSettings, flagWords, trialSettings, variableWords } from './flags.ts';
import { exitCode, type Io, tell } from './io.ts';
import { type SecretFlags, startOwnSandbox, withSecret } from './own-sandbox.ts';
import { watchRefusals } from './refusals.ts';
import { flawOfCommand, stoppableCommand } from './run-command.ts';
import { assumptionsReport } from './run-end.ts';
import { runScreen } from './run-screen.ts';
import { settingsOf } from './settings.ts';
import { namesReport, writeReport, writeTo } from './write-report.ts';

type ExecFlags = VariableFlags & CallSiteFlags & SecretFlags & { readonly pact?: string } & Flags;

/**
 * Runs a command beside a sandbox of its own, on a free port, and reports what the run proved.
 * A signal goes to the command, whose report is made all the same.
 * @returns the exit code of the command, or 3 when it succeeds and a gate does not hold; 127 when there is no such command,
 *   and no sandbox starts; 128 and the number of the signal where one ended it
 */
export async function exec(command: readonly string[], flags: ExecFlags, io: Io): Promise<number> {
  const flaw = flawOfCommand(command, io);
  if (flaw !== undefined) {
    tell(io, flaw);
    return exitCode.commandNotFound;
  }
  const { env: given = [], callSites = true, pact } = flags;
  const { settings } = settingsOf({ ...flags, port: flags['port'] ?? '0' }, io);
  const own = stoppableCommand(io);
  const refusals = watchRefusals();
  const exchanges = pact === undefined ? undefined : createPactExchanges();
  let deps: Deps | undefined;
  const sandbox = await startOwnSandbox(settings, withSecret(io, flags), {
    onStop: (_sandbox, signal) => own.stop(signal),
    onEvent: refusals.listener,
    prepare: async (opened) => {
      deps = opened;
      exchanges?.open(opened);
    },
  });
  let asked: AskedHosts | undefined;
  let beside: CommandEnvironment | undefined;
  try {
    checkGates(settings, flags, sandbox);
    asked = await watchAskedHosts();
    const marked = withCallSites(io, { ...flags, callSites });
    const environments = await commandEnvironments(settings, flags, {
      ...marked,
      env: { ...marked.env, ...asked.variables },
    });
    if (!settings.quiet) tell(io, `${sandbox.url}${dashboardOf(sandbox)}`);
    beside = await environments.beside(sandbox);
    const { env, interception } = beside;
    const code = await own.start(command, { cwd: io.cwd, stdio: 'inherit', env }).code;
    // The connections that the command left open end now, so the report has them.
    for (let turn = 0; turn < 2; turn++) await nextTurn();
    const run = runOf(sandbox, settings, interception);
    if (settings.journal > 0) {
      writeReport(run, flags, io);
      io.stderr.write(
        runScreen(run, {
          command: command.map(quotedWord).join(' '),
          flags: flagList(flags, settingNames),
          trialFlags: flagList(flags, trialSettings),
          refused: deps ? refusals.rows(deps) : [],
          isAddressNamed: given.some(({ means }) => means !== 'key'),
          askedHosts: asked.read(),
          services: environments.services.map(({ host }) => host),
          json: flags['json'] === '-' ? undefined : (flags['json'] as string | undefined),
        }),
      );
    }
    if (exchanges && pact !== undefined) await writePact(exchanges, pact, io);
    const holds = sayVerdict(run, sandbox, settings, io);
    return code !== exitCode.ok || holds ? code : exitCode.gate;
  } finally {
    beside?.close();
    asked?.close();
    await sandbox.close();
  }
}

async function writePact(exchanges: PactExchanges, file: string, io: Io): Promise<void> {
  const { text, interactions, leftOut } = await exchanges.write();
  writeTo(file, text, io);
  const rest = leftOut === 0 ? '' : `; ${leftOut} left out, such as streams and replies of fault rules`;
  tell(io, `${formatCount(interactions, 'interaction')} in ${file}${rest}.`);
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

function runOf(sandbox: Sandbox, settings: Settings, interception: Interception | undefined): Report {
  const found = sandbox.reportNow();
  return applyGates({ ...found, gates: interception?.gates(found) ?? [] }, settings);
}

/** Prints the assumptions of a run, and the gates that it misses. @returns whether all hold */
function sayVerdict(run: Report, sandbox: Sandbox, { strict }: Settings, io: Io): boolean {
  const assumed = assumptionsReport(sandbox.assumptions(), strict);
  if (assumed !== undefined) tell(io, assumed);
  const failure = gateFailure(run);
  if (failure !== undefined) tell(io, failure);
  return failure === undefined;
}

/** The flags of these settings and of the variables, as they are typed. */
const flagList = (flags: ExecFlags, names: readonly SettingName[]): string =>
  [...flagWords(flagsOfSettings(flags, names)), ...variableWords(flags.env ?? [])]
    .flat()
    .map(shellWord)
    .join(' ');

/** A word of the command, on the screen of CI too: a program or a key in it is left to the reader. */
const quotedWord = (word: string): string =>
  word.length > maxShownCharacters || word.includes('\n') || looksReal(word) ? '…' : shellWord(word);

const maxShownCharacters = 120;
