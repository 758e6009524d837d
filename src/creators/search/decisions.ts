import {
  type AnsweredRequest,
  decisionTable,
  filtersBy,
  onEveryPlatform,
  sentValue,
  sortsBy,
} from '../../core/decisions/decision.ts';
import { maxFilterCharacters, maxFilterCharactersInAll, maxFilters } from '../../core/filters.ts';
import type { OperationId } from '../../core/operations.ts';

const creatorSearches = onEveryPlatform('{platform}/search');
const contentSearches = onEveryPlatform('{platform}/content-search');
const brandSearches: readonly OperationId[] = ['sponsor/search'];
const sponsorPages: readonly OperationId[] = ['sponsor/list', 'sponsor/creators', 'sponsor/performance'];
const allSearches = [...creatorSearches, ...contentSearches, ...brandSearches];
const v2Searches = onEveryPlatform('v2/{platform}AdvancedSearch');

const begins = (value: unknown, beginning: string): boolean =>
  typeof value === 'string' && value.startsWith(beginning);

/** Whether a filter has a text, or all have texts, of more characters than are accepted. */
function hasLongTexts(answer: AnsweredRequest): boolean {
  const filters = sentValue(answer, 'filters');
  if (!Array.isArray(filters)) return false;
  const lengths = filters
    .slice(0, maxFilters)
    .flatMap((filter: { value?: unknown } | null) => filter?.value)
    .map((text) => (typeof text === 'string' ? text.length : 0));
  return (
    Math.max(...lengths) > maxFilterCharacters ||
    lengths.reduce((sum, length) => sum + length, 0) > maxFilterCharactersInAll
  );
}

function hasInfiniteNumber(answer: AnsweredRequest): boolean {
  const filters = sentValue(answer, 'filters');
  if (!Array.isArray(filters)) return false;
  return filters.some(
    (filter: { value?: unknown } | null) =>
      typeof filter?.value === 'number' && !Number.isFinite(filter.value),
  );
}

