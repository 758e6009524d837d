import { expect, it } from 'vitest';
import { createLog } from '../../src/cli/log.ts';

function logOn(isTTY: boolean, level = 'info') {
  const written: [to: string, text: string][] = [];
  const to = (name: string) => ({ isTTY, write: (text: string) => written.push([name, text]) });
  return { written, ...createLog({ stdout: to('stdout'), stderr: to('stderr') }, level) };
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
