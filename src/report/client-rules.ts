/** A rule of the contract that clients must follow. */
export interface ClientRule {
  readonly severity: 'error' | 'warning';
  /** The sentence of the contract behind it. */
  readonly sentence: string;
}

/** In the order of the report. */
export const clientRules = {
  'retry-after-refusal': {
    severity: 'error',
    sentence:
      'A 400, 401, 402 or 403 does not change by itself: the same request gets the same refusal (contract 7.1).',
  },
  'retry-without-backoff': {
    severity: 'error',
    sentence:
      'After 429, 500 and 503 wait and retry with backoff: each wait longer than the last (contract 7.1).',
  },
  'no-retry-after-503': {
    severity: 'warning',
    sentence: '503 is a problem of the service that passes: retry later (contract 7.1).',
  },
  'key-outside-header': {
    severity: 'error',
    sentence: 'The key belongs in its header: a key in a URL or a body ends in logs (contract 5).',
  },
  'unknown-parameter': {
    severity: 'warning',
    sentence: 'The service ignores parameters that it does not know, so a misspelt one has no effect.',
  },
  'handle-not-plain': {
    severity: 'warning',
    sentence: 'A handle is the bare name in lower case, not a URL and without capitals (contract 4.2).',
  },
  'page-after-last': {
    severity: 'warning',
    sentence:
      'When `hasNextPage` is false no page follows, and each further page costs credits (contract 2.6).',
  },
  'page-with-other-sort': {
    severity: 'error',
    sentence: 'Keep the same sort while paging: another sort between pages repeats and skips records.',
  },
  'pages-of-one': {
    severity: 'warning',
    sentence: 'A page costs the same whatever its size: `pageSize` goes up to 100 (contract 8).',
  },
  'ignored-failure': {
    severity: 'error',
    sentence: 'A failed reply has no `data`: check `success` before an id is read from it (contract 2.2).',
  },
  'left-after-charge': {
    severity: 'warning',
    sentence: 'A stream that was charged is paid in full: read it to its end.',
  },
  'left-before-result': {
    severity: 'error',
    sentence: 'The final `result` event carries the answer: read the stream until it came (contract 6).',
  },
  'fields-cost-the-whole': {
    severity: 'warning',
    sentence:
      '`fields` are priced one by one up to the price of the whole record: leave them out when they cost as much (contract 4.3).',
  },
  'more-at-once-than-the-rate': {
    severity: 'warning',
    sentence: 'Requests beyond the rate of the key are refused with 429: send fewer at once (contract 8).',
  },
} as const satisfies Record<string, ClientRule>;

export type ClientRuleName = keyof typeof clientRules;
export const clientRuleNames = Object.keys(clientRules) as ClientRuleName[];

/** The ways to pay for nothing. */
export const wasteRules = {
  'paid-again': 'The same call was paid again within ten minutes.',
  'retried-success': 'The same call was sent again right after it had succeeded.',
  'unused-page': 'The page came after the last one whose creators were looked up, or it was empty.',
  'whole-record': 'The whole record was paid where a later call shows that `fields` sufficed.',
  'asked-again-after-404': 'The id had just answered 404.',
} as const;

export type WasteRuleName = keyof typeof wasteRules;
export const wasteRuleNames = Object.keys(wasteRules) as WasteRuleName[];
