import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { type ClockSetting, earliestAt, latestAt } from '../../core/clock.ts';
import { choice, closed, closedAs } from '../../core/schema.ts';
import type { Yielding } from '../../core/yield-to-loop.ts';
import { FaultRule } from '../../faults/rule.ts';
import { inTransaction } from '../../ledger/job.ts';
import { ledgerWithDigests } from '../../ledger/save.ts';
import { SavedLedger, savedAt } from '../../ledger/saved.ts';
import type { Deps } from '../../service/http/deps.ts';
import { redactedRule } from '../redacted-rule.ts';

const At = Type.Integer({ minimum: earliestAt, maximum: latestAt });

const SavedClock = Type.Object(
  {
    mode: choice(['real', 'frozen', 'offset', 'scaled']),
    at: Type.Optional(At),
    offset: Type.Optional(Type.Integer({ minimum: earliestAt - latestAt, maximum: latestAt - earliestAt })),
    scale: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
  },
  closed,
);

const byKeyId = (value: TSchema, pattern: string) => ({
  type: 'object',
  patternProperties: { [pattern]: value },
  ...closed,
});

/** All state outside the world, except the journal and open streams. */
export const SavedState = Type.Object(
  {
    format: Type.Literal('creator-sandbox snapshot 1'),
    takenAt: At,
    clock: SavedClock,
    epoch: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description:
          'The day on which the time of the run begins. Absent before the first call: then it is the day of `takenAt`, until the clock is moved before a call.',
      }),
    ),
    ledger: SavedLedger,
    windows: Type.Unsafe<Record<string, number[]>>(
      byKeyId(Type.Array(Type.Integer(savedAt), { maxItems: 999_999 }), '^[0-9a-f]{16}$'),
    ),
    traces: Type.Unsafe<Record<string, number>>(
      byKeyId(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), '^([0-9a-f]{16})?$'),
    ),
    faults: Type.Array(FaultRule, {
      maxItems: 2_000,
      description: 'The live rules; their counts start again at 0. Keys are given by their ids.',
    }),
  },
  closedAs('SavedState'),
);
export type SavedState = Static<typeof SavedState>;

/** The parts of the sandbox that a snapshot holds. */
export type StateDeps = Pick<Deps, 'clock' | 'epoch' | 'ledger' | 'windows' | 'trace' | 'faults'>;

/** The present state. */
export async function saveState(deps: StateDeps): Promise<SavedState> {
  const { clock, epoch, windows, trace, faults } = deps;
  const takenAt = clock.now();
  const { setting } = clock;
  const ledger = await deps.ledger.save();
  const [savedWindows, savedTraces] = await inTransaction(
    deps.ledger,
    { all: 'sharedRows' },
    () => [windows.saved(), trace.saved()] as const,
  );
  // A request in progress may belong to a key that was deleted after it began.
  const known = new Set(ledger.keys.map(({ id }) => id));
  return {
    format: 'creator-sandbox snapshot 1',
    takenAt,
    clock: setting.mode === 'scaled' ? { ...setting, at: takenAt } : setting,
    ...(epoch.isSettled && { epoch: epoch.date }),
    ledger,
    windows: pickKeys(savedWindows as Record<string, number[]>, known),
    traces: pickKeys(savedTraces, new Set([...known, ''])),
    faults: faults
      .list()
      .filter(({ state, match }) => state === 'live' && (match.key === undefined || known.has(match.key)))
      .map((view) => Object.fromEntries(ruleNames.flatMap((name) => member(view, name))) as FaultRule),
  };
}

/** Replaces the present state. The saved state must have no flaw. */
export async function restoreState(deps: StateDeps & Pick<Deps, 'tally'>, saved: SavedState): Promise<void> {
  const { clock, epoch, ledger, windows, trace, faults, tally } = deps;
  await ledger.restore(saved.ledger, () => {
    clock.set(saved.clock as ClockSetting);
    epoch.restart(saved.epoch, saved.takenAt);
    windows.restore(saved.windows);
    trace.restore(saved.traces);
    faults.clear();
    for (const rule of saved.faults) faults.add(rule, rule.match.key);
  });
  tally.noteOutsideChange();
}

/** A saved state for display, in steps: keys as digests, fault rules redacted. */
export function* redactedState(deps: Pick<Deps, 'ledger'>, saved: SavedState): Yielding<SavedState> {
  return {
    ...saved,
    ledger: yield* ledgerWithDigests(saved.ledger),
    faults: saved.faults.map((rule) => redactedRule(deps, rule)),
  };
}

const ruleNames = Object.keys(FaultRule.properties) as (keyof FaultRule)[];

const member = (view: FaultRule, name: keyof FaultRule): [string, unknown][] =>
  view[name] === undefined ? [] : [[name, view[name]]];

const pickKeys = <Value>(byId: Readonly<Record<string, Value>>, known: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(byId).filter(([keyId]) => known.has(keyId)));
