/** Why schedules have no run of their own: each shows what another one shows. */
export const spareReasons = {
  'nobody-calls-after': 'No call came after it, so what happens to later calls changes nothing.',
  'nothing-charged': 'The call is free, so a reply that is lost before its charge is the same.',
  'equal-history': 'An earlier call of the same operation and parameters came after the same kinds of calls.',
  'same-behaviour':
    'Another first fault was followed by the same, so its runs and what this fault cost say what would happen.',
  'made-good': 'The first fault was made good before it: from there on the run was that without faults.',
} as const;

export type SpareReason = keyof typeof spareReasons;

/** Counts of schedules that were spared, by reason. */
export interface SparedCounts {
  add(reason: SpareReason, count: number): void;
  /** Schedules of this reason have runs after all. */
  withdraw(reason: SpareReason): void;
  all(): readonly { readonly reason: SpareReason; readonly count: number; readonly withdrawn: boolean }[];
}

export function createSparedCounts(): SparedCounts {
  const counts = new Map<SpareReason, number>();
  const withdrawn = new Set<SpareReason>();
  return {
    add(reason, count) {
      counts.set(reason, (counts.get(reason) ?? 0) + count);
    },
    withdraw(reason) {
      withdrawn.add(reason);
      counts.set(reason, 0);
    },
    all: () =>
      (Object.keys(spareReasons) as SpareReason[]).flatMap((reason) => {
        const count = counts.get(reason) ?? 0;
        return count > 0 || withdrawn.has(reason)
          ? [{ reason, count, withdrawn: withdrawn.has(reason) }]
          : [];
      }),
  };
}
