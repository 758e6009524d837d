import { decisionTable } from '../core/decisions/decision.ts';

/** Reports judge a client by these. */
export const reportDecisions = decisionTable({
  'guessed-call-site': {
    what: 'a request of Node without a line of its own on the stack, such as a retry in a timer, has the line of the latest request to the same path in its asynchronous context; without one it has none',
    tag: 'assumed',
    at: 'library/call-sites.ts siteNow',
    reliedOnBy: 'general',
  },
});
