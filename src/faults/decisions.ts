import { decisionTable } from '../core/decisions/decision.ts';

/** Forced outcomes, which only exist in the sandbox. */
export const faultDecisions = decisionTable({
  'forced-place': {
    what: 'forced outcomes come after 401 in generation 3, after `APIKeyOnlyForTesting` in generation 2; magic identifiers answer in place of the look-up',
    tag: 'assumed',
    at: 'service/http/forced.ts forceOutcome',
    setting: 'prefer',
    reliedOnBy: 'general',
  },
  'forced-window': {
    what: 'a forced outcome does not count in the rate window of its key',
    tag: 'assumed',
    at: 'service/http/forced.ts forceOutcome',
    reliedOnBy: 'general',
  },
  'forced-details': {
    what: 'a forced 400 names the field `request`; a forced `INSUFFICIENT_CREDITS` requires the full price, with 0 available',
    tag: 'assumed',
    at: 'service/v3/generation.ts forced',
    reliedOnBy: 'general',
  },
  'client-left': {
    what: 'a client that disconnects while its reply is delayed is charged nevertheless',
    tag: 'assumed',
    at: 'service/http/forced.ts delayReply',
    reliedOnBy: 'general',
  },
  'broken-reply': {
    what: 'a reply that is cut, reset or of a wrong length is charged; a stream that ends before its result is not',
    tag: 'assumed',
    at: 'faults/profiles.ts replyProfiles',
    reliedOnBy: 'general',
  },
});
