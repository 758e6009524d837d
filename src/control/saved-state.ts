import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import type { ClockSetting } from '../core/clock.ts';
import { createFaults } from '../faults/faults.ts';
import { FaultRule, RuleError } from '../faults/rule.ts';
import type { Deps } from '../http/deps.ts';
import { SavedLedger } from '../ledger/saved.ts';
import { shownLedger } from '../ledger/snapshot.ts';
import { Choice, closed } from './documented.ts';
import { shownRule } from './shown-rule.ts';

const lastAt = 8.64e15;

const SavedClock = Type.Object(
  {
    mode: Choice(['real', 'frozen', 'offset', 'scaled']),
    at: Type.Optional(Type.Integer({ minimum: -lastAt, maximum: lastAt })),
    offset: Type.Optional(Type.Integer({ minimum: -lastAt / 10, maximum: lastAt / 10 })),
    scale: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
  },
  closed,
);

const byKey = (of: TSchema, pattern: string) => ({
  type: 'object',
  patternProperties: { [pattern]: of },
  ...closed,
});

/** All state outside the world, but for the journal and open streams. */
export const SavedState = Type.Object(
  {
    format: Type.Literal('creator-sandbox snapshot 1'),
    takenAt: Type.Integer({ minimum: -lastAt, maximum: lastAt }),
    clock: SavedClock,
    ledger: SavedLedger,
    windows: Type.Unsafe<Record<string, number[]>>(
      byKey(
        Type.Array(Type.Integer({ minimum: -lastAt, maximum: lastAt }), { maxItems: 999_999 }),
        '^[0-9a-f]{16}$',
      ),
    ),
    traces: Type.Unsafe<Record<string, number>>(
      byKey(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), '^([0-9a-f]{16})?$'),
    ),
    faults: Type.Array(FaultRule, {
      maxItems: 2_000,
      description: 'Rules that were live; their counts begin anew. A key is named by its id.',
    }),
  },
  closed,
);
export type SavedState = Static<typeof SavedState>;

/** Everything as it is now. */
export async function savedState(deps: Deps): Promise<SavedState> {
  const { clock, ledger, windows, trace, faults } = deps;
  return {
    format: 'creator-sandbox snapshot 1',
    takenAt: clock.now(),
    clock: clock.setting.mode === 'scaled' ? { ...clock.setting, at: clock.now() } : clock.setting,
    ledger: await ledger.save(),
    windows: windows.saved() as Record<string, number[]>,
    traces: trace.saved(),
    faults: faults
      .list()
      .filter(({ state }) => state === 'live')
      .map((view) => Object.fromEntries(ruleMembers.flatMap((name) => member(view, name))) as FaultRule),
  };
}

/** Puts everything in the place of what is there. The state has no flaw. */
export async function restoreState(deps: Deps, saved: SavedState): Promise<void> {
  const { clock, ledger, windows, trace, faults } = deps;
  await ledger.restore(saved.ledger);
  clock.set(saved.clock as ClockSetting);
  const known = new Set(saved.ledger.keys.map(({ id }) => id));
  windows.restore(ofKeys(saved.windows, known));
  trace.restore(saved.traces);
  faults.clear();
  for (const rule of saved.faults)
    if (rule.match.key === undefined || known.has(rule.match.key)) faults.add(rule, rule.match.key);
}

/** As it may be shown: keys stand in it as digests. */
export const shownState = (deps: Deps, saved: SavedState): SavedState => ({
  ...saved,
  ledger: shownLedger(saved.ledger),
  faults: saved.faults.map((rule) => shownRule(deps, rule)),
});

// One problem is enough: of ten million characters of nonsense nobody wants the whole list.
const check = new Ajv({ allErrors: false, strict: false }).compile(SavedState);

/** What is wrong with content from outside, in one sentence; undefined = it can be restored whole. */
export function flawInState(deps: Deps, content: unknown): string | undefined {
  if (!check(content)) {
    const [error] = check.errors ?? [];
    const name = error?.params['additionalProperty'];
    return `The snapshot${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}${name === undefined ? '' : ` (${JSON.stringify(name).slice(0, 60)})`}.`;
  }
  const saved = content as SavedState;
  return clockFlaw(saved.clock) ?? deps.ledger.flawIn(saved.ledger) ?? flawInRules(deps, saved);
}

const needed = { real: [], frozen: ['at'], offset: ['offset'], scaled: ['scale', 'at'] } as const;

function clockFlaw({ mode, ...terms }: SavedState['clock']): string | undefined {
  const missing = needed[mode].find((name) => terms[name] === undefined);
  return missing && `The clock is ${mode} and lacks its '${missing}'.`;
}

/**
 * What is wrong with the fault rules of a state: a kept one may be from a sandbox of other settings. They are
 * written for trial, apart from the rules that are in force.
 */
export function flawInRules(
  { clock, wait, settings, words }: Deps,
  { faults: rules }: SavedState,
): string | undefined {
  const trial = createFaults({
    now: () => clock.now(),
    wait,
    v2Status: settings.v2Status,
    pathsOf: words.pathsOf,
  });
  for (const [index, rule] of rules.entries())
    try {
      trial.add(rule, rule.match.key);
    } catch (error) {
      if (error instanceof RuleError) return `Fault rule ${index + 1}: ${error.message}`;
      throw error;
    }
  return undefined;
}

const ruleMembers = Object.keys(FaultRule.properties) as (keyof FaultRule)[];

const member = <Of extends FaultRule>(view: Of, name: keyof FaultRule): [string, unknown][] =>
  view[name] === undefined ? [] : [[name, view[name]]];

const ofKeys = <Value>(byKeyId: Readonly<Record<string, Value>>, known: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(byKeyId).filter(([keyId]) => known.has(keyId)));
