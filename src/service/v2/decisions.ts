import {
  type AnsweredRequest,
  decisionTable,
  filtersBy,
  onEveryPlatform,
  sentValue,
  sortsBy,
} from '../../core/decisions/decision.ts';
import { type OperationId, operationsOf } from '../../core/operations.ts';
import {
  maxFilters,
  maxFilterValues,
  maxResultsPerSearch,
  maxValueCharacters,
} from './advanced-search-body.ts';

const v2 = operationsOf(2).map(({ id }) => id);
const searches = onEveryPlatform('v2/{platform}AdvancedSearch');
const tubeSearch: readonly OperationId[] = ['v2/tubeAdvancedSearch'];
const posts: readonly OperationId[] = ['v2/getPostById', 'v2/getPostByLink'];

/** Whether a value of a search has the right type and is out of bounds. */
function outOfBounds(answer: AnsweredRequest): boolean {
  const maxResults = sentValue(answer, 'maxResults');
  const offset = sentValue(answer, 'offset');
  const filters = sentValue(answer, 'filters');
  return (
    (Number.isInteger(maxResults) && (Number(maxResults) < 1 || Number(maxResults) > maxResultsPerSearch)) ||
    (Number.isInteger(offset) && Number(offset) < 0) ||
    (Array.isArray(filters) && filters.length === 0)
  );
}

/** Whether a search of channels filters or sorts by one of these keys. */
const searchesBy = (keys: RegExp) => [
  { on: tubeSearch, when: filtersBy(keys) },
  { on: tubeSearch, when: sortsBy(keys) },
];

/** Whether a search has more filters, values or characters than are accepted. */
function tooLarge(answer: AnsweredRequest): boolean {
  const filters = sentValue(answer, 'filters');
  if (!Array.isArray(filters)) return false;
  const isLong = (text: unknown) => typeof text === 'string' && text.length > maxValueCharacters;
  return (
    filters.length > maxFilters ||
    filters.some((filter: { value?: unknown } | null) => {
      const value = filter?.value;
      return Array.isArray(value) ? value.length > maxFilterValues || value.some(isLong) : isLong(value);
    })
  );
}

const branched =
  'In generation 2 only this string distinguishes failures, and this one was never observed: a branch on it may never run.';

