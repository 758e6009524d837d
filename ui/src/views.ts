import { createStore } from './store.ts';

/** A search under a name. */
export interface View {
  name: string;
  search: string;
}

const storedUnder = 'creator-sandbox-views';
const maxViews = 50;

export const givenViews: readonly View[] = [
  { name: 'everything', search: '' },
  { name: 'what cost most', search: 'credits>0 sort=-credits' },
  { name: 'refused', search: 'status>=400' },
  { name: 'forced by a test', search: 'injected!=""' },
  { name: 'slowest', search: 'sort=-durationMs' },
  { name: 'unknown paths', search: 'matched=false' },
];

function readViews(): View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedUnder) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    // The browser keeps nothing for this page.
    return [];
  }
}

const isView = (value: unknown): value is View =>
  typeof (value as View)?.name === 'string' && typeof (value as View)?.search === 'string';

/** The views that a person saved in this browser. */
export const savedViews = createStore<readonly View[]>(readViews());

/** Saves a view; one of the same name goes. */
export function saveView(view: View): void {
  storeViews([...savedViews.value.filter(({ name }) => name !== view.name), view].slice(-maxViews));
}

export function removeView(name: string): void {
  storeViews(savedViews.value.filter((each) => each.name !== name));
}

function storeViews(views: readonly View[]): void {
  savedViews.set(views);
  try {
    localStorage.setItem(storedUnder, JSON.stringify(views));
  } catch {
    // They stay for this tab.
  }
}
