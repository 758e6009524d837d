import type { RuleContext } from '../faults/rule.ts';
import type { Deps } from '../service/http/deps.ts';
import { allPathsOf } from '../service/vocabulary/words.ts';

/** The parts of a sandbox that fault rules read. */
export const faultContext = ({
  clock,
  wait,
  operations,
  outcomes,
  words,
}: Pick<Deps, 'clock' | 'wait' | 'operations' | 'outcomes' | 'words'>): Omit<RuleContext, 'requests'> => ({
  now: () => clock.now(),
  wait,
  operations,
  outcomes,
  pathsOf: (operation) => allPathsOf(words, operation),
});
