import { randomUUID } from 'node:crypto';
import { plainText } from '../core/plain-text.ts';
import type { Io, Output } from './io.ts';

/**
 * The process with outputs that a text from elsewhere cannot act on: every text that the command line writes passes
 * here. Only colours and the line that replaces itself reach the terminal as they are.
 */
export const withPlainOutputs = (io: Io): Io => ({
  ...io,
  stdout: plainOutput(io.stdout),
  stderr: plainOutput(io.stderr),
});

function plainOutput(output: Output): Output {
  const { paint } = output;
  /** Stands for the escape character of a colour. No text from elsewhere can contain it. */
  const colourMark = randomUUID();
  return {
    isTTY: output.isTTY === true,
    columns: output.columns,
    write: (text) => output.write(plainText(text).replaceAll(colourMark, '\u001b')),
    rewrite: (text) => output.write(`\r\u001b[K${plainText(text)}`),
    ...(paint && {
      paint: (colour, text) => paint(colour, plainText(text)).replaceAll('\u001b', colourMark),
    }),
  };
}
