import { compareTexts } from '../../core/order.ts';
import type { ReplyContext, ReplyRewriter } from '../../service/http/reply-rewriter.ts';
import { foresee, type Mutant, type MutantEffects, type MutantOptions, mutantsOf } from './mutant.ts';
import type { MutationReport } from './report/model.ts';
import type { AboutReplies } from './rule.ts';

/** The run without a mutant: which operations the tests call, and what each mutant would change. */
export interface CleanRun {
  /** Observes, and changes nothing. */
  readonly rewriter: ReplyRewriter;
  operations(): MutationReport['clean']['operations'];
  mutants(): readonly Mutant[];
  about(operation: string): AboutReplies;
  /** undefined where only a run of its own can tell. */
  effectsOf(mutant: Mutant): MutantEffects | undefined;
}

interface Called {
  readonly about: AboutReplies;
  readonly mutants: readonly Mutant[];
  calls: number;
}

export function observeCleanRun(options: MutantOptions): CleanRun {
  const called = new Map<string, Called>();
  const foreseeing = foresee((operation) => called.get(operation)?.mutants ?? []);
  const inOrder = () => [...called].sort(([one], [other]) => compareTexts(one, other));

  return {
    rewriter: {
      rewrite(unsent, context) {
        note(context);
        return foreseeing.rewriter.rewrite(unsent, context);
      },
    },
    operations: () => inOrder().map(([operation, { calls }]) => ({ operation, calls })),
    mutants: () => inOrder().flatMap(([, { mutants }]) => mutants),
    about(operation) {
      const found = called.get(operation)?.about;
      if (!found) throw new Error(`${operation} was not called`);
      return found;
    },
    effectsOf: foreseeing.effectsOf,
  };

  function note({ operation, schema, deps }: ReplyContext): void {
    const known = called.get(operation.id);
    const about = { operation, schema, outcomes: deps.outcomes };
    const entry = known ?? { about, mutants: mutantsOf(about, options), calls: 0 };
    if (!known) called.set(operation.id, entry);
    entry.calls += 1;
  }
}
