import type { Matchable } from '../core/match.ts';
import { type CompiledRule, compileRule, type Effect, type FaultView } from './compiled-rule.ts';
import { type FaultRule, type RuleContext, RuleError } from './rule.ts';

/** The fault rules of a sandbox. */
export interface Faults {
  readonly count: number;
  /**
   * @param keyId the id of the key that `match.key` names
   * @throws RuleError if the rule is invalid or there are too many
   */
  add(rule: FaultRule, keyId?: string): FaultView;
  /** Validates a rule without adding it. @throws RuleError if it is invalid */
  check(rule: FaultRule, keyId?: string): void;
  /** The rules, or only those of one key, in the order in which they were added. */
  list(keyId?: string): FaultView[];
  /** Removes a rule and releases the requests that it holds. @returns whether there was such a rule */
  remove(id: string): boolean;
  /** Removes every rule, or those of one key. @returns how many */
  clear(keyId?: string): number;
  /** Opens the gate of a rule. @returns how many requests it held; undefined if there is no such rule */
  release(id: string): number | undefined;
  /** Whether a rule needs the request's body to decide. */
  needBody(request: Matchable): boolean;
  /** The effect of the first rule that matches, in the order in which they were added. */
  effectOn(request: Matchable): Effect | undefined;
}

/** The limit on rules. Spent and expired rules make room for new ones. */
export const maxRules = 2_000;

export function createFaults(given: Omit<RuleContext, 'requests'>): Faults {
  let requests = 0;
  const context: RuleContext = { ...given, requests: () => requests };
  const rules = new Map<string, CompiledRule>();
  /** Rules by their key; rules for all keys are under null. */
  const byKey = new Map<string | null, CompiledRule[]>();
  let added = 0;

  return {
    get count() {
      return rules.size;
    },
    add(rule, keyId) {
      const compiled = compileRule(added + 1, rule, keyId, context);
      if (rules.size >= maxRules) makeRoom();
      added += 1;
      rules.set(compiled.id, compiled);
      const others = byKey.get(keyId ?? null);
      if (others) others.push(compiled);
      else byKey.set(keyId ?? null, [compiled]);
      return compiled.view();
    },
    check(rule, keyId) {
      compileRule(added + 1, rule, keyId, context);
    },
    list: (keyId) => rulesOf(keyId).map((rule) => rule.view()),
    remove,
    clear,
    release: (id) => (rules.has(id) ? (rules.get(id)?.gate?.open() ?? 0) : undefined),
    needBody: (request) => candidates(request).some((rule) => rule.needsBody(request)),
    effectOn(request) {
      requests += 1;
      for (const rule of candidates(request)) {
        const effect = rule.effectOn(request);
        if (effect) return effect;
      }
      return undefined;
    },
  };

  function rulesOf(keyId: string | undefined): readonly CompiledRule[] {
    return keyId === undefined ? [...rules.values()] : (byKey.get(keyId) ?? []);
  }

  /** Only the rules that this key can match: tests with different keys do not slow each other down. */
  function candidates({ keyId }: Matchable): readonly CompiledRule[] {
    const forAll = byKey.get(null);
    const own = byKey.get(keyId);
    if (!forAll || keyId === null) return own ?? [];
    return own ? [...forAll, ...own].sort((a, b) => a.number - b.number) : forAll;
  }

  function remove(id: string): boolean {
    const rule = rules.get(id);
    if (!rule) return false;
    rule.gate?.open();
    const key = rule.keyId ?? null;
    const others = (byKey.get(key) ?? []).filter((each) => each !== rule);
    if (others.length > 0) byKey.set(key, others);
    else byKey.delete(key);
    return rules.delete(id);
  }

  /** Removes in bulk: one `remove` per rule would filter the same list each time. */
  function clear(keyId?: string): number {
    const removed = rulesOf(keyId);
    for (const { id, gate } of removed) {
      gate?.open();
      rules.delete(id);
    }
    if (keyId === undefined) byKey.clear();
    else byKey.delete(keyId);
    return removed.length;
  }

  function makeRoom(): void {
    for (const { id, state } of rulesOf(undefined).map((rule) => rule.view()))
      if (state !== 'live') remove(id);
    if (rules.size >= maxRules)
      throw new RuleError(`There are ${maxRules} rules already, which is the limit. Delete some first.`);
  }
}

/** The same rules; another one acts before them, which they neither list nor remove. */
export function withRuleBefore(
  faults: Faults,
  given: Omit<RuleContext, 'requests'>,
  { rule, ruleActed }: { readonly rule?: FaultRule; ruleActed?(): void },
): Faults {
  if (!rule) return faults;
  // Nobody asks this rule how many requests it missed.
  const first = compileRule(0, rule, undefined, { ...given, requests: () => 0 });
  return Object.create(faults, {
    count: { get: () => faults.count + 1 },
    needBody: { value: (request: Matchable) => first.needsBody(request) || faults.needBody(request) },
    effectOn: {
      value(request: Matchable) {
        const effect = first.effectOn(request);
        if (effect) ruleActed?.();
        return effect ?? faults.effectOn(request);
      },
    },
  }) as Faults;
}
