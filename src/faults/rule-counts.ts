import { createRandom } from '../core/random.ts';

/** The counts of a fault rule. Replicas share them. */
export interface RuleCounts {
  /** Requests that matched while it was live. */
  matched: number;
  /** Those among them that it acted on. */
  hits: number;
  /** A number in [0, 1): the next of the rule's own sequence. */
  draw(): number;
}

export function ruleCounts(seed: number): RuleCounts {
  const draw = createRandom(seed);
  return { matched: 0, hits: 0, draw };
}
