import type { Admin, FaultRule } from './admin-interface.ts';
import type { ClockChange, Match, QuotedRequest } from './types.ts';

/** Functions that would reach every key. */
type OfAllKeys = 'freeze' | 'speed' | 'restore' | 'clearReport';

/** Functions that take a key, and act on the one key when it is absent. */
type OfOneKey =
  | 'findKey'
  | 'spent'
  | 'entries'
  | 'faults'
  | 'removeFaults'
  | 'events'
  | 'decisions'
  | 'reset';

/**
 * The functions of a sandbox, acting on one key unless another is named: `reset()` resets its account, `advance('31d')`
 * moves the clock of its account, `readings([…])` says what its descriptions mean, `fault`, `requests`, `verify` … see its requests only.
 */
export type KeyAdmin = Omit<Admin, OfAllKeys | OfOneKey | 'fault' | 'setClock'> & {
  [Name in OfOneKey]: (key?: string) => ReturnType<Admin[Name]>;
} & {
  /** Adds a fault rule: `await sandbox.fault({ respond: { status: 503 }, times: 2 })`. */
  fault(rule: Omit<FaultRule, 'match'> & { match?: Match }): ReturnType<Admin['fault']>;
  /** Sets the clock of the key's account, which can be real or offset. @returns the renewals that ran */
  setClock(change: ClockChange): ReturnType<Admin['setClock']>;
};

/** @param of a key, its id, or what `key()` returned */
export function forKey(admin: Admin, of: string | { readonly id: string }): KeyAdmin {
  const key = typeof of === 'string' ? of : of.id;
  const { freeze: _, speed: _speed, restore: _restore, clearReport: _clear, ...shared } = admin;
  return {
    ...shared,
    findKey: (other = key) => admin.findKey(other),
    spent: (other = key) => admin.spent(other),
    entries: (other = key) => admin.entries(other),
    fault: ({ match, ...rule }) => admin.fault({ ...rule, match: { key, ...match } }),
    faults: (other = key) => admin.faults(other),
    removeFaults: (other = key) => admin.removeFaults(other),
    readings: (list, other = key) => admin.readings(list, other),
    setClock: (change) => admin.setClock({ key, ...change }),
    advance: (by, other = key) => admin.advance(by, other),
    requests: (filter) => admin.requests({ key, ...filter }),
    count: (filter) => admin.count({ key, ...filter }),
    unmatched: (filter) => admin.unmatched({ key, ...filter }),
    har: (filter) => admin.har({ key, ...filter }),
    waitFor: (filter, ...bounds) => admin.waitFor({ key, ...filter }, ...bounds),
    verify: (filter, bounds) => admin.verify({ key, ...filter }, bounds),
    verifyOrder: (order, bounds) =>
      admin.verifyOrder(
        order.map((match) => ({ key, ...match })),
        bounds,
      ),
    events: (other = key) => admin.events(other),
    // A recorded request is sent with its own key.
    send: (request) => admin.send(request.request === undefined ? { key, ...request } : request),
    quote: (request: QuotedRequest) => admin.quote({ key, ...request }),
    decisions: (other = key) => admin.decisions(other),
    reset: (other = key) => admin.reset(other),
  };
}
