import { expect, it } from 'vitest';
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
