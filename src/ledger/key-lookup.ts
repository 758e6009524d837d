import { Refusal } from '../core/errors.ts';
import { type Found, find, renew } from './accounts.ts';
import { openSelfDescribing, type Recognition } from './first-use.ts';
import { keyStateOf } from './key-state.ts';
import type { State } from './state.ts';
import type { KeyState } from './values.ts';

/** Settings that the rules of the admin surface need. */
export interface Administration extends Recognition {
  newId(): string;
}

/** By its id or by itself; naming a self-describing key opens it. */
export function lookUp(state: State, given: Administration, name: string, now: number): Found | undefined {
  return (
    find(state, { id: name }) ?? find(state, { secret: name }) ?? openSelfDescribing(state, given, name, now)
  );
}

/** @throws Refusal `notFound` */
export function named(state: State, given: Administration, name: string, now: number): Found {
  const found = lookUp(state, given, name, now);
  if (!found) throw new Refusal('notFound');
  return found;
}

/** Reading an account is not its first use: it runs due renewals but begins no cycle. */
export function renewed(state: State, { key, account }: Found, now: number): Found {
  return { key, account: renew(state, account, now + account.clockOffsetMs) };
}

/** A key and its account at an instant. */
export const current = (state: State, found: Found, now: number): KeyState =>
  keyStateOf(renewed(state, found, now));
