import type { Entry } from '../values.ts';

/** Entries by slots. */
interface EntryColumns {
  write(slot: number, entry: Entry): void;
  read(slot: number): Entry;
  idIn(slot: number): number;
  /** Frees the texts in a slot. */
  release(slot: number): void;
  clear(): void;
}

/** One array per field: an object per entry would live long enough to be costly to collect. */
export function createEntryColumns(slots: number): EntryColumns {
  const numbersOf = () => new Float64Array(slots);
  const [id, at, plan, purchased, held, balance] = [
    numbersOf(),
    numbersOf(),
    numbersOf(),
    numbersOf(),
    numbersOf(),
    numbersOf(),
  ];
  const kind: Entry['kind'][] = [];
  const keyId: Entry['keyId'][] = [];
  const operation: Entry['operation'][] = [];
  const rule: Entry['rule'][] = [];
  const traceId: Entry['traceId'][] = [];

  return {
    write(slot, entry) {
      id[slot] = entry.id;
      at[slot] = entry.at;
      kind[slot] = entry.kind;
      keyId[slot] = entry.keyId;
      operation[slot] = entry.operation;
      rule[slot] = entry.rule;
      plan[slot] = entry.plan;
      purchased[slot] = entry.purchased;
      held[slot] = entry.held;
      balance[slot] = entry.balance;
      traceId[slot] = entry.traceId;
    },
    read: (slot) => ({
      id: id[slot] ?? 0,
      at: at[slot] ?? 0,
      kind: kind[slot] ?? 'open',
      keyId: keyId[slot] ?? null,
      operation: operation[slot] ?? null,
      rule: rule[slot] ?? null,
      plan: plan[slot] ?? 0,
      purchased: purchased[slot] ?? 0,
      held: held[slot] ?? 0,
      balance: balance[slot] ?? 0,
      traceId: traceId[slot] ?? null,
    }),
    idIn: (slot) => id[slot] ?? 0,
    release(slot) {
      for (const texts of [keyId, operation, rule, traceId]) texts[slot] = null;
    },
    clear() {
      for (const texts of [kind, keyId, operation, rule, traceId]) texts.length = 0;
    },
  };
}
