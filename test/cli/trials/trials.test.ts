import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Flags } from '../../../src/cli/flags.ts';
import { defaultTimeoutMs, failureOfFirst } from '../../../src/cli/trials/runner.ts';
import { openTrials, type Trial, type TrialOptions, type Trials } from '../../../src/cli/trials/trials.ts';
import { readSettings } from '../../../src/core/settings.ts';
import { newFolder } from '../../new-folder.ts';
import { freePort } from '../../postgres/free-port.ts';

/** Runs a program of Node as the verbs that try a command do. */
async function trialOf(script: string, options: TrialOptions = {}, cwd = newFolder()): Promise<Trial> {
  return (await trialsOf(script, {}, cwd)).run(undefined, options);
}

async function trialsOf(script: string, flags: Flags, cwd = newFolder()): Promise<Trials> {
  const io = {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', OWN: 'of all' },
    stderr: { write: () => {} },
    untilStopped: () => new Promise<void>(() => {}),
    signalGroup(leader: number, signal: NodeJS.Signals) {
      try {
        process.kill(-leader, signal);
      } catch {
        // It has ended.
      }
    },
  } as unknown as Parameters<typeof openTrials>[2];
  const { settings } = readSettings({ flags: { size: 60, ...flags } });
  return openTrials([process.execPath, '-e', script], settings, io);
}

describe('a run of the command', () => {
  it('is known by its exit code and the last 16 KiB that it says', async () => {
    const said = 'abcdefghij'.repeat(2_000);
    const failed = await trialOf(`process.stdout.write('${said}', () => process.exit(7));`);
    expect(failed).toMatchObject({ passed: false, timedOut: false, code: 7 });
    expect(failed.output).toBe(said.slice(-16_384));
    const passed = await trialOf("console.error('done')");
    expect(passed).toMatchObject({ passed: true, timedOut: false, code: 0, output: 'done\n' });
  });

  it('finds the sandbox and the variables of all runs', async () => {
    const script = 'console.log(process.env.OWN, process.env.CREATOR_SANDBOX_URL.slice(0, 16))';
    expect((await trialOf(script)).output).toBe('of all http://127.0.0.1\n');
  });

  it('has ports of its own, beside other runs, whatever ports the settings name', async () => {
    const [port, adminPort] = [await freePort(), await freePort()];
    const script = "console.log(process.env.CREATOR_SANDBOX_ADMIN.split('/')[2])";
    const { run } = await trialsOf(script, { port, adminPort });
    const outputs = (await Promise.all([run(undefined), run(undefined)])).map(({ output }) => output.trim());
    expect(new Set([...outputs, `127.0.0.1:${adminPort}`]).size).toBe(3);
  });

  it('ends after its time, and when it is told to', async () => {
    const forEver = 'setInterval(() => {}, 1_000)';
    expect(await trialOf(forEver, { timeoutMs: 50 })).toMatchObject({ passed: false, timedOut: true });
    const leaving = new AbortController();
    const folder = newFolder();
    const begun = `require('node:fs').writeFileSync('begun', ''); ${forEver}`;
    const trial = trialOf(begun, { signal: leaving.signal }, folder);
    await expect.poll(() => existsSync(join(folder, 'begun'))).toBe(true);
    leaving.abort();
    expect(await trial).toMatchObject({ passed: false, timedOut: false, code: 137 });
  });
});

it('a first run that fails is no measure, and its reason is said below what it said', () => {
  const trial = { passed: false, timedOut: false, code: 2, ms: 1, cpuMs: 1, output: 'FAILED\n' };
  const said = (more: Partial<Trial>, hasCalled = true, unreached?: string) =>
    failureOfFirst({ ...trial, ...more }, ['npm', 'test'], 'without faults', hasCalled, unreached);
  expect(said({ passed: true })).toBeUndefined();
  expect(said({})).toEqual({
    text: 'FAILED\ncreator-sandbox: "npm test" already fails without faults (exit code 2): make it pass first.\n',
    code: 1,
  });
  expect(said({ timedOut: true })).toEqual({
    text: 'FAILED\ncreator-sandbox: "npm test" does not end in time without faults: raise --timeout.\n',
    code: 1,
  });
  expect(said({ passed: true }, false)).toEqual({
    text: 'creator-sandbox: "npm test" calls no operation of the sandbox: point its client at CREATOR_SANDBOX_URL.\n',
    code: 1,
  });
  expect(said({ passed: true }, false, 'a.test')).toEqual({
    text: 'creator-sandbox: No request to a.test arrived: if the command made some, they may have reached the service. Name the host in its code, or look its client up in docs/clients.md.\n',
    code: 3,
  });
});

it('the limit of a run is three times the first one and 15 seconds, longer where runs share processors', () => {
  const processors = availableParallelism();
  const limits = [1, processors, processors * 3].map((workers) => defaultTimeoutMs({ ms: 2_000 }, workers));
  expect(limits).toEqual([21_000, 21_000, 63_000]);
});
