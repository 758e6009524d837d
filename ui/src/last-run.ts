import type { Health, RunReport } from './api.ts';
import { health, report } from './state.ts';

/** The sums of a run, and the answers that it met. */
export interface RunSums {
  /** When the process of its sandbox started; 0 where replicas share one run. */
  startedAt: number;
  /** When this browser last saw more of it. */
  seenAt: number;
  calls: number;
  credits: number;
  refusals: number;
  byOperation: { operation: string; calls: number; credits: number; refusals: number }[];
  /** Such as `clip/profile 402 INSUFFICIENT_CREDITS`. */
  met: string[];
}

interface Stored {
  now: RunSums;
  before?: RunSums | undefined;
}

const storedUnder = 'creator-sandbox-runs';

/** The run before the present one, as this browser last saw it; undefined if it has seen none. */
export function runBefore(present: RunSums): RunSums | undefined {
  const stored = readRuns();
  // A run is kept from its first request on.
  return present.calls === 0 ? stored?.now : stored?.before;
}

/** A restart begins a run, and so does a new report. */
const isSameRun = (earlier: RunSums, later: RunSums): boolean =>
  later.startedAt === earlier.startedAt && later.calls >= earlier.calls;

export function sumsOfRun({ receipt, coverage }: RunReport, { startedAt, replicas }: Health): RunSums {
  const { calls, credits, refusals, byOperation } = receipt;
  return {
    startedAt: replicas === undefined ? startedAt : 0,
    seenAt: Date.now(),
    calls,
    credits,
    refusals,
    byOperation: byOperation.map((each) => ({
      operation: each.operation ?? 'unknown path',
      calls: each.calls,
      credits: each.credits,
      refusals: each.refusals,
    })),
    met: coverage.cells.flatMap(({ operation, status, code, earned, injected }) =>
      earned + injected > 0 ? [`${operation} ${status} ${code}`] : [],
    ),
  };
}

/** Keeps the sums of the present run, and those of the one before it. */
function noteRun(): void {
  const [known, now] = [report.value, health.value];
  if (!known || !now || known.receipt.calls === 0) return;
  const sums = sumsOfRun(known, now);
  const stored = readRuns();
  const isSame = stored !== undefined && isSameRun(stored.now, sums);
  if (isSame && stored.now.calls === sums.calls && stored.now.credits === sums.credits) return;
  try {
    const next: Stored = { now: sums, before: isSame ? stored.before : stored?.now };
    localStorage.setItem(storedUnder, JSON.stringify(next));
  } catch {
    // The browser keeps nothing for this page.
  }
}

function readRuns(): Stored | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(storedUnder) ?? 'null') as Partial<Stored> | null;
    if (!isRun(stored?.now)) return undefined;
    return { now: stored.now, before: isRun(stored.before) ? stored.before : undefined };
  } catch {
    return undefined;
  }
}

function isRun(value: unknown): value is RunSums {
  const run = value as Partial<RunSums> | undefined;
  return (
    [run?.startedAt, run?.seenAt, run?.calls, run?.credits, run?.refusals].every(Number.isFinite) &&
    Array.isArray(run?.byOperation) &&
    Array.isArray(run?.met)
  );
}

report.listen(noteRun);
