import type { Matchable } from '../core/match.ts';
import { type FaultRule, type RuleContext, RuleError } from './rule.ts';
import { type Effect, type FaultView, type WrittenRule, writeRule } from './written-rule.ts';

/** The fault rules of the sandbox, and what they did. */
export interface Faults {
  readonly count: number;
  /**
   * @param keyId the id of the key that `match.key` names
   * @throws RuleError for a rule that cannot be, or one too many
   */
  add(rule: FaultRule, keyId?: string): FaultView;
  /** Writes a rule for trial. @throws RuleError for one that cannot be */
  check(rule: FaultRule, keyId?: string): void;
  /** In the order in which they were written; those of one key alone when it is given. */
  list(keyId?: string): FaultView[];
  /** Whoever is held by a rule that goes is let go. @returns whether there was such a rule */
  remove(id: string): boolean;
  /** Removes every rule, or those of one key. @returns how many */
  clear(keyId?: string): number;
  /** Opens the gate of a rule. @returns how many it held; undefined without such a rule */
  release(id: string): number | undefined;
  /** Whether it takes the body to tell what happens to a request. */
  needBody(request: Matchable): boolean;
  /** What happens to a request: of the rules that match the one that was written first decides. */
  effectOn(request: Matchable): Effect | undefined;
}

/** How many rules there may be; those that are over make room. */
export const mostRules = 2_000;

export function createFaults(context: RuleContext): Faults {
  const rules = new Map<string, WrittenRule>();
  /** By the key that they are for; those for all keys under null. */
  const byKey = new Map<string | null, WrittenRule[]>();
  let written = 0;

  return {
    get count() {
      return rules.size;
    },
    add(rule, keyId) {
      const added = writeRule(written + 1, rule, keyId, context);
      if (rules.size >= mostRules) makeRoom();
      written += 1;
      rules.set(added.id, added);
      const others = byKey.get(keyId ?? null);
      if (others) others.push(added);
      else byKey.set(keyId ?? null, [added]);
      return added.view();
    },
    check(rule, keyId) {
      writeRule(written + 1, rule, keyId, context);
    },
    list: (keyId) => concerning(keyId).map((rule) => rule.view()),
    remove,
    clear,
    release: (id) => (rules.has(id) ? (rules.get(id)?.gate?.open() ?? 0) : undefined),
    needBody: (request) => candidates(request).some((rule) => rule.needsBody(request)),
    effectOn(request) {
      for (const rule of candidates(request)) {
        const effect = rule.effectOn(request);
        if (effect) return effect;
      }
      return undefined;
    },
  };

  function concerning(keyId: string | undefined): readonly WrittenRule[] {
    return keyId === undefined ? [...rules.values()] : (byKey.get(keyId) ?? []);
  }

  /** Two tests with two keys do not even slow each other down. */
  function candidates({ keyId }: Matchable): readonly WrittenRule[] {
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

  /** All at once: to take one out of many again and again would take its time. */
  function clear(keyId?: string): number {
    const gone = concerning(keyId);
    for (const { id, gate } of gone) {
      gate?.open();
      rules.delete(id);
    }
    if (keyId === undefined) byKey.clear();
    else byKey.delete(keyId);
    return gone.length;
  }

  function makeRoom(): void {
    for (const { id, state } of concerning(undefined).map((rule) => rule.view()))
      if (state !== 'live') remove(id);
    if (rules.size >= mostRules)
      throw new RuleError(`There are ${mostRules} rules, and no more fit: delete some.`);
  }
}
