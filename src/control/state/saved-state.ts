import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { type ClockSetting, earliestAt, latestAt } from '../../core/clock.ts';
import { shortened } from '../../core/values.ts';
import { FaultRule, RuleError } from '../../faults/rule.ts';
import type { Deps } from '../../http/deps.ts';
import { createKeyRedactor } from '../../keys/redactor.ts';
import { shownLedger } from '../../ledger/save-restore.ts';
import { type Flaw, SavedLedger, savedAt } from '../../ledger/saved.ts';
import { Choice, closed } from '../route-docs.ts';
import { shownRule } from './redacted-rule.ts';

const At = Type.Integer({ minimum: earliestAt, maximum: latestAt });

const SavedClock = Type.Object(
  {
    mode: Choice(['real', 'frozen', 'offset', 'scaled']),
    at: Type.Optional(At),
    offset: Type.Optional(Type.Integer({ minimum: earliestAt - latestAt, maximum: latestAt - earliestAt })),
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
    takenAt: At,
    clock: SavedClock,
    ledger: SavedLedger,
    windows: Type.Unsafe<Record<string, number[]>>(
      byKey(Type.Array(Type.Integer(savedAt), { maxItems: 999_999 }), '^[0-9a-f]{16}$'),
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
  const { clock, windows, trace, faults } = deps;
  const takenAt = clock.now();
  const { setting } = clock;
  const ledger = await deps.ledger.save();
  // A request that is under way may be of a key that was deleted since.
  const known = new Set(ledger.keys.map(({ id }) => id));
  return {
    format: 'creator-sandbox snapshot 1',
    takenAt,
    clock: setting.mode === 'scaled' ? { ...setting, at: takenAt } : setting,
    ledger,
    windows: ofKeys(windows.saved() as Record<string, number[]>, known),
    traces: ofKeys(trace.saved(), new Set([...known, ''])),
    faults: faults
      .list()
      .filter(({ state, match }) => state === 'live' && (match.key === undefined || known.has(match.key)))
      .map((view) => Object.fromEntries(ruleMembers.flatMap((name) => member(view, name))) as FaultRule),
  };
}

/** Puts everything in the place of what is there. The state has no flaw. */
export async function restoreState(deps: Deps, saved: SavedState): Promise<void> {
  const { clock, ledger, windows, trace, faults } = deps;
  await ledger.restore(saved.ledger);
  clock.set(saved.clock as ClockSetting);
  windows.restore(saved.windows);
  trace.restore(saved.traces);
  faults.clear();
  for (const rule of saved.faults) faults.add(rule, rule.match.key);
}

/** As it may be shown: keys stand in it as digests. */
export const shownState = (deps: Deps, saved: SavedState): SavedState => ({
  ...saved,
  ledger: shownLedger(saved.ledger),
  faults: saved.faults.map((rule) => shownRule(deps, rule)),
});

// One problem is enough: of ten million characters of nonsense nobody wants the whole list.
const check = new Ajv({ allErrors: false, strict: false }).compile(SavedState);

/** What is wrong with content from outside first of all, and where; undefined = it can be restored whole. */
export function flawInState(deps: Deps, content: unknown): Flaw | undefined {
  if (!check(content)) {
    const [error] = check.errors ?? [];
    const pointer = error?.instancePath ?? '';
    const name = error?.params['additionalProperty'];
    // Not shortened first: a part of a key could not be told from other words any more.
    const shown = shortened(createKeyRedactor(deps.ledger).text(String(name)));
    const which = name === undefined ? '' : ` (${JSON.stringify(shown)})`;
    return { pointer, says: `The snapshot ${error?.message ?? 'is not valid'} here${which}.` };
  }
  const saved = content as SavedState;
  const inLedger = deps.ledger.flawIn(saved.ledger);
  return (
    clockFlaw(saved) ??
    (inLedger && { ...inLedger, pointer: `/ledger${inLedger.pointer}` }) ??
    strayFlaw(saved) ??
    flawInRules(deps, saved)
  );
}

const terms = { real: [], frozen: ['at'], offset: ['offset'], scaled: ['scale', 'at'] } as const;

function clockFlaw({ clock, takenAt }: SavedState): Flaw | undefined {
  const { mode, ...given } = clock;
  for (const name of ['at', 'offset', 'scale'] as const) {
    const isNeeded = (terms[mode] as readonly string[]).includes(name);
    if (isNeeded && given[name] === undefined)
      return { pointer: '/clock', says: `The clock is ${mode} and lacks its '${name}'.` };
    if (!isNeeded && given[name] !== undefined)
      return { pointer: `/clock/${name}`, says: `The clock is ${mode} and has no '${name}'.` };
  }
  if (given.at !== undefined && given.at !== takenAt)
    return {
      pointer: '/takenAt',
      says: `It was taken at ${takenAt}, and its clock stood at ${given.at}.`,
    };
  return undefined;
}

/** What is remembered of keys that the ledger does not have would vanish without a word. */
function strayFlaw({ ledger, windows, traces, faults }: SavedState): Flaw | undefined {
  const known = new Set(ledger.keys.map(({ id }) => id));
  for (const [keyId, at] of Object.entries(windows)) {
    const pointer = `/windows/${keyId}`;
    if (!known.has(keyId)) return { pointer, says: `There is no key ${keyId}.` };
    if (at.some((each, index) => each < (at[index - 1] ?? each)))
      return { pointer, says: `The requests of key ${keyId} are not in their order.` };
  }
  for (const keyId of Object.keys(traces))
    if (keyId !== '' && !known.has(keyId))
      return { pointer: `/traces/${keyId}`, says: `There is no key ${keyId}.` };
  for (const [index, { match }] of faults.entries())
    if (match.key !== undefined && !known.has(match.key))
      return {
        pointer: `/faults/${index}/match/key`,
        says: `Fault rule ${index + 1} names a key by its id, and there is none of this one.`,
      };
  return undefined;
}

/**
 * What is wrong with the fault rules of a state: a kept one may be from a sandbox of other settings.
 */
export function flawInRules({ faults }: Deps, { faults: rules }: SavedState): Flaw | undefined {
  for (const [index, rule] of rules.entries())
    try {
      faults.check(rule, rule.match.key);
    } catch (error) {
      if (error instanceof RuleError)
        return { pointer: `/faults/${index}`, says: `Fault rule ${index + 1}: ${error.message}` };
      throw error;
    }
  return undefined;
}

const ruleMembers = Object.keys(FaultRule.properties) as (keyof FaultRule)[];

const member = <Of extends FaultRule>(view: Of, name: keyof FaultRule): [string, unknown][] =>
  view[name] === undefined ? [] : [[name, view[name]]];

const ofKeys = <Value>(byKeyId: Readonly<Record<string, Value>>, known: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(byKeyId).filter(([keyId]) => known.has(keyId)));
