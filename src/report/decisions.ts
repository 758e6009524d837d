import { decisionTable } from '../core/decisions/decision.ts';

/** Reports judge a client by these. */
export const reportDecisions = decisionTable({
  'retry-chain': {
    what: 'a call belongs to the chain of the refused call before it with the same key, test, line and parameters, if it came after that refusal and no admin call changed the key in between; a success ends the chain',
    tag: 'assumed',
    at: 'report/chain-rows.ts isContinued',
    reliedOnBy: 'general',
  },
  'bill-rows': {
    what: 'equal chains are one row of the bill, up to 5,000 rows; further ones are one row for each operation, and the replies of a chain beyond the eighth change are its last step',
    tag: 'assumed',
    at: 'report/chain-rows.ts maxChainRows',
    reliedOnBy: 'general',
  },
  'guessed-call-site': {
    what: 'a request of Node without a line of its own on the stack, such as a retry in a timer, has the line of the latest request to the same path in its asynchronous context; without one it has none',
    tag: 'assumed',
    at: 'library/call-sites.ts siteNow',
    reliedOnBy: 'general',
  },
});
