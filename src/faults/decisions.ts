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
    at: 'service/http/delayed.ts delay',
    reliedOnBy: 'general',
  },
  'road-failure': {
    what: 'a forced status that the service does not have, and a forced body, come without the envelope, as from a proxy or a balancer between client and service',
    tag: 'assumed',
    at: 'faults/respond.ts failureOf',
    reliedOnBy: 'general',
  },
  'billed-failure': {
    what: 'a rule with `charge`, or the ready failure `billed-timeout`, makes a failure cost credits; this leaves the contract (7.2(8)), because clients of such services report timeouts that were billed. Charged as if answered, a call passes all checks and counts in the rate window, a description that a model reads costs the most it may, and a call that would be refused costs nothing',
    tag: 'assumed',
    at: 'service/http/road-failure.ts billFailure',
    reliedOnBy: 'noted',
  },
  'broken-reply': {
    what: 'a reply that is cut, reset or of a wrong length is charged; a stream that ends before its result is not',
    tag: 'assumed',
    at: 'faults/profiles.ts replyProfiles',
    reliedOnBy: 'general',
  },
});
