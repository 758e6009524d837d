import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { newFolder } from '../new-folder.ts';
import { runToEnd } from '../process.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const call = `await fetch(process.env.CREATOR_SANDBOX_URL + '/usage', { headers: { 'api-key': process.env.CREATOR_SANDBOX_KEY } });`;

/** A command that calls the sandbox, says so, and then waits. */
const waiting = (whenSignalled = '') => [
  process.execPath,
  '--input-type=module',
  '-e',
  `${whenSignalled}${call}; console.log('called'); setInterval(() => {}, 1_000);`,
];
const leaving = (code: number) =>
  waiting(`for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => process.exit(${code}));`);

/** Runs a verb, and sends a signal once its command has called. @returns how it ended, and what it said */
async function ended(line: string[], signal: NodeJS.Signals, env: Record<string, string> = {}) {
  const cwd = newFolder();
  const child = spawn(process.execPath, [main, ...line], { cwd, env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stderr.on('data', (piece: Buffer) => {
    err += piece;
  });
  for await (const piece of child.stdout as AsyncIterable<Buffer>) {
    if (out === '') child.kill(signal);
    out += piece;
  }
  // Its streams end with it, or with the command.
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { code: child.exitCode ?? child.signalCode, out, err, cwd };
}

const exec = (flags: string[], command: string[]) => ['exec', '--size', '60', ...flags, '--', ...command];
const codeOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal];

describe('a run that a signal ends', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    'by %s has its report, and the code of the signal',
    async (signal) => {
      const { code, err } = await ended(exec(['--budget', '5'], waiting()), signal);
      expect(code).toBe(codeOf(signal));
      expect(err).toContain('creator-sandbox: 1 request, ');
      expect(err).toMatch(/Gate budget: .* It holds\./);
    },
  );

  it('has the code of a command that ends by itself, and its own where that is 0', async () => {
    expect((await ended(exec([], leaving(7)), 'SIGTERM')).code).toBe(7);
    expect((await ended(exec([], leaving(0)), 'SIGINT')).code).toBe(codeOf('SIGINT'));
  });

  it('ends a command that does not listen, and judges its gates', async () => {
    const deaf = waiting(`for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => {});`);
    const { code, err } = await ended(exec(['--require', '402'], deaf), 'SIGHUP');
    expect(code).toBe(codeOf('SIGHUP'));
    expect(err).toContain('1 gate does not hold.');
  });

  it('of record has its receipt and its recordings', async () => {
    const service = await createSandbox({ size: 60 });
    onTestFinished(() => service.close());
    const { code, err, cwd } = await ended(
      ['record', '--target', service.url, '--spend', '5', '--', ...waiting()],
      'SIGTERM',
      { CREATOR_SANDBOX_TARGET_KEY: 'demo-full' },
    );
    expect(code).toBe(codeOf('SIGTERM'));
    expect(err).toContain('1 calls, ');
    expect(readdirSync(cwd)).toContain('recordings');
  });
});

it.each([
  [['--budget', '5'], 3],
  [['--guard'], 3],
  [['--budget', '5', '--allow-no-requests'], 0],
  [[], 0],
])(
  'a command that asks the sandbox for nothing, with the gates %j, ends a run with %i',
  async (gates, code) => {
    const run = await runToEnd(exec(gates, ['true']));
    expect(run.code).toBe(code);
    if (code !== 0) expect(run.err).toContain('The command asked the sandbox for nothing');
  },
);

describe('a sandbox that npm starts', () => {
  const start = [process.execPath, main, 'start', '--size', '60', '--port', '0'];

  it.each([
    { event: 'start', name: 'creator-sandbox', command: start },
    { event: 'npx', name: 'theirs', command: start },
    { event: 'npx', name: 'theirs', command: ['sh', '-c', `'${start.join("' '")}'; exit`] },
  ])('ends with npm: $event, $command.0', async ({ event, name, command }) => {
    // As npm does for some signals, the parent dies and passes nothing on.
    const [file, ...args] = command;
    const parent = spawn(
      process.execPath,
      ['-e', `require('node:child_process').spawn('${file}', ${JSON.stringify(args)}, { stdio: 'inherit' })`],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, npm_lifecycle_event: event, npm_package_name: name },
      },
    );
    const [ready] = (await once(parent.stdout, 'data')) as [Buffer];
    const { url } = JSON.parse(ready.toString()) as { url: string };
    expect((await fetch(`${url}/__admin/health`)).status).toBe(200);
    parent.kill('SIGKILL');
    // Its output ends with the sandbox, which holds it.
    await once(parent.stdout.resume(), 'end');
    await expect(fetch(`${url}/__admin/health`)).rejects.toThrow();
  });
});
