import { isSelfDescribing, parseSelfDescribingKey } from '../core/keys/self-describing.ts';
import type { AccountTerms } from '../core/keys/terms.ts';
import { applyRenewals, findKeyAndAccount, type KeyAndAccount } from './accounts.ts';
import { callerOf } from './key-state.ts';
import { type OpeningSettings, openKey } from './resets.ts';
import type { State } from './state.ts';
import type { Caller } from './values.ts';

/** Settings that the recognition of keys needs. */
export interface RecognitionSettings extends OpeningSettings {
  maxKeys: number;
  /** Gets the reason why a self-describing key is not recognised. */
  warn(message: string): void;
}

/**
 * The first use of a self-describing key opens it, and the first use of an account begins its first cycle. Of
 * concurrent first uses of one key the first opens the account.
 */
export function identify(
  state: State,
  given: RecognitionSettings,
  secret: string,
  now: number,
): Caller | undefined {
  const found = findKeyAndAccount(state, { secret }) ?? openSelfDescribing(state, given, secret, now);
  if (!found || found.account.anchorAt !== null) return found && callerOf(found);
  const { key, account } = found;
  return callerOf({ key, account: applyRenewals(state, account, now + account.clockOffsetMs) });
}

/** Opens a self-describing key; undefined for any other, or one too many. */
export function openSelfDescribing(
  state: State,
  given: RecognitionSettings,
  secret: string,
  now: number,
): KeyAndAccount | undefined {
  const terms = selfDescribedTerms(secret, given.warn);
  if (!terms) return undefined;
  const { maxKeys, warn } = given;
  if ((state.counters.get('selfDescribing') ?? 0) < maxKeys)
    return openKey(state, given, secret, 'self-describing', terms, { openAt: now });
  warn(`A self-describing key is not recognised: there are ${maxKeys} already, as many as maxKeys allows.`);
  return undefined;
}

/** The terms of a self-describing key; undefined for any other. */
function selfDescribedTerms(secret: string, warn: RecognitionSettings['warn']): AccountTerms | undefined {
  if (!isSelfDescribing(secret)) return undefined;
  const parsed = parseSelfDescribingKey(secret);
  if ('terms' in parsed) return parsed.terms;
  warn(`A self-describing key is not recognised: ${parsed.reason}.`);
  return undefined;
}
