import type { RefusalTable } from '../../core/errors.ts';

/**
 * The `error` string of every refusal of generation 2, in the order of its checks (contract 7.3; the register
 * lists the strings that it does not show). The unknown path comes before all of them.
 */
const errors = {
  keyMissing: 'AuthFailed',
  keyUnknown: 'QuotaKey',
  testOnly: 'APIKeyOnlyForTesting',
  rateLimited: 'QuotaRate',
  forbidden: 'QuotaNotPaid',
  /** A body that is not JSON, not an object, or cannot be read at all. */
  unreadableBody: 'BodyInvalid',
  invalid: 'ValueEmpty',
  invalidSort: 'AdvancedSearchSortByNotExistOrInvalid',
  invalidFilter: 'AdvancedSearchFilterNotExistOrInvalid',
  invalidFilterValue: 'FilterValueType',
  keySpendThreshold: 'QuotaNotEnough',
  insufficientCredits: 'QuotaNotEnough',
  // The service's own words for the platforms: contract 4.1 shows the first, the others are by analogy.
  clipNotFound: 'TikTokIdNotFound',
  gramNotFound: 'InstagramIdNotFound',
  tubeNotFound: 'YoutubeIdNotFound',
  emailNotFound: 'NoEmail',
  postNotFound: 'PostIdNotFound',
  internal: 'ServerError',
} as const;

export type RefusalKind2 = keyof typeof errors;

const beforeReading: readonly RefusalKind2[] = [
  'keyMissing',
  'keyUnknown',
  'testOnly',
  'rateLimited',
  'forbidden',
];

/** @param status of every refusal (observed): the setting `v2Status` */
export const refusalsWith = (
  status: number,
): RefusalTable & Record<RefusalKind2, RefusalTable[RefusalKind2] & object> =>
  Object.fromEntries(
    (Object.keys(errors) as RefusalKind2[]).map((kind) => [
      kind,
      { status, errorCode: errors[kind], ...(beforeReading.includes(kind) && { beforeReading: true }) },
    ]),
  ) as Record<RefusalKind2, RefusalTable[RefusalKind2] & object>;
