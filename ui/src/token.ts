import { createStore } from './store.ts';

const name = 'creator-sandbox-token';

/** The admin token; empty without one. It lives as long as the tab. */
export const token = createStore(sessionStorage.getItem(name) ?? '');

/** Says whether the surface asked for a token that this tab does not have. */
export const tokenNeeded = createStore(false);

export function storeToken(given: string): void {
  sessionStorage.setItem(name, given);
  token.set(given);
  tokenNeeded.set(false);
}

export function forgetToken(): void {
  sessionStorage.removeItem(name);
  token.set('');
  tokenNeeded.set(true);
}
