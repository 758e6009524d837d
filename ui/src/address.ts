import { createStore, useStore } from './store.ts';

/** The place of the page: `#/requests/12?status>=400` is the request 12 of a list that a search narrows down. */
interface Address {
  screen: string;
  /** The parts after the screen. */
  place: readonly string[];
  search: string;
}

function readAddress(): Address {
  const hash = location.hash.slice(2);
  const query = hash.indexOf('?');
  const path = query < 0 ? hash : hash.slice(0, query);
  const [screen = '', ...place] = path.split('/').map(decoded);
  return { screen: screen || 'requests', place, search: query < 0 ? '' : decoded(hash.slice(query + 1)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const address = createStore(readAddress());

/** The last address of each screen, to which its tab leads back. */
const lastOf = new Map<string, string>();

function noteAddress(): void {
  address.set(readAddress());
  lastOf.set(address.value.screen, location.hash);
}
addEventListener('hashchange', noteAddress);
noteAddress();

/** @param place such as `requests/12` */
export const hrefOf = (place: string, search = ''): string =>
  `#/${place}${search === '' ? '' : `?${encodeURIComponent(search)}`}`;

export const lastHrefOf = (screen: string): string => lastOf.get(screen) ?? hrefOf(screen);

/** Goes to a place of the same screen, and keeps the search. */
export function goTo(place: string): void {
  location.hash = hrefOf(place, address.value.search);
}

export const useSearch = (): string => useStore(address).search;

/** Narrows down what the screen shows. A search is no step of the history: every letter would be one. */
export function setSearch(text: string): void {
  const { screen, place } = address.value;
  history.replaceState(null, '', hrefOf([screen, ...place.map(encodeURIComponent)].join('/'), text));
  noteAddress();
}
