import type { Entry } from './values.ts';

/** A change to an account, of which posting makes an entry. Absent fields are null or 0. */
export type Movement = Partial<Omit<Entry, 'id' | 'balance'>> & Pick<Entry, 'kind' | 'at'>;

export const entryOf = (id: number, movement: Movement, balance: number): Entry => ({
  id,
  at: movement.at,
  kind: movement.kind,
  keyId: movement.keyId ?? null,
  operation: movement.operation ?? null,
  rule: movement.rule ?? null,
  plan: movement.plan ?? 0,
  purchased: movement.purchased ?? 0,
  held: movement.held ?? 0,
  balance,
  traceId: movement.traceId ?? null,
});

export const entryKinds = [
  'open',
  'charge',
  'hold',
  'settle',
  'release',
  'renew',
  'topUp',
  'change',
  'carried',
] as const satisfies readonly Entry['kind'][];
