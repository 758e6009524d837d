import { createRandom } from '../core/random.ts';
import type { RuleCounts } from '../faults/rule-counts.ts';

export interface CountsRow {
  matched: number;
  hits: number;
  /** Numbers drawn so far from the rule's own sequence. */
  draws: number;
}

/** The counts of a rule in its row: every replica draws on from where the last one stopped. */
export function sharedRuleCounts(
  read: () => CountsRow,
  seed: number,
  write: (changes: Partial<CountsRow>) => void,
): RuleCounts {
  let random = createRandom(seed);
  let drawn = 0;
  return {
    get matched() {
      return read().matched;
    },
    set matched(matched) {
      write({ matched });
    },
    get hits() {
      return read().hits;
    },
    set hits(hits) {
      write({ hits });
    },
    draw() {
      const { draws } = read();
      if (draws < drawn) {
        random = createRandom(seed);
        drawn = 0;
      }
      for (; drawn < draws; drawn++) random();
      drawn += 1;
      write({ draws: drawn });
      return random();
    },
  };
}
