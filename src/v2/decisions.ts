import {
  type Answer,
  decisions,
  everyPlatforms2,
  filtersBy,
  ofGeneration,
  sent,
} from '../register/decision.ts';
import { mostResults } from './advanced-search-body.ts';

const v2 = ofGeneration(2);
const searches = everyPlatforms2('AdvancedSearch');

/** What a search of generation 2 asks for is there, of the right type, and out of bounds. */
function outOfBounds(answer: Answer): boolean {
  const maxResults = sent(answer, 'maxResults');
  const offset = sent(answer, 'offset');
  const filters = sent(answer, 'filters');
  return (
    (Number.isInteger(maxResults) && (Number(maxResults) < 1 || Number(maxResults) > mostResults)) ||
    (Number.isInteger(offset) && Number(offset) < 0) ||
    (Array.isArray(filters) && filters.length === 0)
  );
}

const branched =
  'Generation 2 tells its failures apart by this string alone, and this one was never seen: code that branches on it may never get there.';

/** Generation 2. */
export const v2Decisions = decisions({
  'v2-status': {
    what: 'every failure has HTTP status 403',
    tag: 'observed',
    at: 'v2/plugin.ts v2',
    knob: 'v2Status',
    reliedOnBy: { on: v2, answers: 'refusal' },
  },
  'v2-order': {
    what: 'refusals come in this order: unknown path, `AuthFailed`, `QuotaKey`, `APIKeyOnlyForTesting`, forced outcome, `QuotaRate`, `QuotaNotPaid`, `BodyInvalid`, `ValueEmpty`, `AdvancedSearchSortByNotExistOrInvalid`, `AdvancedSearchFilterNotExistOrInvalid`, `FilterValueType`, `QuotaNotEnough`, unknown id',
    tag: 'assumed',
    at: 'v2/refusals.ts refusals',
    reliedOnBy: 'general',
  },
  'v2-auth': {
    what: 'a missing or empty key is `AuthFailed`, an unrecognised one `QuotaKey`; a key under the header of the other generation is a missing one',
    tag: 'assumed',
    at: 'v2/refusals.ts refusals',
    strict:
      'Both strings are public; which of the two means which is a guess, and code that asks for another key on one and gives up on the other may have them swapped.',
    reliedOnBy: { errorCodes: ['AuthFailed', 'QuotaKey'] },
  },
  'v2-codes': {
    what: 'the error strings `QuotaNotPaid`, `ValueEmpty`, `FilterValueType` and `QuotaNotEnough`, the last for the spend limit too',
    tag: 'observed',
    at: 'v2/refusals.ts refusals',
    reliedOnBy: { errorCodes: ['QuotaNotPaid', 'ValueEmpty', 'FilterValueType', 'QuotaNotEnough'] },
  },
  'v2-code-rate': {
    what: 'a rate limit is `QuotaRate`',
    tag: 'assumed',
    at: 'v2/refusals.ts refusals',
    strict: branched,
    reliedOnBy: { errorCodes: ['QuotaRate'] },
  },
  'v2-code-body': {
    what: 'a body that is not JSON, or not an object, is `BodyInvalid`; so is whatever else of a request cannot be read',
    tag: 'assumed',
    at: 'v2/refusals.ts unreadable',
    strict: branched,
    reliedOnBy: { errorCodes: ['BodyInvalid'] },
  },
  'v2-code-filter': {
    what: 'an unknown filter key or operator is `AdvancedSearchFilterNotExistOrInvalid`',
    tag: 'assumed',
    at: 'v2/advanced-search-body.ts namedFilter',
    strict: branched,
    reliedOnBy: { errorCodes: ['AdvancedSearchFilterNotExistOrInvalid'] },
  },
  'v2-code-not-found': {
    what: 'an unknown id is `InstagramIdNotFound` on gram and `YoutubeIdNotFound` on tube',
    tag: 'assumed',
    at: 'v2/lookup.ts gramCreator',
    strict: `By analogy with \`TikTokIdNotFound\`, which the specification shows. ${branched}`,
    reliedOnBy: { errorCodes: ['InstagramIdNotFound', 'YoutubeIdNotFound'] },
  },
  'v2-code-server': {
    what: 'an unexpected failure is `ServerError`',
    tag: 'assumed',
    at: 'v2/refusals.ts refusals',
    strict: branched,
    reliedOnBy: { errorCodes: ['ServerError'] },
  },
  'v2-unknown-path': {
    what: 'an unknown path under `/v2` answers like one of generation 3, with the list of generation 2',
    tag: 'assumed',
    at: 'v2/plugin.ts v2',
    reliedOnBy: {
      answers: 'refusal',
      when: ({ operation, url, errorCode }) =>
        operation === null && errorCode === null && /^\/+v2(\/|\?|$)/.test(url),
    },
  },
  'v2-unlimited': {
    what: 'an unlimited account reports `remainingPlanCredit` -1',
    tag: 'assumed',
    at: 'v2/replies.ts succeed',
    strict:
      'Generation 2 says nothing about unlimited accounts: code that stops when the remaining credits are below a price stops at -1, and may go on with the real service.',
    reliedOnBy: { on: v2, when: ({ caller }) => caller?.unlimited === true },
  },
  'v2-paths': {
    what: '`apiStatus`, `clipBasic`, `gramHistory`, `tubeBasic`, `tubeHistory`, `gramAdvancedSearch`, `tubeAdvancedSearch` and `submitCreators`, and what they answer',
    tag: 'observed',
    at: 'v2/plugin.ts operations',
    reliedOnBy: {
      on: v2.filter((id) => !['v2/gramBasic', 'v2/clipHistory', 'v2/clipAdvancedSearch'].includes(id)),
      answers: 'read',
    },
  },
  'v2-search-body': {
    what: 'all five fields of a search are required; `maxResults` 1 to 200; `>`, `<`, `=` and `in`; a list holds a text with `=`, all of several with `=`, any with `in`; `sortBy` takes the numbers; the filter keys',
    tag: 'observed',
    at: 'v2/advanced-search-body.ts parseAdvancedSearch',
    reliedOnBy: { on: searches, answers: 'read' },
  },
  'v2-search-bounds': {
    what: 'an empty `filters`, `maxResults` outside 1 to 200 or a negative `offset` is `ValueEmpty`',
    tag: 'assumed',
    at: 'v2/advanced-search-body.ts parseAdvancedSearch',
    strict:
      'The string is known for values that are missing or of a wrong type. For values out of bounds the service may have another, or may answer.',
    reliedOnBy: { on: searches, errorCodes: ['ValueEmpty'], when: outOfBounds },
  },
  'v2-search-in': {
    what: '`in` on a number is an invalid operator; an empty list is accepted',
    tag: 'assumed',
    at: 'v2/advanced-search-body.ts namedFilter',
    reliedOnBy: { on: searches, answers: 'read', when: filtersBy(/./, ({ op }) => op === 'in') },
  },
  'v2-submit-platform': {
    what: 'a platform that there is not fails as a value that is missing: `ValueEmpty`',
    tag: 'assumed',
    at: 'v2/submit-creators.ts submissionOf',
    strict:
      'The string is known for values that are missing or of a wrong type; for a word that is none of the platforms it is a guess.',
    reliedOnBy: 'noted',
  },
  'v2-submit-data': {
    what: 'a submission answers only the ids that are newly taken',
    tag: 'assumed',
    at: 'v2/submit-creators.ts SubmittedIds',
    reliedOnBy: { on: ['v2/submitCreators'] },
  },
});
