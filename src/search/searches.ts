import type { Search } from '../core/search-body.ts';
import type { Moment } from './instants.ts';
import { atOnce, inSlices, type Steps } from './steps.ts';

/** The searches of an index. */
export interface Searches<Found> {
  /** Searches in one go: in the default world at most a few milliseconds. */
  find(search: Search, moment: Moment): Found;
  /** The same search, pausing for other events after every `budgetMs` of work; 20 if not given. */
  findInSlices(search: Search, moment: Moment, budgetMs?: number): Promise<Found>;
}

export const searches = <Found>(
  steps: (search: Search, moment: Moment) => Steps<Found>,
): Searches<Found> => ({
  find: (search, moment) => atOnce(steps(search, moment)),
  findInSlices: (search, moment, budgetMs) => inSlices(steps(search, moment), budgetMs),
});
