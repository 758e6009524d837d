import { Refusal } from '../core/errors.ts';
import { findKeyAccount, type KeyAccount } from './accounts.ts';
import { openSelfDescribing, type RecognitionSettings } from './identify.ts';
import { keyStateOf } from './key-state.ts';
import { runRenewals } from './renewals.ts';
import type { State } from './state.ts';
import type { KeyState } from './values.ts';

/** The settings for the admin surface. */
export interface AdminSettings extends RecognitionSettings {
  /** A fresh random name. */
  newId(): string;
}

/** Finds a key by its id or by itself. Naming a self-describing key opens it. */
export function findNamedKey(
  state: State,
  settings: AdminSettings,
  name: string,
  now: number,
): KeyAccount | undefined {
  return (
    findKeyAccount(state, { id: name }) ??
    findKeyAccount(state, { secret: name }) ??
    openSelfDescribing(state, settings, name, now)
  );
}

/** @throws Refusal `notFound` */
export function getNamedKey(state: State, settings: AdminSettings, name: string, now: number): KeyAccount {
  const found = findNamedKey(state, settings, name, now);
  if (!found) throw new Refusal('notFound');
  return found;
}

/** Runs the renewals that fell due. Reading an account is not its first use, so it begins no cycle. */
export function withRenewals(state: State, { key, account }: KeyAccount, now: number): KeyAccount {
  return { key, account: runRenewals(state, account, now + account.clockOffsetMs) };
}

/** A key and its account at an instant. */
export const currentKeyState = (state: State, found: KeyAccount, now: number): KeyState =>
  keyStateOf(withRenewals(state, found, now));
