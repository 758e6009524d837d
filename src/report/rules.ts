import type { ClientRule, WasteRule } from './call.ts';
import { askedAgainAfter404 } from './rules/asked-again-after-404.ts';
import { billedFailureAgain } from './rules/billed-failure-again.ts';
import { fieldsCostTheWhole } from './rules/fields-cost-the-whole.ts';
import { handleNotPlain } from './rules/handle-not-plain.ts';
import { ignoredFailure } from './rules/ignored-failure.ts';
import { keyOutsideHeader } from './rules/key-outside-header.ts';
import { leftAfterCharge } from './rules/left-after-charge.ts';
import { leftBeforeResult } from './rules/left-before-result.ts';
import { moreAtOnceThanTheRate } from './rules/more-at-once-than-the-rate.ts';
import { noRetryAfter503 } from './rules/no-retry-after-503.ts';
import { overlappingPages } from './rules/overlapping-pages.ts';
import { pageAfterLast } from './rules/page-after-last.ts';
import { pageWithOtherSort } from './rules/page-with-other-sort.ts';
import { pagesOfOne } from './rules/pages-of-one.ts';
import { paidAgain } from './rules/paid-again.ts';
import { retryAfterRefusal } from './rules/retry-after-refusal.ts';
import { retryWithoutBackoff } from './rules/retry-without-backoff.ts';
import { unknownParameter } from './rules/unknown-parameter.ts';
import { unusedPage } from './rules/unused-page.ts';
import { wholeRecord } from './rules/whole-record.ts';

/** In the order of the report. */
export const clientRules = {
  'retry-after-refusal': retryAfterRefusal,
  'retry-without-backoff': retryWithoutBackoff,
  'no-retry-after-503': noRetryAfter503,
  'billed-failure-again': billedFailureAgain,
  'key-outside-header': keyOutsideHeader,
  'unknown-parameter': unknownParameter,
  'handle-not-plain': handleNotPlain,
  'page-after-last': pageAfterLast,
  'page-with-other-sort': pageWithOtherSort,
  'pages-of-one': pagesOfOne,
  'overlapping-pages': overlappingPages,
  'ignored-failure': ignoredFailure,
  'left-after-charge': leftAfterCharge,
  'left-before-result': leftBeforeResult,
  'fields-cost-the-whole': fieldsCostTheWhole,
  'more-at-once-than-the-rate': moreAtOnceThanTheRate,
} as const satisfies Record<string, ClientRule>;

export type ClientRuleName = keyof typeof clientRules;
export const clientRuleNames = Object.keys(clientRules) as ClientRuleName[];

/** The ways to pay for nothing. */
export const wasteRules = {
  'paid-again': paidAgain,
  'unused-page': unusedPage,
  'whole-record': wholeRecord,
  'asked-again-after-404': askedAgainAfter404,
} as const satisfies Record<string, WasteRule>;

export type WasteRuleName = keyof typeof wasteRules;
export const wasteRuleNames = Object.keys(wasteRules) as WasteRuleName[];
