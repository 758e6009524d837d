import type { Difference } from '../contract/difference.ts';
import type { OperationId } from '../core/operations.ts';
import { isChargeAt } from '../report/agreement.ts';
import { refusalsWith } from '../service/v2/refusals.ts';

/** A way in which a service answered otherwise than the sandbox. */
export interface FoundDifference {
  /** null where the request reached none. */
  readonly operation: OperationId | null;
  readonly difference: Difference;
  /** All differences of the exchange. */
  readonly beside: readonly Difference[];
}

/**
 * The entry of the register that a difference contradicts: the one that says what the sandbox does at this place.
 * @returns its id, null if there is none: what the specification itself says is no decision
 */
export function contradictedDecision({ operation, difference, beside }: FoundDifference): string | null {
  const hasOtherCode = beside.some(({ kind }) => kind === 'code');
  const of = { ...difference, operation: operation ?? '', hasOtherCode };
  return contradictions.find(([, holds]) => holds(of))?.[0] ?? null;
}

/** The ids that differences may name. */
export const contradictable = (): readonly string[] => [...new Set(contradictions.map(([id]) => id))];

interface Placed extends Difference {
  readonly operation: string;
  readonly hasOtherCode: boolean;
}

const isOf2 = ({ operation }: Placed): boolean => operation.startsWith('v2/');
const isRefused = (kind: string): boolean => kind === 'status' || kind === 'code';
/** Whether a difference is that the service has another code, or another status, than this refusal. */
const refuses =
  (...codes: readonly string[]) =>
  ({ kind, expected }: Placed): boolean =>
    kind === 'code' && codes.some((code) => expected === JSON.stringify(code));
const at =
  (pattern: RegExp, of: (difference: Placed) => boolean = () => true) =>
  (difference: Placed): boolean =>
    pattern.test(difference.place) && of(difference);
/** Whether it is in the data of these operations. */
const within =
  (pattern: RegExp) =>
  ({ operation, kind, place }: Placed): boolean =>
    pattern.test(operation) && !isRefused(kind) && /\/data\b/.test(place);
const isPriced = ({ kind, place }: Placed): boolean => kind === 'invariant' && isChargeAt(place);

const codesOf2: ReadonlySet<string> = new Set(
  Object.values(refusalsWith(403)).map(({ errorCode }) => JSON.stringify(errorCode)),
);

