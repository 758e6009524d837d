import type { WasteRule } from '../call.ts';

export const askedAgainAfter404: WasteRule = {
  sentence: 'The id had just answered 404.',
  breaks: ({ retry, kind }) => retry?.kind === 'absent' && kind === 'absent',
};
