import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Io } from '../../../src/cli/io.ts';
import { fastTimersFor, heldMsAt } from '../../../src/cli/trials/fast-timers.ts';
import { newFolder } from '../../new-folder.ts';

/** A folder of programs on the path. */
function programsOf(...names: string[]): string {
  const bin = newFolder();
  for (const name of names) {
    writeFileSync(join(bin, name), '');
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}
const bin = programsOf('client', 'tool.mjs', 'faketime');
symlinkSync(join(bin, 'tool.mjs'), join(bin, 'tool'));
writeFileSync(join(bin, 'text.js'), '');
const timersOf = (command: string[], env: Io['env']) => fastTimersFor(command, 20, { cwd: bin, env } as Io);

it.each([
  ['node', true],
  ['/opt/npx', true],
  ['yarn.cmd', true],
  ['corepack.exe', true],
  ['nodejs', false],
  ['tool', true],
  ['./tool.mjs', true],
  ['./text.js', false],
  ['./client', false],
  ['client', false],
])('the program %s is one of Node: %s', (program, isNode) => {
  const timers = timersOf([program, 'test'], { PATH: `/nowhere:${bin}` });
  expect([timers.isExact, timers.speed]).toEqual([isNode, 20]);
  expect(timers.command).toEqual([...(isNode ? [] : ['faketime', '-f', '+0 x20']), program, 'test']);
  if (!isNode) expect(timers.envOf(true)).toEqual({});
});

it('a program of Node learns its speed, and how long it waits for a reply that is held', () => {
  const { envOf } = timersOf(['node'], { NODE_OPTIONS: '--no-warnings' });
  const plain = {
    NODE_OPTIONS: expect.stringMatching(/^--no-warnings --import=file:\S+\/fast-timers\.[jt]s$/),
    CREATOR_SANDBOX_FAST_TIMERS: '20',
  };
  expect(envOf(false)).toEqual(plain);
  expect(envOf(true)).toEqual({ ...plain, CREATOR_SANDBOX_HELD_AFTER: '3000' });
  expect(timersOf(['node'], {}).envOf(false)['NODE_OPTIONS']).toMatch(/^--import=/);
  expect([heldMsAt(20, 11_000), heldMsAt(3, 1)]).toEqual([7_100, 6_001]);
});

it('another program needs faketime on the path', () => {
  expect(() => timersOf(['client'], { PATH: programsOf('client') })).toThrow(
    '--fast-timers: client is no Node program, so its time runs faster only under faketime, which is not installed.',
  );
});
