import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TestProject } from 'vitest/node';
import { AdminError } from '../client/admin-error.ts';
import type { Admin } from '../client/admin-interface.ts';
import type { SettingsInput } from '../client/sandbox-interface.ts';
import type { Report, Settings } from '../client/types.ts';
import { type Settings as ReadSettings, readSettings } from '../core/settings.ts';
import { flagOf, runSettingNames } from '../core/settings-schema.ts';
import { type Interception, intercept } from '../intercept/interception.ts';
import { readServiceHosts } from '../intercept/service-hosts.ts';
import type { FormatName } from '../report/formats/names.ts';
import { terminal } from '../report/formats/terminal.ts';
import { writers } from '../report/formats/writers.ts';
import { applyGates, findGateFlaw, type Gates, gateFailure } from '../report/gates.ts';
import { mergeReports } from '../report/merge.ts';
import { connect, createSandbox, UsageError } from './index.ts';

/** The sandbox that the files of a test run share. */
export interface SharedSandbox {
  url: string;
  adminUrl: string;
  adminToken?: string;
  /** A folder for the reports of sandboxes that single files open. */
  reports: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    creatorSandbox: SharedSandbox;
  }
}

/** Settings and gates of the run, and the files that its report is written to. */
export interface SetupOptions extends SettingsInput {
  /** `{ html: 'report.html', json: 'report.json' }` */
  report?: { readonly [Format in FormatName]?: string };
}

/** For `globalSetup` of vitest: starts one sandbox for the run; every test file finds it with `useSandbox()`. */
export default setupWith();

/**
 * The same with settings, for a file of your own in `globalSetup`. The run ends with its report, and fails when a gate
 * of the settings does not hold:
 *
 *     export default setupWith({ vocabulary: 'published', budget: 50, require: ['402/INSUFFICIENT_CREDITS'] });
 *
 * Beside `exec`, `mutate` and `explore` the run uses their sandbox. It takes the clock of these settings, and has to
 * have the others.
 */
export function setupWith({
  report: files = {},
  ...options
}: SetupOptions = {}): (project: TestProject) => Promise<() => Promise<void>> {
  return async (project) => {
    const run = joinRun(project.vitest, JSON.stringify({ files, options }), () =>
      beginRun(project, files, options),
    );
    const { shared } = await run.begun;
    project.provide('creatorSandbox', shared);
    return run.leave;
  };
}

/** A run of tests with its sandbox. */
interface TestRun {
  readonly shared: SharedSandbox;
  /** Writes the report, judges it and closes the sandbox. */
  end(): Promise<void>;
}

/**
 * The projects of one vitest that name the same setup share a run: one sandbox, one report, one judgement. Each of them
 * loads the setup anew, so the runs stand where all find them.
 */
function joinRun(vitest: object, name: string, begin: () => Promise<TestRun>) {
  const all = globalThis as { [runsSymbol]?: WeakMap<object, Map<string, SharedRun>> };
  all[runsSymbol] ??= new WeakMap();
  const runs = all[runsSymbol].get(vitest) ?? new Map<string, SharedRun>();
  all[runsSymbol].set(vitest, runs);
  const run = runs.get(name) ?? { begun: begin(), projects: 0 };
  runs.set(name, run);
  run.projects += 1;
  return {
    begun: run.begun,
    async leave() {
      run.projects -= 1;
      if (run.projects > 0) return;
      runs.delete(name);
      await (await run.begun).end();
    },
  };
}

interface SharedRun {
  readonly begun: Promise<TestRun>;
  projects: number;
}

const runsSymbol = Symbol.for('creator-sandbox.runs');

async function beginRun(
  project: TestProject,
  files: NonNullable<SetupOptions['report']>,
  options: SettingsInput,
): Promise<TestRun> {
  const { settings } = readSettings({ file: { name: 'the options', content: options } });
  const sandbox = (await outerSandbox(options, settings)) ?? (await sandboxOfRun(options));
  let services: Interception | undefined;
  const reports = await mkdtemp(join(tmpdir(), 'creator-sandbox-run-'));
  const leave = async () => {
    await rm(reports, { recursive: true, force: true });
    services?.close();
    await sandbox.close();
  };
  try {
    await checkGates(sandbox.admin, settings, options);
    services = await interceptServices(settings.serviceHosts, sandbox.shared.url);
  } catch (error) {
    await leave();
    throw error;
  }
  return {
    shared: { ...sandbox.shared, reports },
    async end() {
      try {
        const ofFiles = await reportsIn(reports);
        const ofRun = await fetchReport(sandbox.admin);
        const all = ofRun ? [ofRun, ...ofFiles] : ofFiles;
        if (all.length === 0) return;
        const merged = mergedReport(all);
        const run = applyGates({ ...merged, gates: services?.gates(merged) ?? [] }, settings);
        // The command beside which this runs reports it.
        const shown = sandbox.isOuter ? ofFiles : all;
        if (shown.length > 0)
          project.vitest.logger.log(`\n${terminal(shown === all ? run : mergedReport(shown)).trimEnd()}`);
        for (const [format, file] of Object.entries(files))
          await writeFile(resolve(project.config.root, file), writers[format as FormatName](run));
        const failure = gateFailure(run);
        if (failure !== undefined) failRun(project, failure);
      } finally {
        await leave();
      }
    },
  };
}

