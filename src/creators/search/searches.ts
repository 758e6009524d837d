import type { Search } from '../../core/search-body.ts';
import type { Moment } from './instants.ts';
import type { Steps } from './steps.ts';

/** The searches of an index. */
export interface Searches<Found> {
  /** In steps: in the default world they take a few milliseconds together, in a world of 100,000 people up to 0.3 s. */
  find(search: Search, moment: Moment): Steps<Found>;
}
