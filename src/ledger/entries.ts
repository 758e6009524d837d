import type { Entry } from './ledger.ts';

/** A change to an account, of which posting makes an entry. */
export type Movement = Partial<Omit<Entry, 'id' | 'balance'>> & Pick<Entry, 'kind' | 'at'>;

/** Values of the fields that a movement leaves out. */
export const blankEntry = {
  keyId: null,
  operation: null,
  rule: null,
  plan: 0,
  purchased: 0,
  held: 0,
  traceId: null,
} as const satisfies Partial<Entry>;
