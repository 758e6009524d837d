import type { Operation } from '../../core/operations.ts';
import type { AboutOperation } from '../../service/http/call.ts';

/** The groups of a document. */
export const tags = {
  clip: 'Creators of short videos.',
  gram: 'Creators of photos and reels.',
  tube: 'Channels of long videos.',
  sponsor: 'Brands and what they sponsor.',
  account: 'The key itself.',
  everywhere: 'All platforms at once.',
} as const;

export const tagOf = ({ platform }: Operation, { tag }: AboutOperation): keyof typeof tags =>
  platform ?? tag ?? 'everywhere';
