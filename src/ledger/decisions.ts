import { decisionTable } from '../core/decisions/decision.ts';

/** Money and time. */
export const ledgerDecisions = decisionTable({
  'settled-balance': {
    what: '`creditsAvailable` is what is left of plan and purchased credits; credits held for open streams still count',
    tag: 'assumed',
    at: 'service/v3/replies.ts creditsAvailable',
    reliedOnBy: 'general',
  },
  cycle: {
    what: 'a billing cycle is 30 days; the first one begins with the account’s first use',
    tag: 'assumed',
    at: 'ledger/renewals.ts applyRenewals',
    setting: 'cycle',
    reliedOnBy: 'general',
  },
  'missed-renewals': {
    what: 'each missed renewal runs once, in order, with its own date',
    tag: 'assumed',
    at: 'ledger/renewals.ts runRenewals',
    setting: 'cycle',
    reliedOnBy: 'general',
  },
  'hold-across-renewal': {
    what: 'credits held for a stream stay held when the cycle ends, and count as used in the cycle in which they are settled; the next start releases the holds of a process that crashed',
    tag: 'assumed',
    at: 'ledger/charges.ts releaseHold',
    reliedOnBy: 'general',
  },
  'ledger-unavailable': {
    what: 'while a shared ledger cannot be reached, calls answer 503 `SERVICE_UNAVAILABLE`, on generation 2 its error, and cost nothing',
    tag: 'assumed',
    at: 'ledger/errors.ts CommitFailed',
    setting: 'ledger',
    reliedOnBy: 'general',
  },
  'unlimited-plan': {
    what: 'an unlimited account uses its plan only and keeps its purchased credits',
    tag: 'assumed',
    at: 'ledger/rules.ts splitOf',
    reliedOnBy: { when: ({ caller }) => caller?.unlimited === true },
  },
  'spend-limit-lifetime': {
    what: 'a spend limit counts everything that the key ever spent, including open holds, also on unlimited accounts',
    tag: 'assumed',
    at: 'ledger/rules.ts keyRemaining',
    setting: 'limit=',
    reliedOnBy: [
      { errorCodes: ['KEY_SPEND_THRESHOLD_EXCEEDED'] },
      { errorCodes: ['QuotaNotEnough'], when: ({ caller }) => caller?.limited === true },
    ],
  },
  'spend-limit-first': {
    what: 'the spend limit is checked before the credits',
    tag: 'assumed',
    at: 'ledger/rules.ts assertAffordable',
    reliedOnBy: 'general',
  },
});
