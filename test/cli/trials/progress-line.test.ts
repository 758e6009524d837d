import { expect, it, onTestFinished, vi } from 'vitest';
import { progressLine } from '../../../src/cli/trials/progress-line.ts';

function shownOf(total: number, isTTY: boolean): { lines: string[]; rewritten: string[] } {
  const [lines, rewritten]: [string[], string[]] = [[], []];
  const line = progressLine(
    {
      isTTY,
      write: (text: string) => lines.push(text),
      rewrite: (text: string) => rewritten.push(text),
    } as never,
    'mutants',
  );
  for (let done = 1; done <= total; done++) line.show(done, total, `${done} killed`);
  line.end();
  return { lines, rewritten };
}

it('a log gets a line after each tenth of the mutants, and no other', () => {
  const { lines, rewritten } = shownOf(40, false);
  expect(rewritten).toEqual([]);
  expect(lines.map((text) => text.replace(/, about .* left/, ''))).toEqual(
    [4, 8, 12, 16, 20, 24, 28, 32, 36, 40].map(
      (done) => `creator-sandbox: ${done} of 40 mutants: ${done} killed\n`,
    ),
  );
  expect(shownOf(3, false).lines).toHaveLength(3);
});

it('a terminal gets one line that changes, which is empty in the end', () => {
  const { lines, rewritten } = shownOf(12, true);
  expect(lines).toEqual([]);
  expect(rewritten).toHaveLength(13);
  expect(rewritten.slice(-2)).toEqual(['12 of 12 mutants: 12 killed', '']);
});

it('the time that is left is as long for each as before, in seconds up to two minutes', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const rewritten: string[] = [];
  const line = progressLine(
    { isTTY: true, rewrite: (text: string) => rewritten.push(text) } as never,
    'runs',
  );
  vi.advanceTimersByTime(10_000);
  for (const total of [3, 24, 26, 240]) line.show(2, total);
  vi.advanceTimersByTime(2_900);
  line.show(2, 20);
  line.show(20, 20);
  expect(rewritten).toEqual([
    '2 of 3 runs, about 5 s left',
    '2 of 24 runs, about 110 s left',
    '2 of 26 runs, about 2 min left',
    '2 of 240 runs, about 20 min left',
    '2 of 20 runs, about 117 s left',
    '20 of 20 runs',
  ]);
});

it('nothing shown on a terminal leaves nothing to take away', () => {
  const rewritten: string[] = [];
  progressLine({ isTTY: true, rewrite: (text: string) => rewritten.push(text) } as never, 'runs').end();
  expect(rewritten).toEqual([]);
});
