import type { Output } from '../io.ts';

/** Shows the progress of the runs: on a terminal in one line that changes, elsewhere in a line after each tenth. */
export function progressLine(
  output: Output,
  noun: string,
): { show(done: number, total: number, counts?: string): void; end(): void } {
  const startedAt = performance.now();
  let shownTenth = 0;
  let isShown = false;
  return {
    show(done, total, counts = '') {
      const text = `${done} of ${total} ${noun}${counts === '' ? '' : `: ${counts}`}${done < total ? `, ${leftOf(startedAt, done, total)} left` : ''}`;
      if (output.isTTY) {
        output.rewrite?.(text);
        isShown = true;
        return;
      }
      const tenth = Math.floor((done / total) * 10);
      if (tenth > shownTenth) output.write(`creator-sandbox: ${text}\n`);
      shownTenth = tenth;
    },
    end() {
      if (isShown) output.rewrite?.('');
    },
  };
}

function leftOf(startedAt: number, done: number, total: number): string {
  const seconds = Math.ceil((((performance.now() - startedAt) / done) * (total - done)) / 1000);
  return seconds < 120 ? `about ${seconds} s` : `about ${Math.ceil(seconds / 60)} min`;
}
