import { createSmallModel, type KeyName } from '../small/model.ts';

/** How many requests the fault rule of a run refuses. */
export const ruleTimes = 2;

export type Model = ReturnType<typeof createModelOf>;

/** The ledger in small with a fault rule, holds by the act that made them, and saved ledgers. @param hasRule whether there is the rule */
export function createModelOf(hasRule: boolean) {
  const model = createSmallModel();
  /** In the order of the model's own list. */
  const holds: number[] = [];
  const saved = new Map<number, ReturnType<typeof model.save>>();
  const rule = { matched: 0, hits: 0 };

  return {
    ...model,
    /** A request: its key is recognised, the rule acts, else it is charged. */
    charge(name: KeyName, credits: number): unknown {
      if (hasRule && rule.hits < ruleTimes) {
        if (model.recognise(name) === 'unknown') return 'unknown';
        rule.matched += 1;
        rule.hits += 1;
        return 'forced';
      }
      return model.charge(name, credits);
    },
    hold(by: number, name: KeyName, credits: number): unknown {
      const reply = model.hold(name, credits);
      if (typeof reply === 'object') holds.push(by);
      return reply;
    },
    /** @param by the act that made the hold @param credits undefined = a release */
    end(by: number, credits?: number): unknown {
      const at = holds.indexOf(by);
      if (at < 0) return 'none';
      holds.splice(at, 1);
      return model.end(at, credits);
    },
    save(by: number): void {
      saved.set(by, model.save());
    },
    restore: (by: number) => model.restore(saved.get(by)),
    shown: () => ({ keys: model.shown(), rules: hasRule ? [{ ...rule }] : [], miscounted: 0 }),
  };
}
