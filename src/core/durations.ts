const unitsMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } satisfies Record<string, number>;

export const minuteMs = unitsMs.m;
export const hourMs = unitsMs.h;
export const dayMs = unitsMs.d;

/** `250ms`, `10s`, `5m`, `2h`, `31d` */
export const durationForm = /^(\d{1,15})(ms|s|m|h|d)$/;

/** 100,000 days. No permitted duration moves an instant past the last valid date. */
export const maxDurationMs = 100_000 * dayMs;

/**
 * The milliseconds of a text in `durationForm`.
 * @returns undefined for another form or more than 100,000 days
 */
export function parseDuration(text: string): number | undefined {
  const parts = durationForm.exec(text);
  if (!parts) return undefined;
  const durationMs = Number(parts[1]) * unitsMs[parts[2] as keyof typeof unitsMs];
  return durationMs <= maxDurationMs ? durationMs : undefined;
}

/** Formats milliseconds for `parseDuration`, in the largest unit that gives a whole number. */
export function formatDuration(durationMs: number): string {
  const [unit, unitMs] = Object.entries(unitsMs).findLast(([, each]) => durationMs % each === 0) ?? ['ms', 1];
  return durationMs === 0 ? '0ms' : `${durationMs / unitMs}${unit}`;
}
