import { compareTexts } from '../../core/order.ts';
import type { ReplyRewriter } from '../../service/http/reply-rewriter.ts';
import { type ActiveMutant, activate, type MutantEffects } from './activate.ts';
import { type MutantOptions, mutantsOf, ruleOf } from './mutants.ts';
import type { MutationReport } from './report.ts';
import type { AboutReplies } from './rule.ts';

/** The run without a mutant: which operations the tests call, and what each mutant would change. */
export interface CleanRun {
  /** Observes, and changes nothing. */
  readonly rewriter: ReplyRewriter;
  operations(): MutationReport['clean']['operations'];
  mutants(): readonly MutantToRun[];
}

export interface MutantToRun extends Pick<ActiveMutant, 'mutant'> {
  readonly about: AboutReplies;
  /** The changes that it would have made; absent where only a run of its own can tell. */
  readonly foreseen?: Readonly<MutantEffects>;
}

interface Called {
  readonly about: AboutReplies;
  readonly mutants: readonly ActiveMutant[];
  calls: number;
}

export function observeCleanRun(options: MutantOptions): CleanRun {
  const called = new Map<string, Called>();
  const inOrder = () => [...called].sort(([one], [other]) => compareTexts(one, other));
  return {
    rewriter: {
      async rewrite(unsent, context) {
        const { operation, schema, deps } = context;
        const about = { operation, schema, outcomes: deps.outcomes };
        const known = called.get(operation.id) ?? { about, mutants: activeMutants(about, options), calls: 0 };
        called.set(operation.id, known);
        known.calls += 1;
        for (const { mutant, rewriter } of known.mutants)
          if (isForeseen(mutant)) await rewriter.rewrite(unsent, context);
        return unsent;
      },
    },
    operations: () => inOrder().map(([operation, { calls }]) => ({ operation, calls })),
    mutants: () =>
      inOrder().flatMap(([, { about, mutants }]) =>
        mutants.map(({ mutant, effects }) => ({
          ...{ mutant, about },
          ...(isForeseen(mutant) && { foreseen: effects }),
        })),
      ),
  };
}

const activeMutants = (about: AboutReplies, options: MutantOptions): ActiveMutant[] =>
  mutantsOf(about, options).map((mutant) => activate(mutant, about));

/** A mutant that only replaces replies is foreseen: its replacements are thrown away. */
function isForeseen(mutant: ActiveMutant['mutant']): boolean {
  const { replacing, hasEffects } = ruleOf(mutant);
  return replacing !== undefined && !hasEffects;
}
