/** A rule of the contract that clients must follow. */
export interface ClientRule {
  readonly severity: 'error' | 'warning';
  /** The sentence of the contract behind it. */
  readonly sentence: string;
  /** What to change in a client that breaks it. */
  readonly help: string;
}

/** In the order of the report. */
export const clientRules = {
  'retry-after-refusal': {
    severity: 'error',
    sentence:
      'A 400, 401, 402 or 403 does not change by itself: the same request gets the same refusal (contract 7.1).',
    help: 'Branch on `errorCode`: correct the request, top up or stop; retry only 429, 500 and 503.',
  },
  'retry-without-backoff': {
    severity: 'error',
    sentence:
      'After 429, 500 and 503 wait and retry with backoff: each wait longer than the last (contract 7.1).',
    help: 'Wait before each retry, each time longer, with some randomness, and stop after a few.',
  },
  'no-retry-after-503': {
    severity: 'warning',
    sentence: '503 is a problem of the service that passes: retry later (contract 7.1).',
    help: 'Retry a 503 a few times with growing waits before giving up.',
  },
  'key-outside-header': {
    severity: 'error',
    sentence: 'The key belongs in its header: a key in a URL or a body ends in logs (contract 5).',
    help: 'Send the key in its header only, and change keys that a log may have.',
  },
  'unknown-parameter': {
    severity: 'warning',
    sentence: 'The service ignores parameters that it does not know, so a misspelt one has no effect.',
    help: 'Compare the name with the parameters of the operation: correct it, or leave it out.',
  },
  'handle-not-plain': {
    severity: 'warning',
    sentence: 'A handle is the bare name in lower case, not a URL and without capitals (contract 4.2).',
    help: 'Take the name out of the URL and put it in lower case before the call.',
  },
  'page-after-last': {
    severity: 'warning',
    sentence:
      'When `hasNextPage` is false no page follows, and each further page costs credits (contract 2.6).',
    help: 'End the loop when `hasNextPage` is false.',
  },
  'page-with-other-sort': {
    severity: 'error',
    sentence: 'Keep the same sort while paging: another sort between pages repeats and skips records.',
    help: 'Set `sortBy` and `desc` once, before the first page.',
  },
  'pages-of-one': {
    severity: 'warning',
    sentence: 'A page costs the same whatever its size: `pageSize` goes up to 100 (contract 8).',
    help: 'Ask for as many records at once as you need, up to 100.',
  },
  'ignored-failure': {
    severity: 'error',
    sentence: 'A failed reply has no `data`: check `success` before an id is read from it (contract 2.2).',
    help: 'Look at `success` before reading `data`, and do not go on with an id that is missing.',
  },
  'left-after-charge': {
    severity: 'warning',
    sentence: 'A stream that was charged is paid in full: read it to its end.',
    help: 'Read the stream to its end, or do not begin it.',
  },
  'left-before-result': {
    severity: 'error',
    sentence: 'The final `result` event carries the answer: read the stream until it came (contract 6).',
    help: 'Read events until `result` came; raise the time limit of the client if it ends before.',
  },
  'fields-cost-the-whole': {
    severity: 'warning',
    sentence:
      '`fields` are priced one by one up to the price of the whole record: leave them out when they cost as much (contract 4.3).',
    help: 'Ask for fewer `fields`, or for the whole record.',
  },
  'more-at-once-than-the-rate': {
    severity: 'warning',
    sentence: 'Requests beyond the rate of the key are refused with 429: send fewer at once (contract 8).',
    help: 'Limit the requests that are sent at once, or spread them.',
  },
} as const satisfies Record<string, ClientRule>;

export type ClientRuleName = keyof typeof clientRules;
export const clientRuleNames = Object.keys(clientRules) as ClientRuleName[];

/** The ways to pay for nothing. */
export const wasteRules = {
  'paid-again': 'The same call was paid again within ten minutes.',
  'unused-page': 'The page came after the last one whose creators were looked up, or it was empty.',
  'whole-record': 'The whole record was paid where a later call shows that `fields` sufficed.',
  'asked-again-after-404': 'The id had just answered 404.',
} as const;

export type WasteRuleName = keyof typeof wasteRules;
export const wasteRuleNames = Object.keys(wasteRules) as WasteRuleName[];
