import type { ClientRule } from '../call.ts';

export const fieldsCostTheWhole: ClientRule = {
  severity: 'warning',
  sentence:
    '`fields` are priced one by one up to the price of the whole record: leave them out when they cost as much (contract 4.3).',
  help: 'Ask for fewer `fields`, or for the whole record.',
  breaks: ({ input, operation: { fullPrice }, credits }) =>
    fullPrice > 0 && credits >= fullPrice && input.givenNames.includes('fields'),
};
