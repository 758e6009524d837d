import { setImmediate } from 'node:timers/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import { parseDate } from '../../core/clock.ts';
import { KeyRedactor } from '../../core/keys/redactor.ts';
import { shortenedText } from '../../core/values.ts';
import { yieldToLoop } from '../../core/yield-to-loop.ts';
import { RuleError } from '../../faults/rule-error.ts';
import type { Flaw } from '../../ledger/saved.ts';
import type { Deps } from '../../service/http/deps.ts';
import { SavedState } from './saved-state.ts';

/**
 * The first flaw of an imported snapshot and its place; undefined if it can be restored. Other requests are served
 * meanwhile, except while its form is checked.
 */
export async function flawInState(
  deps: Pick<Deps, 'ledger' | 'faults' | 'loopShare'>,
  content: unknown,
): Promise<Flaw | undefined> {
  // Compiled at the first import, because that takes as long as the rest of the start of this surface.
  await setImmediate();
  check ??= new Ajv({ allErrors: false, strict: false }).compile(SavedState);
  await setImmediate();
  if (!check(content)) return flawInForm(deps, check);
  const saved = content as SavedState;
  const inLedger = await yieldToLoop(deps.ledger.flawIn(saved.ledger), deps);
  return (
    flawInClock(saved) ??
    flawInEpoch(saved) ??
    (inLedger && { ...inLedger, pointer: `/ledger${inLedger.pointer}` }) ??
    flawInKeyIds(saved) ??
    flawInRules(deps, saved)
  );
}

let check: ValidateFunction | undefined;

function flawInForm({ ledger }: Pick<Deps, 'ledger'>, { errors }: ValidateFunction): Flaw {
  const [error] = errors ?? [];
  const name = error?.params['additionalProperty'];
  // Redacted before it is shortened: the redactor does not recognise a part of a key.
  const shown = shortenedText(new KeyRedactor(ledger).text(String(name)));
  const which = name === undefined ? '' : ` (${JSON.stringify(shown)})`;
  return {
    pointer: error?.instancePath ?? '',
    says: `The snapshot ${error?.message ?? 'is not valid'} here${which}.`,
  };
}

const clockTerms = { real: [], frozen: ['at'], offset: ['offset'], scaled: ['scale', 'at'] } as const;

function flawInClock({ clock, takenAt }: SavedState): Flaw | undefined {
  const { mode, ...given } = clock;
  for (const name of ['at', 'offset', 'scale'] as const) {
    const isNeeded = (clockTerms[mode] as readonly string[]).includes(name);
    if (isNeeded && given[name] === undefined)
      return { pointer: '/clock', says: `The clock is ${mode} and needs '${name}'.` };
    if (!isNeeded && given[name] !== undefined)
      return { pointer: `/clock/${name}`, says: `The clock is ${mode} and has no '${name}'.` };
  }
  if (given.at !== undefined && given.at !== takenAt)
    return {
      pointer: '/takenAt',
      says: `'takenAt' is ${takenAt}, but the clock's 'at' is ${given.at}.`,
    };
  return undefined;
}

const flawInEpoch = ({ epoch }: SavedState): Flaw | undefined =>
  epoch !== undefined && Number.isNaN(parseDate(epoch))
    ? { pointer: '/epoch', says: `There is no day ${epoch}.` }
    : undefined;

/** Finds key ids that the ledger does not have: restoring would silently drop what belongs to them. */
function flawInKeyIds({ ledger, windows, traces, faults }: SavedState): Flaw | undefined {
  const known = new Set(ledger.keys.map(({ id }) => id));
  for (const [keyId, at] of Object.entries(windows)) {
    const pointer = `/windows/${keyId}`;
    if (!known.has(keyId)) return { pointer, says: `There is no key ${keyId}.` };
    if (at.some((each, index) => each < (at[index - 1] ?? each)))
      return { pointer, says: `The requests of key ${keyId} are not in order.` };
  }
  for (const keyId of Object.keys(traces))
    if (keyId !== '' && !known.has(keyId))
      return { pointer: `/traces/${keyId}`, says: `There is no key ${keyId}.` };
  for (const [index, { match }] of faults.entries())
    if (match.key !== undefined && !known.has(match.key))
      return {
        pointer: `/faults/${index}/match/key`,
        says: `Fault rule ${index + 1} matches the id of a key that does not exist.`,
      };
  return undefined;
}

/** The first flaw of the fault rules: a snapshot in a data folder may come from a sandbox with other settings. */
export function flawInRules(
  { faults }: Pick<Deps, 'faults'>,
  { faults: rules }: SavedState,
): Flaw | undefined {
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
