import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MutationReport } from '../../src/trials/mutation/report.ts';
import { isRunning } from '../process.ts';
import { suiteFolder } from './suites.ts';

const { folder, suite, run } = suiteFolder();
const json = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as MutationReport;

/** The report of a run of `mutate`. */
async function mutated(command: string[], flags: readonly string[], name = 'report.json') {
  const { code, out, err } = await run('mutate', ['--json', name, ...flags], command);
  return { code, out, err, report: json(name), statuses: statusesIn(json(name)) };
}

const statusesIn = ({ mutants }: MutationReport) =>
  Object.fromEntries(mutants.map(({ id, status }) => [id, status]));

const knownSuite = suite(
  'known',
  `const one = await get('/clip/profile?uniqueId=sample.creator');
  assert(one.body.data.totalFollowers === 486213, 'followers');
  assert(one.body.creditsUsed === 2, 'credits');
  const none = await get('/clip/profile?uniqueId=nobody.at.all');
  assert(none.body.errorCode === 'NOT_FOUND', 'code');`,
);
const fast =
  'field-missing,number-as-text,list-empty,credits-used-wrong,credits-available-stale,status-wrong,error-code-wrong,success-wrong,rate-limited-always,rate-limited-once';

describe('mutate', () => {
  it('gives a suite of known assertions the score that they predict, exactly', async () => {
    const { code, report, statuses, err } = await mutated(knownSuite, ['--only', fast, '--junit', 'm.xml']);
    expect(statuses).toEqual({
      'field-missing clip/profile': 'killed',
      'number-as-text clip/profile': 'killed',
      'list-empty clip/profile': 'survived',
      'credits-used-wrong clip/profile': 'killed',
      'credits-available-stale clip/profile': 'survived',
      'status-wrong clip/profile': 'survived',
      'error-code-wrong clip/profile': 'killed',
      'success-wrong clip/profile': 'survived',
      'rate-limited-always clip/profile': 'killed',
      'rate-limited-once clip/profile': 'killed',
    });
    expect([code, report.score, report.complete, report.clean.operations.map(({ calls }) => calls)]).toEqual([
      0,
      60,
      true,
      [2],
    ]);
    expect(err).toContain('creator-sandbox: Score 60 %: the tests noticed 6 of 10 mutants.\n');
    expect(err).toContain('  clip/profile  credits-available-stale  /creditsAvailable 998 → 1000\n');

    expect(readFileSync(join(folder, 'm.xml'), 'utf8')).toContain('name="mutants" tests="10" failures="4"');
  });

  it('gives a suite that asserts nothing 0', async () => {
    const command = suite('nothing', `await get('/clip/profile?uniqueId=sample.creator');`);
    const calm = await mutated(command, [
      '--only',
      'field-missing,list-empty,status-wrong,credits-refused-always',
      '--min',
      '1',
    ]);
    expect([calm.code, calm.report.score]).toEqual([3, 0]);
    expect(calm.err).toContain('creator-sandbox: The score is 0 %, below 1 %');
  });

  it('takes fields one by one', async () => {
    const { report } = await mutated(knownSuite, ['--only', 'number-as-text', '--each-field']);
    const killed = report.mutants.filter(({ status }) => status === 'killed');
    expect(killed.map(({ place }) => place)).toEqual(['/totalFollowers']);
    expect(report.mutants.length).toBeGreaterThan(5);
  });

  it('ends a run that hangs with all processes of its group, and counts it as noticed', async () => {
    const command = suite(
      'hanging',
      `import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      const { body } = await get('/clip/profile?uniqueId=sample.creator');
      if (body.data?.totalFollowers === undefined) {
        const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
        writeFileSync('pid', String(pid));
        await new Promise(() => setInterval(() => {}, 1000));
      }`,
    );
    const { statuses, report } = await mutated(command, ['--only', 'field-missing', '--timeout', '15s']);
    expect(statuses).toEqual({ 'field-missing clip/profile': 'timeout' });
    expect(report.score).toBe(100);
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('fails when the time is over before every mutant had a run, whatever the score', async () => {
    const flags = ['--only', 'field-missing,list-empty', '--budget-time', '1ms', '--min', '0'];
    const { code, report, err } = await mutated(knownSuite, flags);
    expect([code, report.complete, report.left]).toEqual([3, false, 2]);
    expect(err).toContain('2 mutants had no run');
  });

  describe('a late reply', () => {
    const late = ['--only', 'reply-late'];
    const waiting = suite('waiting', `await get('/clip/profile?uniqueId=sample.creator');`);
    const fateOf = ({ report: { mutants } }: { report: MutationReport }) =>
      mutants.map(({ status, example, reason }) => ({ status, example, reason }));

    it('proves nothing against a client that waits for it, under any clock, unless --late says that it should not', async () => {
      expect(fateOf(await mutated(waiting, [...late, '--clock', '2026-01-01T00:00:00Z']))).toEqual([
        {
          status: 'equivalent',
          example: 'the first reply comes 11 s late',
          reason: 'the client waited 11 s: whether it gives up later, --late shows',
        },
      ]);
      expect(fateOf(await mutated(waiting, [...late, '--late', '200ms', '--timeout', '60s']))).toEqual([
        { status: 'survived', example: 'the first reply comes 0.2 s late' },
      ]);
    });

    it('does not end by --timeout', async () => {
      expect(fateOf(await mutated(waiting, [...late, '--late', '6s', '--timeout', '6s']))).toMatchObject([
        { status: 'survived' },
      ]);
    });
  });

  it('acts on what the fault rules of the suite leave', async () => {
    const own = (match: string) =>
      suite(
        'own-rules',
        `await fetch(url + '/__admin/faults', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ match: ${match}, respond: { status: 404 }, times: 1 }),
        });
        const first = await get('/clip/profile?uniqueId=sample.creator');
        assert(first.status === 404, 'the rule of the suite');
        await get('/clip/profile?uniqueId=sample.creator');`,
      );
    const flags = ['--only', 'rate-limited-once,rate-limited-always,unavailable-once'];
    const { statuses } = await mutated(own(`{ operation: 'clip/profile' }`), flags);
    expect(statuses).toEqual({
      'rate-limited-always clip/profile': 'survived',
      'rate-limited-once clip/profile': 'survived',
      'unavailable-once clip/profile': 'survived',
    });
  });

  it('gives each run a ledger of its own in memory, whatever the environment says', async () => {
    const ledger = join(folder, 'ledger');
    const inDatabase = await run('mutate', ['--only', 'error-code-wrong'], knownSuite, {
      env: { PATH: process.env['PATH'], SANDBOX_LEDGER: 'postgres://nobody@127.0.0.1:1/none' },
    });
    expect([inDatabase.code, inDatabase.err]).toEqual([0, expect.stringContaining('Score 100 %')]);
    const onDisk = await run('mutate', ['--only', 'error-code-wrong'], knownSuite, {
      env: { PATH: process.env['PATH'], SANDBOX_LEDGER: 'sqlite', SANDBOX_DATA: ledger },
    });
    expect([onDisk.code, onDisk.err]).toEqual([0, expect.stringContaining('Score 100 %')]);
    expect(existsSync(ledger)).toBe(false);
  });

  it('says so when the command fails by itself, calls nothing or cannot be run', async () => {
    const failing = await run('mutate', [], suite('failing', `assert(false, 'always');`));
    expect([failing.code, failing.err]).toEqual([
      1,
      expect.stringMatching(
        /FAILED: always\ncreator-sandbox: ".*" already fails on honest replies \(exit code 1\): make it pass first\.\n$/,
      ),
    ]);
    const idle = await run('mutate', [], suite('idle', ''));
    expect([idle.code, idle.err]).toEqual([1, expect.stringContaining('calls no operation of the sandbox')]);
    expect((await run('mutate', [], ['no-such-program'])).code).toBe(2);
    const misspelt = await run('mutate', ['--only', 'field-missin'], knownSuite);
    expect([misspelt.code, misspelt.err]).toEqual([
      2,
      expect.stringContaining('the nearest valid one is field-missing.'),
    ]);
  });
});
