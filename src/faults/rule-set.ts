import type { Matchable } from '../core/match.ts';
import type { CompiledRule } from './compiled-rule.ts';

/** Rules by id and by key, in the order in which they were added. */
export interface RuleSet {
  readonly size: number;
  get(id: string): CompiledRule | undefined;
  add(rule: CompiledRule): void;
  remove(id: string): void;
  /** All, or those of one key. */
  of(keyId?: string): readonly CompiledRule[];
  /** Removes all, or those of one key. @returns them */
  clear(keyId?: string): readonly CompiledRule[];
  /** Only the rules that this key can match: tests with different keys do not slow each other down. */
  candidates(request: Matchable): readonly CompiledRule[];
}

export function createRuleSet(): RuleSet {
  const rules = new Map<string, CompiledRule>();
  /** Rules by their key; rules for all keys are under undefined. */
  const byKey = new Map<CompiledRule['keyId'] | null, CompiledRule[]>();

  return {
    get size() {
      return rules.size;
    },
    get: (id) => rules.get(id),
    add(rule) {
      rules.set(rule.id, rule);
      const sameKey = byKey.get(rule.keyId);
      if (sameKey) sameKey.push(rule);
      else byKey.set(rule.keyId, [rule]);
    },
    remove(id) {
      const rule = rules.get(id);
      if (!rule) return;
      const left = (byKey.get(rule.keyId) ?? []).filter((each) => each !== rule);
      if (left.length > 0) byKey.set(rule.keyId, left);
      else byKey.delete(rule.keyId);
      rules.delete(id);
    },
    of,
    clear(keyId) {
      const removed = of(keyId);
      // In bulk: one removal per rule would filter the same list each time.
      for (const { id } of removed) rules.delete(id);
      if (keyId === undefined) byKey.clear();
      else byKey.delete(keyId);
      return removed;
    },
    candidates({ keyId }) {
      const forAll = byKey.get(undefined);
      const forKey = byKey.get(keyId);
      if (!forAll) return forKey ?? [];
      return forKey ? [...forAll, ...forKey].sort((a, b) => a.number - b.number) : forAll;
    },
  };

  function of(keyId?: string): readonly CompiledRule[] {
    return keyId === undefined ? [...rules.values()] : (byKey.get(keyId) ?? []);
  }
}
