import type { ClientRule } from '../call.ts';

export const leftBeforeResult: ClientRule = {
  severity: 'error',
  sentence: 'The final `result` event carries the answer: read the stream until it came (contract 6).',
  help: 'Read events until `result` came; raise the time limit of the client if it ends before.',
  breaksAtEnd: ({ credits }) => credits === 0,
};
