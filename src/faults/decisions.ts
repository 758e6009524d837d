import { decisions } from '../register/decision.ts';

/** What only happens because somebody forced it: no client of the service ever meets this. */
export const faultDecisions = decisions({
  'forced-place': {
    what: 'forced outcomes come after 401 in generation 3, after `APIKeyOnlyForTesting` in generation 2; magic identifiers answer in place of the look-up',
    tag: 'assumed',
    at: 'http/forced.ts force',
    knob: 'prefer',
    reliedOnBy: 'general',
  },
  'forced-window': {
    what: 'a forced outcome takes no place in the rate window of its key',
    tag: 'assumed',
    at: 'http/forced.ts force',
    reliedOnBy: 'general',
  },
  'forced-details': {
    what: 'a forced 400 names the field `request`; a forced 402 requires the full price, of 0 available',
    tag: 'assumed',
    at: 'v3/forced.ts forcedRefusal',
    reliedOnBy: 'general',
  },
  'client-left': {
    what: 'who leaves while an answer is late is charged as if it had stayed',
    tag: 'assumed',
    at: 'http/forced.ts waited',
    reliedOnBy: 'general',
  },
  'broken-reply': {
    what: 'a reply that is cut, reset or of a wrong length is charged; a stream that ends before its result is not',
    tag: 'assumed',
    at: 'faults/torture.ts profiles',
    reliedOnBy: 'general',
  },
});
