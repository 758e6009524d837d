import { execFileSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { openJob, runAction, runStep } from './runner.ts';

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
const folder = newFolder();

const [{ filename }] = JSON.parse(
  execFileSync('npm', ['pack', root, '--json', '--ignore-scripts'], { cwd: folder, encoding: 'utf8' }),
) as [{ filename: string }];
const packed = join(folder, filename);

it('starts a sandbox for later steps, writes the report into the summary and stops it', async () => {
  const job = openJob(join(folder, 'job'));
  const settings = JSON.stringify({
    clock: '2026-01-01T00:00:00Z',
    maxWaste: 1,
    require: ['402/INSUFFICIENT_CREDITS'],
  });

  const { status, outputs, log } = runAction(root, { package: packed, settings }, job);

  expect({ status, log }).toEqual({ status: 0, log: expect.any(String) });
  expect(outputs).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    key: 'demo-full',
    admin: `${outputs['url']}/__admin`,
    ca: '',
  });
  const ask = (query: string) => ({
    run: `curl -sS -o reply.json -H "api-key: $CREATOR_SANDBOX_KEY" "$CREATOR_SANDBOX_URL/clip/profile?${query}"`,
  });
  expect(runStep(ask('uniqueId=sample.creator'), job).status).toBe(0);

  const failed = runAction(join(root, 'report'), {}, job);
  expect(failed.status).toBe(3);
  expect(failed.log).toContain('402/INSUFFICIENT_CREDITS');
  expect(job.summary()).toMatch(/^#.*\n/);
  expect(job.summary()).toContain('clip/profile');
  await expect(fetch(`${outputs['url']}/usage`)).rejects.toThrow();
});

it('passes when the gates hold', () => {
  const job = openJob(join(folder, 'job'));
  const { outputs } = runAction(root, { package: packed, settings: '{ "budget": 5 }' }, job);
  const call = {
    run: 'curl -fsS -H "api-key: $KEY" "$URL/clip/profile?uniqueId=sample.creator" >reply.json',
    env: { URL: outputs['url'] ?? '', KEY: outputs['key'] ?? '' },
  };
  expect(runStep(call, job).status).toBe(0);
  expect(runAction(join(root, 'report'), { json: 'report.json' }, job).status).toBe(0);
  const spent = runStep({ run: 'node -p "require(process.cwd() + \'/report.json\').receipt.credits"' }, job);
  expect(spent.said.trim()).toBe('2');
});

it('lets later steps trust the certificate of a sandbox with https, and reports on it', () => {
  const job = openJob(join(folder, 'job-tls'));
  const { status, outputs, log } = runAction(root, { package: packed, settings: '{ "tls": true }' }, job);
  expect({ status, log }).toEqual({ status: 0, log: expect.any(String) });
  expect(outputs['url']).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const byCurl = {
    run: 'curl -fsS --cacert "$CREATOR_SANDBOX_CA" -H "api-key: $CREATOR_SANDBOX_KEY" "$CREATOR_SANDBOX_URL/usage"',
  };
  const byNode = {
    run: `node -e 'fetch(process.env.CREATOR_SANDBOX_URL + "/usage", { headers: { "api-key": "demo-full" } }).then(({ status }) => console.log(status))'`,
  };
  expect(runStep(byCurl, job).status).toBe(0);
  expect(runStep(byNode, job).said).toBe('200\n');

  const reported = runAction(join(root, 'report'), {}, job);
  expect({ status: reported.status, log: reported.log }).toEqual({ status: 0, log: expect.any(String) });
  expect(job.summary()).toContain('2 requests');
  expect(runStep({ run: 'node -p 1' }, job).said).toBe('1\n');
});

const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
);

it.for(['0.0.0.0', '::1'])('reports on a sandbox that listens at %s', (host, { skip }) => {
  skip(host === '::1' && !hasIpv6, 'This machine has no IPv6.');
  const job = openJob(join(folder, `job-${host.length}`));
  const settings = JSON.stringify({ host, adminToken: 'token-of-a-test' });
  const { status, log } = runAction(root, { package: packed, settings }, job);
  expect({ status, log }).toEqual({ status: 0, log: expect.any(String) });
  const call = { run: 'curl -fsS -g -H "api-key: $CREATOR_SANDBOX_KEY" "$CREATOR_SANDBOX_URL/usage"' };
  expect(runStep(call, job).status).toBe(0);
  expect(runAction(join(root, 'report'), {}, job)).toMatchObject({ status: 0 });
  expect(job.summary()).toContain('1 request,');
});

it('fails with the sentence of the sandbox when a setting is wrong', () => {
  const job = openJob(join(folder, 'job'));
  const { status, log } = runAction(root, { package: packed, settings: '{ "sede": 1 }' }, job);
  expect(status).toBe(1);
  expect(log).toContain('settings.json has no setting "sede"; the nearest valid one is seed.');
});

it('says that there is no sandbox, or that it has ended', () => {
  const job = openJob(join(folder, 'job-without'));
  expect(runAction(join(root, 'report'), {}, job)).toMatchObject({
    status: 1,
    log: 'No sandbox runs in this job: the action "creator-sandbox" starts one, in a step before this one.\n',
  });
  const started = openJob(join(folder, 'job-ended'));
  expect(runAction(root, { package: packed }, started).status).toBe(0);
  const stop = {
    run: 'kill "$(cat "$RUNNER_TEMP/creator-sandbox/pid")"; tail --pid="$(cat "$RUNNER_TEMP/creator-sandbox/pid")" -f /dev/null',
  };
  expect(runStep(stop, started).status).toBe(0);
  expect(runAction(join(root, 'report'), {}, started)).toMatchObject({
    status: 1,
    log: expect.stringContaining('The sandbox of this job has ended before its report.'),
  });
});
