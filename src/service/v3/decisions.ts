import {
  type AnsweredRequest,
  creditShortages,
  decisionTable,
  hasParameter,
  onEveryPlatform,
  sentValue,
} from '../../core/decisions/decision.ts';
import { operationsOf } from '../../core/operations.ts';

const lookups = onEveryPlatform(
  '{platform}/profile',
  '{platform}/contact',
  '{platform}/performance',
  '{platform}/audience',
  '{platform}/content-detail',
  '{platform}/sponsorship',
);
const ofPlatform = (platform: string) => lookups.filter((id) => id.startsWith(`${platform}/`));
const v3 = operationsOf(3).map(({ id }) => id);
const nullFields = {
  method: 'POST',
  on: v3,
  when: (answer: AnsweredRequest) => sentValue(answer, 'fields') === null,
} as const;
const isGramHandle = (text: string): boolean => /^(?=.{1,31}$)@?[a-zA-Z0-9._]+$/.test(text);

/** Generation 3: its refusals, and the shapes that the specification does not show. */
export const v3Decisions = decisionTable({
  'refusal-order': {
    what: 'refusals come in this order: unknown path, 401, forced outcomes, 429, 403 `FORBIDDEN`, 503 of a withdrawn operation, fractional 403, 400, 402 of the spend limit, 402 of the credits, 404',
    tag: 'assumed',
    at: 'service/v3/refusals.ts refusals',
    reliedOnBy: 'general',
  },
  'error-message': {
    what: '`message` of a validation error is that of its first entry',
    tag: 'assumed',
    at: 'service/v3/replies.ts refusalMessage',
    reliedOnBy: { errorCodes: ['VALIDATION_ERROR'] },
  },
  'error-names': {
    what: 'the error classes are `PaymentRequiredError`, `ForbiddenError`, `ConflictError`, `RateLimitError`, `InternalServerError` and `ServiceUnavailableError`',
    tag: 'assumed',
    at: 'service/v3/refusals.ts refusals',
    reliedOnBy: {
      errorCodes: [
        'INSUFFICIENT_CREDITS',
        'KEY_SPEND_THRESHOLD_EXCEEDED',
        'FORBIDDEN',
        'FRACTIONAL_CALLS_NOT_ENABLED',
        'CONFLICT',
        'RATE_LIMIT_EXCEEDED',
        'INTERNAL_SERVER_ERROR',
        'SERVICE_UNAVAILABLE',
      ],
    },
  },
  'fields-null': {
    what: '`fields: null` counts as present, and is 400',
    tag: 'assumed',
    at: 'core/fields.ts parseFields',
    reliedOnBy: [
      { ...nullFields, answers: 'read' },
      { ...nullFields, errorCodes: ['FRACTIONAL_CALLS_NOT_ENABLED'] },
    ],
  },
  'code-429': {
    what: '429 has the `errorCode` `RATE_LIMIT_EXCEEDED` and the message `Too many requests. Please try again later.`',
    tag: 'observed',
    at: 'service/v3/refusals.ts refusals',
    reliedOnBy: { errorCodes: ['RATE_LIMIT_EXCEEDED'] },
  },
  'code-409': {
    what: '409 has the `errorCode` `CONFLICT`',
    tag: 'assumed',
    at: 'service/v3/refusals.ts refusals',
    strict:
      'The specification shows the status without a code and tells clients to branch on the code: how they handle a conflict depends on it.',
    reliedOnBy: { errorCodes: ['CONFLICT'] },
  },
  'code-500': {
    what: '500 has the `errorCode` `INTERNAL_SERVER_ERROR` and the message `Internal server error. Please try again later.`',
    tag: 'assumed',
    at: 'service/v3/refusals.ts refusals',
    reliedOnBy: { errorCodes: ['INTERNAL_SERVER_ERROR'] },
  },
  'code-503': {
    what: '503 has the `errorCode` `SERVICE_UNAVAILABLE`',
    tag: 'assumed',
    at: 'service/v3/refusals.ts refusals',
    reliedOnBy: { errorCodes: ['SERVICE_UNAVAILABLE'] },
  },
  'other-header': {
    what: 'a key under the header of generation 2 is a missing one',
    tag: 'assumed',
    at: 'service/v3/generation.ts header',
    reliedOnBy: {
      on: v3,
      errorCodes: ['UNAUTHORIZED'],
      when: ({ headers }) => headers['apiid'] !== undefined,
    },
  },
  'subtitles-402': {
    what: 'credit exhaustion is 402 on the subtitle download too',
    tag: 'assumed',
    at: 'service/v3/subtitles-download.ts subtitlesDownload',
    strict:
      'The specification contradicts itself: 7.1 says 402 and never 429, 7.2(9) counts credit exhaustion of this operation under 429. Code that retries on one of them and buys credits on the other fails if this reading is wrong.',
    reliedOnBy: {
      on: ['tube/subtitles/download'],
      errorCodes: creditShortages,
    },
  },
  'lookup-post': {
    what: 'look-ups exist as GET with a query and as POST with a JSON body; the published service accepts only POST since mid 2026',
    tag: 'observed',
    at: 'service/v3/lookup.ts lookupRoute',
    setting: 'lookups',
    reliedOnBy: { on: lookups, method: 'POST', answers: 'read' },
  },
  'tube-handle': {
    what: '`tube` look-ups take exactly one of `channelId` and `uniqueId`, the handle in any case with or without `@`; both or none is 400',
    tag: 'observed',
    at: 'service/v3/subjects.ts tubeChannel',
    reliedOnBy: {
      on: [...ofPlatform('tube'), 'tube/performance-history'],
      answers: 'read',
      when: (answer) => hasParameter('uniqueId')(answer) || !hasParameter('channelId')(answer),
    },
  },
  'gram-handle': {
    what: '`uniqueId` on gram is 1 to 31 of `[a-zA-Z0-9._]`, with or without `@`',
    tag: 'observed',
    at: 'service/v3/subjects.ts gramCreator',
    reliedOnBy: {
      on: [...ofPlatform('gram'), 'gram/performance-history'],
      errorCodes: ['VALIDATION_ERROR'],
      when: (answer) => {
        const handle = sentValue(answer, 'uniqueId');
        return typeof handle === 'string' && !isGramHandle(handle);
      },
    },
  },
  'handle-case': {
    what: 'handles on gram and clip are case-sensitive',
    tag: 'observed',
    at: 'service/v3/subjects.ts clipCreator',
    reliedOnBy: {
      on: [
        ...ofPlatform('gram'),
        ...ofPlatform('clip'),
        'gram/performance-history',
        'clip/performance-history',
      ],
      answers: 'read',
      when: (answer) => {
        const handle = sentValue(answer, 'uniqueId');
        return typeof handle === 'string' && /[A-Z]/.test(handle);
      },
    },
  },
  'niches-parameters': {
    what: '`niches` and `topics` refuse any query parameter: 400 `Unrecognized query parameter.`',
    tag: 'observed',
    at: 'service/v3/niches.ts unrecognized',
    reliedOnBy: {
      on: onEveryPlatform('{platform}/niches', '{platform}/topics'),
      errorCodes: ['VALIDATION_ERROR'],
    },
  },
  'niches-shape': {
    what: '`niches` and `topics` are arrays of `{id, name, category, channelCount}`, ids of the form `id_dance_All`, the same in profiles and filters; the category is `All` on clip and gram, that of the channels on tube',
    tag: 'observed',
    at: 'service/v3/niches.ts serveList',
    reliedOnBy: { on: onEveryPlatform('{platform}/niches', '{platform}/topics') },
  },
  'profile-shapes': {
    what: 'the profiles of gram and tube: `relatedCreators`, the `@` before tube handles, topics, prices; growth with 4 decimals',
    tag: 'observed',
    at: 'creators/records/gram-profile.ts gramProfile',
    reliedOnBy: { on: ['gram/profile', 'tube/profile'] },
  },
  'contact-shape': {
    what: '`contact` is `{emails}`, empty when none',
    tag: 'observed',
    at: 'creators/records/contact.ts contact',
    reliedOnBy: { on: onEveryPlatform('{platform}/contact') },
  },
  'performance-shape': {
    what: 'the blocks, growths, rankings and prices of `performance`',
    tag: 'observed',
    at: 'creators/records/clip-performance.ts clipPerformance',
    reliedOnBy: { on: onEveryPlatform('{platform}/performance') },
  },
  'history-shape': {
    what: '`performance-history` takes `pastDayRange` (1 to 365, required) and lists days, newest first, the newest at 00:00 UTC of today',
    tag: 'observed',
    at: 'service/v3/performance-history.ts performanceHistory',
    reliedOnBy: { on: onEveryPlatform('{platform}/performance-history'), answers: 'read' },
  },
  'audience-shape': {
    what: 'at most 6 locations, always 7 ages, a whole average age; the audiences of gram and clip have the shape of tube’s; an unknown one is all zeros',
    tag: 'observed',
    at: 'creators/records/audience.ts audienceOfAccount',
    reliedOnBy: { on: onEveryPlatform('{platform}/audience') },
  },
  'content-detail-shape': {
    what: 'the items of gram and tube, the `audio…` fields of clip items; newest first',
    tag: 'observed',
    at: 'creators/records/gram-content-detail.ts gramContentDetail',
    reliedOnBy: { on: onEveryPlatform('{platform}/content-detail') },
  },
  'sponsorship-shape': {
    what: 'the record on gram; a content with several sponsors is listed under each; at most 60 contents on tube; names and ids of brands may be empty on gram',
    tag: 'observed',
    at: 'creators/records/sponsorship.ts gramSponsorship',
    reliedOnBy: { on: onEveryPlatform('{platform}/sponsorship') },
  },
  'search-shape': {
    what: 'a search answers `{creatorList, totalResults, hasNextPage, nextOffset}`; its items have no figures but the followers',
    tag: 'observed',
    at: 'service/v3/search.ts creatorPage',
    reliedOnBy: { on: onEveryPlatform('{platform}/search') },
  },
  'content-search-shape': {
    what: 'the items of content searches on gram and tube',
    tag: 'observed',
    at: 'service/v3/content-search.ts contentPage',
    reliedOnBy: { on: ['gram/content-search', 'tube/content-search'] },
  },
  'search-last-page': {
    what: 'on the last page `hasNextPage` is false and `nextOffset` 0',
    tag: 'observed',
    at: 'service/v3/search-page.ts pageAfter',
    reliedOnBy: 'noted',
  },
  'search-past-end': {
    what: 'an offset past the end is an empty list, `hasNextPage` false and `nextOffset` 0',
    tag: 'assumed',
    at: 'service/v3/search-page.ts pageAfter',
    strict:
      'The service may refuse such an offset: code that pages until a list is empty would fail there, and here it pays for an empty page.',
    reliedOnBy: 'noted',
  },
  'usage-shape': {
    what: 'the records of `GET /usage`; a range of up to 365 days, 7 by default',
    tag: 'observed',
    at: 'service/v3/usage.ts usage',
    reliedOnBy: { on: ['usage'], answers: 'read' },
  },
  'subtitles-meta': {
    what: '`subtitles/meta` is `{videoId, channelId, availableSubtitles}`, tracks named like `a.en`',
    tag: 'observed',
    at: 'service/v3/subtitles-meta.ts subtitlesMeta',
    reliedOnBy: { on: ['tube/subtitles/meta'] },
  },
  'subtitles-get': {
    what: 'subtitles are downloaded by GET as well as by the specified POST',
    tag: 'observed',
    at: 'service/v3/subtitles-download.ts subtitlesDownload',
    reliedOnBy: { on: ['tube/subtitles/download'], method: 'GET', answers: 'read' },
  },
  'subtitles-file': {
    what: 'the name of the downloaded file, and its form: an array of `{text, start, dur}` in seconds',
    tag: 'observed',
    at: 'service/v3/subtitles-download.ts subtitlesDownload',
    reliedOnBy: { on: ['tube/subtitles/download'] },
  },
  'subtitles-paid': {
    what: 'a download is charged whole before it begins, and not refunded when it breaks off',
    tag: 'assumed',
    at: 'service/v3/subtitles-download.ts subtitlesDownload',
    reliedOnBy: { on: ['tube/subtitles/download'] },
  },
  'subtitles-shutdown': {
    what: 'a download that runs when the sandbox stops has 1.5 seconds to end; then its connection is cut',
    tag: 'assumed',
    at: 'app/sandbox/servers.ts graceMs',
    reliedOnBy: 'general',
  },
  'sponsor-shapes': {
    what: 'the records and parameters of the sponsor family',
    tag: 'observed',
    at: 'service/v3/sponsor/information.ts sponsorInformation',
    reliedOnBy: { on: v3.filter((id) => id.startsWith('sponsor/')), answers: 'read' },
  },
  'sponsor-pages': {
    what: 'lists and searches of brands answer `sponsors`, `totalResults`, `offset`, `pageSize`',
    tag: 'assumed',
    at: 'service/v3/sponsor/list.ts sponsorPage',
    strict:
      'The name of the list of brands is not public: code that reads `sponsors` finds nothing if the service uses another name.',
    reliedOnBy: { on: ['sponsor/list', 'sponsor/search'] },
  },
  'sponsor-performance-order': {
    what: '`sponsor/performance` sorts creators by their contents for this brand: by the latest upload, or by an average',
    tag: 'assumed',
    at: 'service/v3/sponsor/performance.ts keys',
    reliedOnBy: { on: ['sponsor/performance'] },
  },
  'submit-shape': {
    what: 'submissions: their bodies, and a result for each id in the order of the request',
    tag: 'observed',
    at: 'service/v3/submit-creators.ts submitCreators',
    reliedOnBy: { on: [...onEveryPlatform('{platform}/submitCreators'), 'sponsor/submit'], answers: 'read' },
  },
  'submit-as-sent': {
    what: 'a result repeats its id as the client sent it',
    tag: 'assumed',
    at: 'service/v3/submit-creators.ts submitCreators',
    reliedOnBy: { on: onEveryPlatform('{platform}/submitCreators') },
  },
  'sponsor-submit-match': {
    what: 'a brand is recognised by its host (without `www.`), then by its name or an alias in any case',
    tag: 'assumed',
    at: 'service/v3/sponsor/submit.ts brandFinder',
    reliedOnBy: { on: ['sponsor/submit'] },
  },
  'sponsor-submit-rejected': {
    what: 'a blank name, a host without a dot, an IP address and a host name that cannot be public are rejected',
    tag: 'assumed',
    at: 'service/v3/sponsor/submit.ts isPublicHost',
    reliedOnBy: 'noted',
  },
  'sponsor-submit-processing': {
    what: 'a brand that was submitted before is `processing` the first time it is sent again, then `done`; both are free',
    tag: 'assumed',
    at: 'ledger/submissions.ts submit',
    reliedOnBy: 'noted',
  },
  'sponsor-submit-estimate': {
    what: 'a submission of a brand needs credits for its full price, though `processing`, `done` and `rejected` are free',
    tag: 'assumed',
    at: 'service/v3/sponsor/submit.ts sponsorSubmit',
    reliedOnBy: { on: ['sponsor/submit'], errorCodes: creditShortages },
  },
  'sponsor-submit-id': {
    what: '`submissionId` is derived from the trace id, so that it repeats under a frozen clock',
    tag: 'assumed',
    at: 'service/v3/sponsor/submit.ts submissionIdOf',
    reliedOnBy: { on: ['sponsor/submit'] },
  },
});
