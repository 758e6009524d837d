import type { Matchable } from '../core/match.ts';
import { type CompiledRule, compileRule, type Effect, type FaultView } from './compiled-rule.ts';
import type { Gate } from './gate.ts';
import type { FaultRule, RuleContext } from './rule.ts';
import { RuleError } from './rule-error.ts';
import { createRuleSet, type RuleSet } from './rule-set.ts';

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
  /** Removes a rule and releases the requests that it holds. @returns it, if there was such a rule */
  remove(id: string): CompiledRule | undefined;
  /** Removes every rule, or those of one key. @returns how many */
  clear(keyId?: string): number;
  /** Opens the gate of a rule. @returns how many requests it held; undefined if there is no such rule */
  release(id: string): number | undefined;
  /** The effect of the first rule that matches, in the order in which they were added. */
  effectOn(request: Matchable): Effect | undefined;
}

/** Rules that several processes share. */
export interface SharedRules {
  /** Adds and removes what other processes added and removed. */
  update(rules: RuleSet): void;
  /** @throws RuleError if the rule is invalid */
  add(rule: FaultRule, keyId: string | undefined): CompiledRule;
  remove(rule: CompiledRule): void;
}

/** At this limit, a new rule displaces those that are spent or expired. */
export const maxRules = 2_000;

export function createFaults(
  given: Omit<RuleContext, 'requests'>,
  sharedOver: (context: RuleContext) => SharedRules = localRules,
): Faults {
  let requests = 0;
  const context: RuleContext = { ...given, requests: () => requests };
  const shared = sharedOver(context);
  const set = createRuleSet();
  const rules = (): RuleSet => {
    shared.update(set);
    return set;
  };
  const check = (rule: FaultRule, keyId?: string): void => void compileRule(uncounted, rule, keyId, context);
  const end = (rule: CompiledRule): void => {
    rule.gate?.open();
    shared.remove(rule);
  };
  const remove = (rule: CompiledRule): void => {
    set.remove(rule.id);
    end(rule);
  };

  return {
    get count() {
      return rules().size;
    },
    add(rule, keyId) {
      if (rules().size >= maxRules) {
        check(rule, keyId);
        for (const each of set.of()) if (each.view().state !== 'live') remove(each);
        assertBelowLimit(set);
      }
      const compiled = shared.add(rule, keyId);
      set.add(compiled);
      return compiled.view();
    },
    check,
    list: (keyId) =>
      rules()
        .of(keyId)
        .map((rule) => rule.view()),
    remove(id) {
      const rule = rules().get(id);
      if (rule) remove(rule);
      return rule;
    },
    clear(keyId) {
      const removed = rules().clear(keyId);
      removed.forEach(end);
      return removed.length;
    },
    release(id) {
      const rule = rules().get(id);
      return rule && (rule.gate?.open() ?? 0);
    },
    effectOn(request) {
      requests += 1;
      for (const rule of rules().candidates(request)) {
        const effect = rule.effectOn(request);
        if (effect) return effect;
      }
      return undefined;
    },
  };
}

/** @throws RuleError */
function assertBelowLimit({ size }: RuleSet): void {
  if (size >= maxRules)
    throw new RuleError(`There are ${maxRules} rules already, which is the limit. Delete some first.`);
}

/** The rules of a single process. */
function localRules(context: RuleContext): SharedRules {
  let last = 0;
  return {
    update() {},
    add(rule, keyId) {
      const compiled = compileRule(last + 1, rule, keyId, context);
      // A rule that is refused uses no number.
      last = compiled.number;
      return compiled;
    },
    remove() {},
  };
}

/** The number of a rule that is none of those that are listed. */
const uncounted = 0;

/**
 * Decides about one request that the rules of a sandbox leave.
 * @param isTaken one of them acts on it, so that nothing else does
 */
export type RuleAfter = (
  request: Matchable,
  isTaken: boolean,
) => { readonly rule: FaultRule; readonly gate?: Pick<Gate, 'enter'> } | undefined;

/** The same rules; others act on the requests that they leave, which they neither list nor remove. */
export function withRuleAfter(
  faults: Faults,
  given: Omit<RuleContext, 'requests'>,
  after: RuleAfter,
): Faults {
  // Nobody asks such a rule how many requests it missed.
  const context = { ...given, requests: () => 0 };
  return {
    ...faults,
    get count() {
      return faults.count + 1;
    },
    effectOn(request) {
      const own = faults.effectOn(request);
      const chosen = after(request, own !== undefined);
      if (own || !chosen) return own;
      const effect = compileRule(uncounted, chosen.rule, undefined, context).effectOn(request) as Effect;
      return chosen.gate ? { ...effect, gate: chosen.gate } : effect;
    },
  };
}