/** By id, the differences that contradict it. The first one that holds is named, so the narrower come first. */
const contradictions: readonly (readonly [id: string, holds: (difference: Placed) => boolean])[] = [
  // refusals of generation 2
  ['v2-code-rate', refuses('QuotaRate')],
  ['v2-code-body', refuses('BodyInvalid')],
  ['v2-code-filter', refuses('AdvancedSearchFilterNotExistOrInvalid')],
  ['v2-code-not-found', refuses('InstagramIdNotFound', 'YoutubeIdNotFound')],
  ['v2-code-email', refuses('NoEmail')],
  ['v2-code-post', refuses('PostIdNotFound')],
  ['v2-code-server', refuses('ServerError')],
  ['v2-auth', refuses('AuthFailed', 'QuotaKey')],
  ['v2-codes', refuses('QuotaNotPaid', 'ValueEmpty', 'FilterValueType', 'QuotaNotEnough')],
  [
    'v2-status',
    (found) => isOf2(found) && found.kind === 'status' && found.expected !== '200' && !found.hasOtherCode,
  ],
  ['v2-order', (found) => isOf2(found) && found.kind === 'code' && codesOf2.has(found.actual)],
  // refusals of generation 3
  ['code-429', refuses('RATE_LIMIT_EXCEEDED')],
  ['code-409', refuses('CONFLICT')],
  ['code-500', refuses('INTERNAL_SERVER_ERROR')],
  ['code-503', refuses('SERVICE_UNAVAILABLE')],
  [
    'subtitles-402',
    ({ operation, kind, expected }) =>
      operation === 'tube/subtitles/download' && kind === 'status' && expected === '402',
  ],
  [
    'lookup-post',
    ({ kind, expected, actual }) => kind === 'status' && expected === '200' && actual === '405',
  ],
  [
    'error-names',
    at(/^(?:\/events\/\d+\/data)?\/error$/, ({ expected }) =>
      /^"(?:PaymentRequired|Forbidden|Conflict|RateLimit|InternalServer|ServiceUnavailable)Error"$/.test(
        expected,
      ),
    ),
  ],
  // A request with two faults shows the order: both answer with a refusal, each with its own.
  [
    'refusal-order',
    ({ kind, expected, actual, hasOtherCode }) =>
      kind === 'status' && hasOtherCode && /^[45]\d\d$/.test(expected) && /^[45]\d\d$/.test(actual),
  ],
  ['rate', at(/^header (?:retry-after|x-ratelimit)/)],
  ['details-402', at(/\/details\/\d+\/(?:required|available)$/)],
  ['details-shape', at(/\/details(?:\/\d+(?:\/field)?)?$/)],
  ['details-words', at(/\/details\/\d+\/(?:message|code)$/)],
  ['message-texts', at(/^\/message$/, ({ expected }) => !expected.startsWith('"API Key'))],
  // money
  ['v2-post-price', (found) => isPriced(found) && /^v2\/getPostBy/.test(found.operation)],
  ['v2-prices', (found) => isPriced(found) && isOf2(found)],
  ['nls-price', (found) => isPriced(found) && found.operation === 'nls'],
  ['price-history-steps', (found) => isPriced(found) && found.operation.endsWith('/performance-history')],
  ['decimal-credits', at(/Credit|credits|quota/, ({ expected }) => /decimals/.test(expected))],
  ['prices', isPriced],
  ['v2-unlimited', at(/\/remainingPlanCredit$/, ({ expected }) => expected === '-1')],
  ['nls-unlimited', at(/\/planCreditsAvailable$/, ({ expected }) => expected === '-1')],
  ['key-credits-available', at(/\/keyCreditsAvailable$/)],
  ['v2-plan-size', at(/\/(?:quotaUsedTotal|remainingPlanCredit)$/, isOf2)],
  ['nls-result', at(/\/(?:purchased|plan)?[cC]reditsAvailable$/, ({ operation }) => operation === 'nls')],
  // the envelope
  [
    'trace-id-everywhere',
    at(/\/(?:traceId|timestamp)$/, ({ kind, actual }) => kind === 'shape' && actual === 'absent'),
  ],
  ['trace-id', at(/\/traceId$/)],
  ['codes', at(/./, ({ kind, expected }) => kind === 'invariant' && expected === 'milliseconds')],
  ['v2-unknown-path', at(/\/availableEndpoints/, isOf2)],
  ['nls-charset', at(/^header content-type$/, ({ operation }) => operation === 'nls')],
  // streams
  ['event-frames', at(/^\/events\/\d+$/, ({ expected }) => expected.startsWith('event: '))],
  ['event-frames', at(/^\/events\/\d+$/, ({ expected }) => expected === 'absent')],
  ['nls-failed', at(/./, ({ operation, kind }) => operation === 'nls' && kind === 'code')],
  ['nls-events', at(/^\/events\/\d+/, ({ place }) => !/\/data\/./.test(place))],
  ['nls-result', at(/^\/events\/\d+\/data\/data$/)],
  ['nls-platform', at(/\/platform$/, ({ operation }) => operation === 'nls')],
  // records: null and fields of their own before the shape of the record that has them
  ['null-values', ({ kind, actual }) => kind === 'type' && actual === 'null'],
  ['extra-fields', ({ kind, expected }) => kind === 'shape' && expected === 'absent'],
  // the whole body of a file is its data
  [
    'subtitles-file',
    ({ operation, kind, place }) =>
      operation === 'tube/subtitles/download' && !isRefused(kind) && !place.startsWith('credits'),
  ],
  ['subtitles-meta', within(/^tube\/subtitles\/meta$/)],
  ['usage-shape', within(/^usage$/)],
  ['sponsor-pages', at(/\/(?:totalResults|offset|pageSize|sponsors)/, within(/^sponsor\//))],
  ['sponsor-shapes', within(/^sponsor\/(?!submit)/)],
  ['submit-shape', within(/submit/i)],
  ['search-last-page', at(/\/(?:hasNextPage|nextOffset)$/)],
  ['content-search-shape', within(/\/content-search$/)],
  ['search-shape', within(/\/search$/)],
  ['niches-shape', within(/\/(?:niches|topics)$/)],
  ['fields-prices', at(/ length$/, within(/\/(?:content-detail|sponsorship)$/))],
  ['contact-shape', within(/^\w+\/contact$/)],
  ['history-days', at(/\/\d+\/timestamp$/, within(/\/performance-history$/))],
  ['history-shape', within(/\/performance-history$/)],
  ['performance-shape', within(/\/performance$/)],
  ['audience-shape', within(/\/audience$/)],
  ['content-detail-shape', within(/\/content-detail$/)],
  ['sponsorship-shape', within(/\/sponsorship$/)],
  ['profile-shapes', within(/\/profile$/)],
  ['v2-tube-record', within(/^v2\/tubeBasic$/)],
  ['v2-posts', within(/^v2\/getPostBy/)],
  ['v2-weeks', within(/^v2\/\w+History$/)],
  ['v2-search-body', within(/^v2\/\w+AdvancedSearch$/)],
];
