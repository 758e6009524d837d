import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn } from './io.ts';

const folder = newFolder();
const sandbox = await createSandbox({ size: 60, clock: '2026-06-01T12:00:00Z', adminToken: 'secret' });
afterAll(() => sandbox.close());

const env = { SANDBOX_PORT: new URL(sandbox.url).port, SANDBOX_ADMIN_TOKEN: 'secret' };
const command = (...line: string[]) => commandIn(folder, line, { env });
/** The output of a verb as JSON. */
async function printed(...line: string[]): Promise<unknown> {
  const { code, out, err } = await command(...line, '--json');
  expect([code, err]).toEqual([0, '']);
  return out === '' ? undefined : JSON.parse(out);
}
const look = (key: string) => fetch(sandbox.exampleUrl, { headers: { 'api-key': key } });

describe('the verbs of the command line', () => {
  it('go to the sandbox that their flags name, before or after the action', async () => {
    const bare = (...line: string[]) =>
      commandIn(folder, line, { env: { CREATOR_SANDBOX_ADMIN: 'http://127.0.0.1:9/__admin' } });
    const flags = ['--port', env.SANDBOX_PORT, '--admin-token', 'secret'];
    expect((await bare('keys', 'show', 'demo-low', ...flags)).code).toBe(0);
    expect((await bare('keys', ...flags, 'show', 'demo-low')).code).toBe(0);
    const ofAdmin = flags.with(0, '--admin-port');
    for (const each of [flags, ofAdmin]) expect((await bare('requests', 'count', ...each)).code).toBe(0);
    expect((await bare('keys', 'show', 'demo-low')).err).toContain('http://127.0.0.1:9 does not answer');
  });

  it('take, export, import, restore and delete a snapshot', async () => {
    const key = 'sandbox:plan=10:cli-snapshot';
    await look(key);
    await printed('snapshot', 'take', 'before');
    const exported = (await command('snapshot', 'export', 'before')).out;
    writeFileSync(join(folder, 'before.json'), exported);
    await look(key);
    await printed('snapshot', 'import', 'again', 'before.json');
    await printed('snapshot', 'restore', 'again');
    expect(await printed('keys', 'show', key)).toMatchObject({ planRemaining: 8 });
    await printed('snapshot', 'delete', 'again');
    expect(await printed('snapshot')).toMatchObject({ snapshots: [{ name: 'before' }] });
  });

  it('report that no sandbox answers, and pass on refusals', async () => {
    expect(await commandIn(folder, ['keys', '--port', '9'])).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^creator-sandbox: http:\/\/127\.0\.0\.1:9 does not answer: .+\.\n$/),
    });
    expect(await commandIn(folder, ['keys'], { env: { SANDBOX_PORT: env.SANDBOX_PORT } })).toMatchObject({
      code: 1,
      err: expect.stringContaining('admin token'),
    });
  });
});

describe('creator-sandbox exec', () => {
  const script = (text: string) => ['exec', '--size', '60', '--', process.execPath, '-e', text];
  const asking = `const ask = (key) => fetch(process.env.CREATOR_SANDBOX_URL + '/clip/profile?uniqueId=sample.creator', { headers: { 'api-key': key } });`;

  it('runs a command beside a sandbox of its own, with its admin surface', async () => {
    const { code } = await commandIn(
      folder,
      script(
        "fetch(process.env.CREATOR_SANDBOX_ADMIN + '/health').then((reply) => process.exit(reply.ok ? 0 : 9))",
      ),
    );
    expect(code).toBe(0);
  });

  it('reports which calls a strict run refused', async () => {
    const [, ...rest] = script(
      `fetch(process.env.CREATOR_SANDBOX_URL + '/sponsor/list', { headers: { 'api-key': 'demo-full' } }).then((reply) => process.exit(reply.status - 500))`,
    );
    const { code, err } = await commandIn(folder, ['exec', '--strict', ...rest]);
    expect(code).toBe(1);
    expect(err).toMatch(/\ncreator-sandbox: 1 request, 1 refused \(0 of them injected\), 0 credits\.\n/);
    expect(err).toContain(
      'creator-sandbox: Your calls relied on 1 assumption: sponsor-pages (!). Run `npm start -s -- decisions` to read it. (!) may mislead client code: --strict refused such calls.\n',
    );
  });

  it('reports no requests while the journal is off, and passes on the exit code', async () => {
    const [, ...rest] = script(`${asking} ask('demo-full').then(() => process.exit(7))`);
    expect(await commandIn(folder, ['exec', '--journal', '0', '--quiet', ...rest])).toMatchObject({
      code: 7,
      err: '',
    });
  });

  it('passes on the exit code or signal of the command', async () => {
    expect((await commandIn(folder, script('process.exit(7)'))).code).toBe(7);
    expect((await commandIn(folder, script("process.kill(process.pid, 'SIGKILL')"))).code).toBe(137);
  });
});
