import { expect, it } from 'vitest';
import { createLog } from '../../src/cli/log.ts';

function logOn(isTTY: boolean, level = 'info', process?: number) {
  const written: [to: string, text: string][] = [];
  const to = (name: string) => ({ isTTY, write: (text: string) => written.push([name, text]) });
  return { written, ...createLog({ stdout: to('stdout'), stderr: to('stderr') }, level, process) };
}

const line = (level: number) => JSON.stringify({ level, time: 1, process: 2, msg: 'A message.' });
const request = '{"event":"request","status":200}';

it('passes lines of other processes on as they are where there is no terminal', () => {
  const { pass, written } = logOn(false);
  for (const each of [line(30), line(40), request]) pass(each);
  expect(written).toEqual([line(30), line(40), request].map((each) => ['stdout', `${each}\n`]));
});

it('shows warnings of other processes in words on a terminal, and less where the level says so', () => {
  const inWords = ['stderr', 'creator-sandbox: A message. {"process":2}\n'];
  const { pass, written } = logOn(true);
  for (const each of [line(30), line(40), request]) pass(each);
  expect(written).toEqual([inWords, ['stdout', `${request}\n`]]);

  const detailed = logOn(true, 'debug');
  detailed.pass(line(20));
  const silent = logOn(true, 'silent');
  silent.pass(line(60));
  expect([detailed.written, silent.written]).toEqual([[inWords], []]);
});

it('holds its lines back until the ready line is out, or says them as errors where the start failed', () => {
  for (const [failed, place] of [
    [false, 'stdout'],
    [true, 'stderr'],
  ] as const) {
    const { log, open, written } = logOn(false, 'info', 3);
    log.info({ more: 1 }, 'Early.');
    log.debug('Too fine.');
    expect(written).toEqual([]);
    open(failed);
    log.warn('Late.');
    expect(written.map(([to, text]) => [to, JSON.parse(text)])).toEqual([
      [place, { level: 30, time: expect.any(Number), process: 3, more: 1, msg: 'Early.' }],
      ['stdout', { level: 40, time: expect.any(Number), process: 3, msg: 'Late.' }],
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
