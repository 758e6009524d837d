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
      id: id[slot] as number,
      at: at[slot] as number,
      kind: kind[slot] as Entry['kind'],
      keyId: keyId[slot] as Entry['keyId'],
      operation: operation[slot] as Entry['operation'],
      rule: rule[slot] as Entry['rule'],
      plan: plan[slot] as number,
      purchased: purchased[slot] as number,
      held: held[slot] as number,
      balance: balance[slot] as number,
      traceId: traceId[slot] as Entry['traceId'],
    }),
    idIn: (slot) => id[slot] as number,
    release(slot) {
      for (const texts of [keyId, operation, rule, traceId]) texts[slot] = null;
    },
    clear() {
      for (const texts of [kind, keyId, operation, rule, traceId]) texts.length = 0;
    },
  };
}
