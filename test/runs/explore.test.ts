import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExplorationReport } from '../../src/trials/exploration/report.ts';
import { suiteFolder } from './suites.ts';

const { folder, suite, run } = suiteFolder();
const json = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ExplorationReport;

const batch = `
const fetchAll = async () => {
  for (const handle of ['sample.creator', 'sample.friend']) {
    const reply = await get('/clip/profile?uniqueId=' + handle);
    if (!reply.body.success) throw reply;
  }
};`;

/** It pays again for what it has. */
const bad = suite(
  'batch',
  `${batch}
for (let attempt = 0; ; attempt += 1)
  try { await fetchAll(); break; }
  catch (error) {
    if (attempt === 3 || [401, 402].includes(error.status)) process.exit(1);
    await new Promise((resolve) => setTimeout(resolve, 30 * 3 ** attempt));
  }`,
);
const flags = ['--faults', '503,reply-lost,402-onward'];

describe('explore', () => {
  it('reports the smallest schedule with its calls and credits, and how to see it again, in every format', async () => {
    const { code, err } = await run('explore', [...flags, '--json', 'r.json', '--junit', 'r.xml'], bad);
    const { findings, calls, credits, complete, schedules } = json('r.json');
    expect([code, complete, credits, calls.length, schedules.left]).toEqual([3, true, 4, 2, 0]);
    expect(findings).toHaveLength(1);
    const [finding] = findings;
    expect(finding).toMatchObject({
      kind: 'paid-twice',
      sentence:
        'When clip/profile (uniqueId=sample.friend) is refused once with 503: clip/profile uniqueId=sample.creator had been delivered, and cost 2 credits more.',
      schedule: [{ call: 'clip/profile uniqueId=sample.friend#1', outcome: '503' }],
      credits: 2,
      callCount: 4,
    });
    expect(
      finding?.calls.map(({ status, credits: paid, isDelivered }) => [status, paid, isDelivered]),
    ).toEqual([
      [200, 2, true],
      [503, 0, false],
      [200, 2, true],
      [200, 2, true],
    ]);
    expect(err).toContain(
      '  paid-twice  When clip/profile (uniqueId=sample.friend) is refused once with 503: ',
    );
    expect(readFileSync(join(folder, 'r.xml'), 'utf8')).toContain('name="schedules" tests="2" failures="1"');
  });

  it('runs one schedule again, which fails before the mend and passes after it', async () => {
    const [finding] = json('r.json').findings;
    const schedule = ['--schedule', `503@${finding?.schedule[0]?.call}`];
    expect(finding?.again).toContain(`--schedule '${schedule[1]}' `);
    expect((await run('explore', schedule, bad)).code).toBe(3);
    const mended = suite(
      'mended',
      `const known = new Set();
for (const handle of ['sample.creator', 'sample.friend'])
  for (let attempt = 0; !known.has(handle); attempt += 1) {
    const reply = await get('/clip/profile?uniqueId=' + handle).catch(() => undefined);
    if (reply?.body.success) known.add(handle);
    else if (attempt === 3 || [401, 402].includes(reply?.status)) process.exit(1);
    else await new Promise((resolve) => setTimeout(resolve, 30 * 3 ** attempt));
  }`,
    );
    expect((await run('explore', schedule, mended)).code).toBe(0);
    expect((await run('explore', flags, mended)).code).toBe(0);
  });

  it('begins no run when its time is over, and says what is left', async () => {
    const { code, err } = await run(
      'explore',
      [...flags, '--json', 'part.json', '--budget-time', '1ms'],
      bad,
    );
    expect([code, json('part.json').complete, json('part.json').schedules.left]).toEqual([3, false, 6]);
    expect(err).toContain('6 schedules had no run: the time was over.');
  });

  it('names the line that makes the call', async () => {
    const named = ['--call-sites', '--faults', '503', '--json', 's.json'];
    await run('explore', named, bad);
    const [finding] = json('s.json').findings;
    // The helper of the suite sends all requests.
    const callSite = { file: 'batch.mjs', line: 5, function: 'get' };
    expect(finding?.schedule[0]?.callSite).toMatchObject(callSite);
    expect(finding?.calls.map((call) => call.callSite)).toMatchObject(Array(4).fill(callSite));
    expect(finding?.sentence).toMatch(/ cost 2 credits more\. Made at batch\.mjs:5:\d+ get\.$/);
  });

  it('ends a client that calls for ever', async () => {
    const endless = suite(
      'endless',
      `while (!(await get('/clip/profile?uniqueId=sample.creator')).body.success);`,
    );
    const { code } = await run('explore', ['--faults', '503-onward', '--json', 'e.json'], endless);
    expect(code).toBe(3);
    expect(json('e.json').findings.map(({ kind }) => kind)).toContain('unbounded');
  });

  it.each([
    [['--faults', '504'], '--faults: there is no outcome "504"; the nearest valid one is 503.'],
    [
      ['--must-survive', '503-onward'],
      '--must-survive: no command can survive 503-onward, which does not end.',
    ],
    [
      ['--only', 'clip/profil'],
      '--only: there is no operation "clip/profil"; the nearest valid one is clip/profile.',
    ],
    [['--schedule', '503@usage#1'], '--schedule: the command makes no call for "503@usage#1".'],
    [['--journal', '0'], 'explore needs the journal'],
  ])('refuses %j', async (given, sentence) => {
    const { code, err } = await run('explore', given, bad);
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it('needs a command that passes without faults and calls the service', async () => {
    expect((await run('explore', [], suite('failing', 'process.exit(4);'))).err).toContain('exit code 4');
    const idle = await run('explore', [], suite('idle', ''));
    expect([idle.code, idle.err]).toEqual([1, expect.stringContaining('calls no operation of the sandbox')]);
  });
});
