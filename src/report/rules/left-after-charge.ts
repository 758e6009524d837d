import type { ClientRule } from '../call.ts';

export const leftAfterCharge: ClientRule = {
  severity: 'warning',
  sentence: 'A stream that was charged is paid in full: read it to its end.',
  help: 'Read the stream to its end, or do not begin it.',
  breaksAtEnd: ({ credits }) => credits > 0,
};
