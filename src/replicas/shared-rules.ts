import { type CompiledRule, compileRule, maxHitsOf } from '../faults/compiled-rule.ts';
import type { SharedRules } from '../faults/faults.ts';
import type { FaultRule, RuleContext } from '../faults/rule.ts';
import type { RuleSet } from '../faults/rule-set.ts';
import type { Replicas } from '../ledger/replicas.ts';
import { type GateRow, type InBatch, sharedGate } from './shared-gate.ts';
import { type CountsRow, sharedRuleCounts } from './shared-rule-counts.ts';

/** A rule as a shared row, with its counts and its gate. */
interface RuleRow extends GateRow, CountsRow {
  number: number;
  rule: FaultRule;
  keyId?: string | undefined;
  createdAt: number;
}

const rulePrefix = 'fault ';
const lastNumber = 'last-fault';

/** The fault rules of all replicas. Their rows are counters: a request counts in the batch that lets it in. */
export function sharedRules(
  context: RuleContext,
  replicas: Pick<Replicas, 'shared' | 'number' | 'hasLeft'>,
  inBatch: InBatch,
): SharedRules {
  const { shared } = replicas;
  /** By id. */
  const compiled = new Map<string, CompiledRule & { release(): void }>();
  /** The count of changes up to which the rules are current. */
  let currentTo = -1;
  let ruleSet: RuleSet | undefined;
  // A gate that another replica opened lets requests go at the next batch.
  shared.onChange(() => {
    if (ruleSet) update(ruleSet);
  });

  return {
    update,
    add(rule, keyId) {
      const number = ((shared.get(lastNumber)?.value as number | undefined) ?? 0) + 1;
      const row: RuleRow = {
        ...{ number, rule, keyId, createdAt: context.now() },
        ...{ matched: 0, hits: 0, draws: 0, opened: false, waiting: {} },
      };
      const made = compile(row);
      shared.set({ name: lastNumber, account: null, counter: false, value: number });
      write(made.id, row);
      compiled.set(made.id, made);
      return made;
    },
    remove: ({ id }) => shared.remove(rulePrefix + id),
  };

  function update(rules: RuleSet): void {
    ruleSet = rules;
    if (currentTo === shared.changes) return;
    currentTo = shared.changes;
    const rows = shared.globalRows(rulePrefix).map(({ value }) => value as RuleRow);
    const there = new Set(rows.map(({ number }) => `fault-${number}`));
    for (const [id, rule] of compiled)
      if (!there.has(id)) {
        compiled.delete(id);
        rules.remove(id);
        rule.release();
      }
    for (const row of rows.sort((a, b) => a.number - b.number)) {
      const id = `fault-${row.number}`;
      const known = compiled.get(id) ?? compile(row);
      compiled.set(id, known);
      if (!rules.get(id)) rules.add(known);
      if (row.opened) known.release();
    }
  }

  function compile(row: RuleRow): CompiledRule & { release(): void } {
    const { number, rule, keyId, createdAt } = row;
    const id = `fault-${number}`;
    const rowNow = (): RuleRow => (shared.get(rulePrefix + id)?.value as RuleRow | undefined) ?? row;
    const { gate, release } = sharedGate(rule.hold?.until, {
      context,
      replicas,
      inBatch,
      read: () => shared.get(rulePrefix + id)?.value as RuleRow | undefined,
      write: (changes) => write(id, { ...rowNow(), ...changes }),
    });
    const counts = sharedRuleCounts(rowNow, rule.seed ?? 1, (changes) =>
      write(id, { ...rowNow(), ...changes }),
    );
    return { ...compileRule(number, rule, keyId, context, { counts, createdAt, gate }), release };
  }

  /** A rule that can act no more is no counter any more, so that batches need not run in turn for it. */
  function write(id: string, value: RuleRow): void {
    const { hold } = value.rule;
    // This write changes nothing about which rules there are.
    const isCurrent = currentTo === shared.changes;
    const isHolding =
      hold !== undefined && !(value.opened && Object.values(value.waiting).every((count) => count === 0));
    shared.set({
      name: rulePrefix + id,
      account: null,
      counter: value.hits < maxHitsOf(value.rule) || isHolding,
      value,
    });
    if (isCurrent) currentTo = shared.changes;
  }
}
