import { Refusal } from '../core/errors.ts';
import { findKeyAndAccount, type KeyAndAccount, renewIfDue } from './accounts.ts';
import { openSelfDescribing, type RecognitionSettings } from './identify.ts';
import { keyStateOf } from './key-state.ts';
import type { State } from './state.ts';
import type { KeyState } from './values.ts';

/** Settings that the rules of the admin surface need. */
export interface AdminSettings extends RecognitionSettings {
  newId(): string;
}

/** By its id or by itself; naming a self-describing key opens it. */
export function findNamedKey(
  state: State,
  given: AdminSettings,
  name: string,
  now: number,
): KeyAndAccount | undefined {
  return (
    findKeyAndAccount(state, { id: name }) ??
    findKeyAndAccount(state, { secret: name }) ??
    openSelfDescribing(state, given, name, now)
  );
}

/** @throws Refusal `notFound` */
export function getNamedKey(state: State, given: AdminSettings, name: string, now: number): KeyAndAccount {
  const found = findNamedKey(state, given, name, now);
  if (!found) throw new Refusal('notFound');
  return found;
}

/** Reading an account is not its first use: it runs due renewals but begins no cycle. */
export function withRenewals(state: State, { key, account }: KeyAndAccount, now: number): KeyAndAccount {
  return { key, account: renewIfDue(state, account, now + account.clockOffsetMs) };
}

/** A key and its account at an instant. */
export const currentKeyState = (state: State, found: KeyAndAccount, now: number): KeyState =>
  keyStateOf(withRenewals(state, found, now));
