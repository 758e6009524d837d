import { expect, it } from 'vitest';
import { createLog } from '../../src/cli/log.ts';

function logOn(isTTY: boolean, level = 'info') {
  const written: [to: string, text: string][] = [];
  const to = (name: string) => ({ isTTY, write: (text: string) => written.push([name, text]) });
  return { written, ...createLog({ stdout: to('stdout'), stderr: to('stderr') }, level) };
}

it('holds its lines back until the ready line is out, or says them as errors where the start failed', () => {
  for (const [failed, place] of [
    [false, 'stdout'],
    [true, 'stderr'],
  ] as const) {
    const { log, open, written } = logOn(false);
    log.info({ more: 1 }, 'Early.');
    log.debug('Too fine.');
    expect(written).toEqual([]);
    open(failed);
    log.warn('Late.');
    expect(written.map(([to, text]) => [to, JSON.parse(text)])).toEqual([
      [place, { level: 30, time: expect.any(Number), more: 1, msg: 'Early.' }],
      ['stdout', { level: 40, time: expect.any(Number), msg: 'Late.' }],
    ]);
  }
  const { log, written } = logOn(true);
  log.info('Not for people.');
  log.warn('A warning.');
  log.error(Object.assign(new Error('sandbox:plan=1:secret-key'), { stack: 'at a.js:1' }), 'It failed.');
  expect(written).toEqual([
    ['stderr', 'creator-sandbox: A warning.\n'],
    ['stderr', 'creator-sandbox: It failed.\nat a.js:1\n'],
  ]);
});