/** Ends the run as failed. Vitest 4.1 prints what a teardown throws and exits with 0 all the same, the others print a stack. */
function failRun(project: TestProject, failure: string): void {
  project.vitest.logger.error(failure);
  process.exitCode = 1;
}

/**
 * Leads the requests of the workers to the hosts of the service, by variables that they inherit; not where the command
 * around this run leads them already.
 */
async function interceptServices(
  hosts: readonly string[],
  target: string,
): Promise<Interception | undefined> {
  if (hosts.length === 0 || process.env['CREATOR_SANDBOX_SERVICE_HOSTS']) return undefined;
  const services = readServiceHosts(hosts);
  const before = { ...process.env };
  const interception = await intercept({ services, target, isGuarded: false, env: before });
  Object.assign(process.env, interception.environment);
  return {
    ...interception,
    close() {
      for (const name of Object.keys(interception.environment))
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      interception.close();
    },
  };
}

/** The sandbox of a run. */
interface RunSandbox {
  readonly shared: Omit<SharedSandbox, 'reports'>;
  readonly admin: Admin;
  readonly isOuter: boolean;
  close(): Promise<void>;
}

async function sandboxOfRun(options: SettingsInput): Promise<RunSandbox> {
  const sandbox = await createSandbox(options);
  const { url, adminUrl, close } = sandbox;
  if (adminUrl === null) {
    await close();
    throw new UsageError('The sandbox of a test run needs its admin surface.');
  }
  const token = options.adminToken;
  const shared = { url, adminUrl, ...(token !== undefined && { adminToken: token }) };
  return { shared, admin: sandbox, isOuter: false, close };
}

/** The sandbox that the environment names, as `exec` and `env` do. @throws UsageError if it has other settings */
async function outerSandbox(
  options: SettingsInput,
  { clock }: Pick<ReadSettings, 'clock'>,
): Promise<RunSandbox | undefined> {
  const {
    CREATOR_SANDBOX_URL: url,
    CREATOR_SANDBOX_ADMIN: adminUrl,
    SANDBOX_ADMIN_TOKEN: token,
  } = process.env;
  if (!url || !adminUrl) return undefined;
  const admin = await connect(url, { adminUrl, token });
  const running = await admin.settings();
  for (const [name, value] of Object.entries(options))
    if (
      !settingsNotCompared.includes(name) &&
      value !== undefined &&
      !isDeepStrictEqual(running[name as keyof Settings], value)
    )
      throw new UsageError(
        `The setup wants ${name} ${JSON.stringify(value)}, but the sandbox at ${url} has ${JSON.stringify(running[name as keyof Settings])}. Start that one with ${flagOf(name)}.`,
      );
  if (options.clock !== undefined && options.clock !== running.clock) await admin.setClock(clock);
  const shared = { url, adminUrl, ...(token && { adminToken: token }) };
  return { shared, admin, isOuter: true, close: async () => {} };
}

/** Settings that say nothing about what a sandbox answers; and the clock, which can be set. */
const settingsNotCompared: readonly string[] = [
  ...runSettingNames,
  'adminToken',
  'port',
  'logLevel',
  'clock',
];

/** Gates that no run can fulfil stop it before it begins. @throws UsageError */
async function checkGates(admin: Admin, gates: Gates, options: SettingsInput): Promise<void> {
  const found = await fetchReport(admin);
  if (!found && runSettingNames.some((name) => options[name] !== undefined))
    throw new UsageError('Gates count the requests of the journal, and "journal" is 0.');
  const flaw = found && findGateFlaw(gates, found.coverage.cells);
  if (flaw !== undefined) throw new UsageError(flaw);
}

/** The report of a sandbox; undefined while its journal is off. */
async function fetchReport(admin: Admin): Promise<Report | undefined> {
  try {
    return await admin.report();
  } catch (error) {
    if (error instanceof AdminError && error.status === 409) return undefined;
    throw error;
  }
}

async function reportsIn(folder: string): Promise<Report[]> {
  const files = await readdir(folder);
  return Promise.all(
    files.sort().map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Report),
  );
}

const mergedReport = (reports: readonly Report[]): Report =>
  reports.length === 1 && reports[0] ? reports[0] : mergeReports(reports);