/** The results of searches and their order. */
export const searchDecisions = decisionTable({
  'search-names': {
    what: 'the names that creator, content and brand searches filter and sort by, and their types',
    tag: 'observed',
    at: 'creators/search/creators.ts creatorSearchNames',
    reliedOnBy: { on: allSearches, answers: 'read' },
  },
  'search-size': {
    what: 'a text of a filter has at most 1,000 characters, and all texts of a search together at most 20,000; else 400',
    tag: 'assumed',
    at: 'core/filters.ts maxFilterCharacters',
    reliedOnBy: { on: allSearches, errorCodes: ['VALIDATION_ERROR'], when: hasLongTexts },
  },
  'infinite-filter': {
    what: 'a number of a filter that is too large to hold, such as `1e999`, is refused with 400',
    tag: 'assumed',
    at: 'core/filters.ts readNumber',
    reliedOnBy: {
      on: [...allSearches, ...v2Searches],
      errorCodes: ['VALIDATION_ERROR', 'FilterValueType'],
      when: hasInfiniteNumber,
    },
  },
  'search-order': {
    what: 'by default creators are sorted by `displayName`, contents by `publishTime` descending, brands by name',
    tag: 'assumed',
    at: 'creators/search/search-tables.ts searchTables',
    reliedOnBy: {
      on: [...allSearches, 'sponsor/list'],
      when: (answer) => sentValue(answer, 'sortBy') === undefined,
    },
  },
  'search-ties': {
    what: 'results with equal keys are sorted by id, ascending in either direction',
    tag: 'assumed',
    at: 'creators/search/table.ts createTable',
    reliedOnBy: { on: [...allSearches, ...v2Searches, ...sponsorPages] },
  },
  'publish-age': {
    what: '`publishTime` of contents is an age in days: `< 7` is newer than seven days; on creators `lastPublishTime` is an instant',
    tag: 'observed',
    at: 'creators/search/conditions.ts numberTest',
    reliedOnBy: { on: allSearches, when: filtersBy(['publishTime', 'lastPublishTime']) },
  },
  'publish-age-equal': {
    what: '`publishTime = 7` means from 7 to 8 days old; `<` and `>` compare the age exactly',
    tag: 'assumed',
    at: 'creators/search/conditions.ts numberTest',
    reliedOnBy: { on: contentSearches, when: filtersBy(['publishTime']) },
  },
  fuzzy: {
    what: '`isFuzzySearch` finds parts of texts, in any case, on every name of a text; descriptions and titles are always searched so',
    tag: 'assumed',
    at: 'creators/search/conditions.ts textsMeeting',
    reliedOnBy: [
      { on: allSearches, when: filtersBy(/./, ({ isFuzzySearch }) => isFuzzySearch === true) },
      { on: contentSearches, when: filtersBy(['description', 'title']) },
    ],
  },
  caseless: {
    what: 'names of creators and brands, industries and sponsoring platforms match in any case, all other texts exactly',
    tag: 'assumed',
    at: 'creators/search/names.ts Comparison',
    reliedOnBy: {
      on: allSearches,
      when: filtersBy(/./, ({ value }) => typeof value === 'string' || Array.isArray(value)),
    },
  },
  'filter-handles': {
    what: 'handles in filters may begin with `@`',
    tag: 'assumed',
    at: 'creators/search/conditions.ts textsMeeting',
    reliedOnBy: {
      on: creatorSearches,
      when: filtersBy(['uniqueId'], ({ value }) => [value].flat().some((handle) => begins(handle, '@'))),
    },
  },
  'filter-hashtags': {
    what: 'hashtags begin with `#` in filters and in records',
    tag: 'assumed',
    at: 'creators/search/names.ts listName',
    reliedOnBy: { on: [...creatorSearches, ...contentSearches], when: filtersBy(['hashtag', 'hashtags']) },
  },
  'main-audience': {
    what: '`audienceLocation` and `mainAudienceLocation` are the largest location, `mainAudienceAge` and `mainAudienceGender` (`male` or `female`) the largest groups',
    tag: 'assumed',
    at: 'creators/records/search-figures.ts audienceWords',
    reliedOnBy: [
      { on: [...creatorSearches, ...contentSearches], when: filtersBy(/^(audienceLocation$|mainAudience)/) },
      { on: creatorSearches, when: sortsBy(/^mainAudience/) },
    ],
  },
  'growth-30d': {
    what: 'growth of recent averages is over 30 days, 0 for a younger account',
    tag: 'assumed',
    at: 'creators/records/search-figures.ts recentFigures',
    reliedOnBy: [
      { on: creatorSearches, when: filtersBy(/Growth$/) },
      { on: creatorSearches, when: sortsBy(/Growth$/) },
    ],
  },
  'follower-growth': {
    what: '`followerGrowthIn30d` and `subscriberGrowthIn30d` are ratios: 0.05 is five percent more than 30 days before. One document of the service filters by a count, a client by a ratio',
    tag: 'assumed',
    setting: 'followerGrowth',
    at: 'creators/records/search-figures.ts searchFigures',
    reliedOnBy: [
      { on: creatorSearches, when: filtersBy(/GrowthIn30d$/) },
      { on: creatorSearches, when: sortsBy(/GrowthIn30d$/) },
    ],
  },
  'platform-score': {
    what: '`platformScore` is 100 × the global rank by followers, rounded to a whole number',
    tag: 'assumed',
    at: 'creators/records/search-figures.ts platformScore',
    reliedOnBy: [
      { on: creatorSearches, when: filtersBy(['platformScore']) },
      { on: creatorSearches, when: sortsBy(/^platformScore$/) },
    ],
  },
  'performance-x': {
    what: '`performanceLikes` and the other `performance…` names are a content’s figure divided by its creator’s recent average, of contents of its kind',
    tag: 'assumed',
    at: 'creators/records/content-figures.ts contentFigures',
    reliedOnBy: [
      { on: contentSearches, when: filtersBy(/^performance/) },
      { on: contentSearches, when: sortsBy(/^performance/) },
    ],
  },
  'sponsoring-region': {
    what: '`sponsoringRegion` is the countries of the creators that a brand sponsors',
    tag: 'assumed',
    at: 'creators/search/brands.ts brandNames',
    reliedOnBy: { on: brandSearches, when: filtersBy(['sponsoringRegion']) },
  },
  'active-campaign': {
    what: '`hasActiveCampaign` means sponsored content within the last 30 days',
    tag: 'assumed',
    at: 'creators/search/brands.ts brandNames',
    reliedOnBy: { on: brandSearches, when: filtersBy(['hasActiveCampaign']) },
  },
  'search-wait': {
    what: 'a search that takes more than some milliseconds, such as the first one of a day, goes on in slices before its credits are checked (`/nls` after its first event). It ends when its client leaves: recorded with 503, in generation 2 with `ServerError`, and free. A shorter one is charged though nobody reads it, and so may each search be at the service, which can have answered before the client left: count a search that you abandon as paid',
    tag: 'assumed',
    at: 'service/http/delayed.ts finishAfterWait',
    reliedOnBy: 'general',
  },
  'brands-without-id': {
    what: 'searches do not find brands that have only gram handles',
    tag: 'assumed',
    at: 'creators/search/brands.ts brandSubjects',
    reliedOnBy: 'general',
  },
});
