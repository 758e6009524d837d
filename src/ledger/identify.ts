import { isSelfDescribing, parseSelfDescribingKey } from '../core/keys/self-describing.ts';
import type { AccountTerms } from '../core/keys/terms.ts';
import { findKeyAccount, type KeyAccount } from './accounts.ts';
import { callerOf } from './key-state.ts';
import { applyRenewals } from './renewals.ts';
import { type OpeningSettings, openKey } from './resets.ts';
import type { State } from './state.ts';
import type { Caller } from './values.ts';

/** The settings for recognising keys. */
export interface RecognitionSettings extends OpeningSettings {
  /** How many self-describing keys may exist. */
  maxKeys: number;
  /** Gets the reason why a self-describing key is not recognised. */
  warn(message: string): void;
}

/** Finds the caller behind a key. The first use of a self-describing key opens it; that of an account begins its cycles. */
export function identify(
  state: State,
  settings: RecognitionSettings,
  secret: string,
  now: number,
): Caller | undefined {
  const found = findKeyAccount(state, { secret }) ?? openSelfDescribing(state, settings, secret, now);
  if (!found || found.account.anchorAt !== null) return found && callerOf(found);
  const { key, account } = found;
  return callerOf({ key, account: applyRenewals(state, account, now + account.clockOffsetMs) });
}

/** Opens a self-describing key. @returns undefined for any other key, and beyond `maxKeys` */
export function openSelfDescribing(
  state: State,
  settings: RecognitionSettings,
  secret: string,
  now: number,
): KeyAccount | undefined {
  const terms = selfDescribedTerms(secret, settings.warn);
  if (!terms) return undefined;
  const { maxKeys, warn } = settings;
  if ((state.counters.get('selfDescribing') ?? 0) < maxKeys)
    return openKey(state, settings, secret, 'self-describing', terms, { openAt: now });
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