/** Generation 2. */
export const v2Decisions = decisionTable({
  'v2-status': {
    what: 'every failure has HTTP status 403',
    tag: 'observed',
    at: 'service/v2/refusals.ts refusalsWith',
    setting: 'v2Status',
    reliedOnBy: { on: v2, answers: 'refusal' },
  },
  'v2-order': {
    what: 'refusals come in this order: unknown path, `AuthFailed`, `QuotaKey`, `APIKeyOnlyForTesting`, forced outcome, `QuotaRate`, `QuotaNotPaid`, `BodyInvalid`, `ValueEmpty`, `AdvancedSearchSortByNotExistOrInvalid`, `AdvancedSearchFilterNotExistOrInvalid`, `FilterValueType`, `QuotaNotEnough`, unknown id',
    tag: 'assumed',
    at: 'service/v2/refusals.ts errors',
    reliedOnBy: 'general',
  },
  'v2-auth': {
    what: 'a missing or empty key is `AuthFailed`, an unrecognised one `QuotaKey`; a key under the header of the other generation is a missing one',
    tag: 'assumed',
    at: 'service/v2/refusals.ts errors',
    strict:
      'Both strings are public, but which means which is a guess: code that asks for another key on one and gives up on the other may have them swapped.',
    reliedOnBy: { errorCodes: ['AuthFailed', 'QuotaKey'] },
  },
  'v2-codes': {
    what: 'the error strings `QuotaNotPaid`, `ValueEmpty`, `FilterValueType` and `QuotaNotEnough`, the last for the spend limit too',
    tag: 'observed',
    at: 'service/v2/refusals.ts errors',
    reliedOnBy: { errorCodes: ['QuotaNotPaid', 'ValueEmpty', 'FilterValueType', 'QuotaNotEnough'] },
  },
  'v2-code-rate': {
    what: 'a rate limit is `QuotaRate`',
    tag: 'assumed',
    at: 'service/v2/refusals.ts errors',
    strict: branched,
    reliedOnBy: { errorCodes: ['QuotaRate'] },
  },
  'v2-code-body': {
    what: 'a body that is not JSON, or not an object, is `BodyInvalid`; so is any other request that cannot be read',
    tag: 'assumed',
    at: 'service/v2/refusals.ts unreadableBody',
    strict: branched,
    reliedOnBy: { errorCodes: ['BodyInvalid'] },
  },
  'v2-code-filter': {
    what: 'an unknown filter key or operator is `AdvancedSearchFilterNotExistOrInvalid`',
    tag: 'assumed',
    at: 'service/v2/advanced-search-body.ts namedFilter',
    strict: branched,
    reliedOnBy: { errorCodes: ['AdvancedSearchFilterNotExistOrInvalid'] },
  },
  'v2-code-not-found': {
    what: 'an unknown id is `InstagramIdNotFound` on gram and `YoutubeIdNotFound` on tube',
    tag: 'assumed',
    at: 'service/v2/refusals.ts gramNotFound',
    strict: `Both strings follow \`TikTokIdNotFound\`, which the specification shows. ${branched}`,
    reliedOnBy: { errorCodes: ['InstagramIdNotFound', 'YoutubeIdNotFound'] },
  },
  'v2-code-email': {
    what: '`tubeEmail` of a channel without an address is `NoEmail`',
    tag: 'observed',
    at: 'service/v2/refusals.ts emailNotFound',
    reliedOnBy: { errorCodes: ['NoEmail'] },
  },
  'v2-code-post': {
    what: 'an unknown content, or a link of an unknown form, is `PostIdNotFound`',
    tag: 'assumed',
    at: 'service/v2/refusals.ts postNotFound',
    strict: branched,
    reliedOnBy: { errorCodes: ['PostIdNotFound'] },
  },
  'v2-code-server': {
    what: 'an unexpected failure is `ServerError`',
    tag: 'assumed',
    at: 'service/v2/refusals.ts errors',
    strict: branched,
    reliedOnBy: { errorCodes: ['ServerError'] },
  },
  'v2-unknown-path': {
    what: 'an unknown path under `/v2` answers like one of generation 3, with the endpoints of generation 2',
    tag: 'assumed',
    at: 'service/v2/generation.ts prefix',
    reliedOnBy: {
      answers: 'refusal',
      when: ({ operation, url, errorCode }) =>
        operation === null && errorCode === null && /^\/+v2(\/|\?|$)/.test(url),
    },
  },
  'v2-unlimited': {
    what: 'an unlimited account reports `remainingPlanCredit` -1',
    tag: 'assumed',
    at: 'service/v2/replies.ts succeed',
    strict:
      'The specification of generation 2 does not mention unlimited accounts: code that stops when the remaining credits are below a price stops at -1, and may continue with the real service.',
    reliedOnBy: { on: v2, when: ({ caller }) => caller?.unlimited === true },
  },
  'v2-paths': {
    what: '`apiStatus`, `clipBasic`, `gramHistory`, `tubeBasic`, `tubeHistory`, `tubeDetail`, `contactInformation`, `tubeEmail`, `topicTable`, `getPostById`, `getPostByLink`, `gramAdvancedSearch`, `tubeAdvancedSearch` and `submitCreators`, and what they answer',
    tag: 'observed',
    at: 'service/v2/generation.ts endpoints',
    reliedOnBy: {
      on: v2.filter((id) => !['v2/gramBasic', 'v2/clipHistory', 'v2/clipAdvancedSearch'].includes(id)),
      answers: 'read',
    },
  },
  'v2-not-served': {
    what: 'other platforms (facebook, threads) and reports (`topicReport`, `brandTable`, `brandReport`, `getRelatedNiches`) are not emulated: GET and POST answer a free problem 501 that says so, and is no answer of the service',
    tag: 'assumed',
    at: 'service/v2/missing.ts missingOperations',
    reliedOnBy: 'general',
  },
  'v2-prices': {
    what: 'generation 2 costs 2 credits for a basic record, 3 for a history, 5 for `tubeDetail`, 15 for e-mail addresses, 1 for a search and for `topicTable`, nothing for `apiStatus` and submissions',
    tag: 'assumed',
    at: 'core/operations.ts operations',
    setting: 'prices',
    reliedOnBy: { on: v2.filter((id) => !posts.includes(id)) },
  },
  'v2-post-price': {
    what: 'a content costs 2 credits, by id and by link',
    tag: 'observed',
    at: 'core/operations.ts operations',
    setting: 'prices',
    reliedOnBy: { on: posts },
  },
  'v2-posts': {
    what: 'contents of gram and clip have the form of the basic records; only listed contents are found',
    tag: 'assumed',
    at: 'creators/records/posts.ts postRecords',
    reliedOnBy: { on: posts, answers: 'read' },
  },
  'v2-post-links': {
    what: 'a link to a content is read by the form of its path, whatever its host',
    tag: 'assumed',
    at: 'service/v2/post-link.ts postNameIn',
    reliedOnBy: { on: ['v2/getPostByLink'], answers: 'read' },
  },
  'v2-topics': {
    what: '`topicTable` of gram and clip has no topics',
    tag: 'assumed',
    at: 'service/v2/topic-table.ts topicTable',
    reliedOnBy: { on: ['v2/topicTable'] },
  },
  'v2-tube-keys': {
    what: 'the filter keys of channels whose meaning is not public: `hasBusinessEmail` equals `hasEmail`; `lastVideoUploadTime` and `videosIn…` count every content; `mainLanguageRatio` and `mainCategoryRatio` are shares of the listed contents; `g…` is growth over 30 days, 0 for a younger channel',
    tag: 'assumed',
    at: 'creators/records/tube-search-figures.ts tubeSearchFigures',
    reliedOnBy: searchesBy(
      /^(hasBusinessEmail|lastVideoUploadTime|videosIn|main(Language|Category)Ratio|g[A-Z])/,
    ),
  },
  'v2-reception': {
    what: 'dislikes, and the shares of comments that are the creator’s own, liked or replied to, are derived from the seed of the channel; `avgRating` is 1 + 4 × likes / (likes + dislikes)',
    tag: 'assumed',
    at: 'creators/records/tube-reception.ts receptionBy',
    reliedOnBy: [...searchesBy(/^avg(Dislikes|Rating|\w*Comment\w*Ratio)/), { on: posts }],
  },
  'v2-ranking': {
    what: '`ranking.…` of channels is the part of the other channels with less, 0 to 1: `engage` and `subs` as in generation 3, the others by `…R20` and `g…` keys; `ranking.score` is `platformScore`',
    tag: 'assumed',
    at: 'creators/search/columns.ts ranksOf',
    reliedOnBy: [...searchesBy(/^ranking\./), { on: ['v2/tubeDetail'] }],
  },
  'v2-plan-size': {
    what: '`quotaUsedTotal` and `remainingPlanCredit` add up to the plan unless purchased credits were used in the cycle',
    tag: 'observed',
    at: 'service/v2/replies.ts succeed',
    reliedOnBy: { on: v2, when: ({ caller }) => caller?.unlimited === false },
  },
  'v2-purchased-used': {
    what: '`quotaUsedTotal` includes the purchased credits used in the cycle',
    tag: 'assumed',
    at: 'ledger/charges.ts balanceOf',
    reliedOnBy: 'general',
  },
  'v2-search-body': {
    what: 'all five fields of a search are required; `maxResults` 1 to 200; `>`, `<`, `=` and `in`; a list must contain the text or all texts of `=`, any text of `in`; `sortBy` takes the numeric keys',
    tag: 'observed',
    at: 'service/v2/advanced-search-body.ts parseAdvancedSearch',
    reliedOnBy: { on: searches, answers: 'read' },
  },
  'v2-search-keys': {
    what: 'the filter keys of each platform are a closed list; on tube many keys have a different name from the field of the record',
    tag: 'observed',
    at: 'creators/search/basics.ts basicNames',
    reliedOnBy: { on: searches, answers: 'read' },
  },
  'v2-search-bounds': {
    what: 'an empty `filters`, `maxResults` outside 1 to 200 or a negative `offset` is `ValueEmpty`',
    tag: 'assumed',
    at: 'service/v2/advanced-search-body.ts parseAdvancedSearch',
    strict:
      'The string is known for values that are missing or of a wrong type. For values out of bounds the service may use another, or answer.',
    reliedOnBy: { on: searches, errorCodes: ['ValueEmpty'], when: outOfBounds },
  },
  'v2-search-size': {
    what: 'a search has at most 100 filters, else `AdvancedSearchFilterNotExistOrInvalid`; a list has at most 100 values and a text at most 1,000 characters, else `FilterValueType`',
    tag: 'assumed',
    at: 'service/v2/advanced-search-body.ts maxFilters',
    strict:
      'The service may accept larger searches, or refuse them by another string. The limits keep one request from delaying all others.',
    reliedOnBy: {
      on: searches,
      errorCodes: ['AdvancedSearchFilterNotExistOrInvalid', 'FilterValueType'],
      when: tooLarge,
    },
  },
  'v2-search-in': {
    what: '`in` on a number is an invalid operator; an empty list is accepted',
    tag: 'assumed',
    at: 'service/v2/advanced-search-body.ts namedFilter',
    reliedOnBy: { on: searches, answers: 'read', when: filtersBy(/./, ({ op }) => op === 'in') },
  },
  'v2-platform': {
    what: 'an unknown platform fails like a missing value: `ValueEmpty`',
    tag: 'assumed',
    at: 'service/v2/platform.ts platformFrom',
    strict:
      'The string is known for values that are missing or of a wrong type; for an unknown platform it is a guess.',
    reliedOnBy: 'noted',
  },
  'v2-submit-data': {
    what: 'a submission answers only the newly accepted ids',
    tag: 'assumed',
    at: 'service/v2/submit-creators.ts SubmittedIds',
    reliedOnBy: { on: ['v2/submitCreators'] },
  },
});
