import { isFractional, operations } from '../operations.ts';
import {
  type AnsweredRequest,
  creditShortages,
  decisionTable,
  filtersBy,
  hasParameter,
  onEveryPlatform,
  returnsParts,
  selectsFields,
  sentValue,
} from './decision.ts';

const fractionalOperations = operations.filter(isFractional).map(({ id }) => id);
const searchOperations = onEveryPlatform('{platform}/search');
const filteringOperations = [
  ...searchOperations,
  ...onEveryPlatform('{platform}/content-search'),
  'sponsor/search',
] as const;
const profileOperations = onEveryPlatform('{platform}/profile');
const historyOperations = onEveryPlatform('{platform}/performance-history');

/** Whether it is this name, or JSON in a query that has it. */
const isToCome = (name: unknown): boolean =>
  typeof name === 'string' && /^audienceQuality$|^\[.*"audienceQuality"/s.test(name);

/** More than 7 days and fewer than 365. */
function isBetweenEnds(answer: AnsweredRequest): boolean {
  const days = sentValue(answer, 'pastDayRange');
  return typeof days === 'string' && /^[1-9]\d{0,2}$/.test(days) && Number(days) > 7 && Number(days) < 365;
}

/** The parts of records that are computed from their contents. */
const computedParts = /Performance(Recent|All)$|^sponsorList$/;
const operationsWithBlocks = onEveryPlatform(
  '{platform}/performance',
  '{platform}/performance-history',
  '{platform}/sponsorship',
);

/** Prices, fractional calls and search bodies. */
export const coreDecisions = decisionTable({
  'decimal-credits': {
    what: '`creditsUsed` and `creditsAvailable` are numbers with at most 3 decimals; whole amounts have none',
    tag: 'observed',
    at: 'core/credits.ts toCredits',
    reliedOnBy: 'general',
  },
  prices: {
    what: 'the full and fractional prices are those of August 2026',
    tag: 'observed',
    at: 'core/operations.ts operations',
    setting: 'prices',
    reliedOnBy: 'general',
  },
  'price-history-steps': {
    what: 'a performance history costs 3 credits up to 7 days, 3.5 up to 30, 4 up to 90, 4.5 up to 180, 5 up to 365; the steps between the two ends are assumed',
    tag: 'assumed',
    at: 'core/operations.ts perRange',
    setting: 'prices',
    strict:
      'Only the two ends, 3 credits at 7 days and 5 at 365, are public: code that budgets by a step in between may be wrong by more than a credit a call.',
    reliedOnBy: [
      { on: historyOperations, when: isBetweenEnds },
      { on: historyOperations, errorCodes: creditShortages, when: isBetweenEnds },
    ],
  },
  'nls-price': {
    what: '/nls costs `1 + 0.002 × tokens`, rounded to 2 decimals, at most 10; tokens are the UTF-8 bytes of the description and of the derived body of `/{platform}/search`, divided by 4 and rounded up; a text too broad to search by costs the same',
    tag: 'assumed',
    at: 'core/prices.ts priceFormula',
    setting: 'prices',
    reliedOnBy: [{ on: ['nls'] }, { on: ['nls'], errorCodes: creditShortages }],
  },
  estimate: {
    what: 'a call is refused if the key cannot pay its estimate: for a look-up the full price or the sum of the selected parts, for a search its price plus every block for each creator of a full page; the charge is never higher',
    tag: 'assumed',
    at: 'core/selection.ts quoteLookup',
    reliedOnBy: { errorCodes: creditShortages },
  },
  'fields-prices': {
    what: 'the parts that `fields` can select, the price of each, and the cap on their sum',
    tag: 'observed',
    at: 'core/price-list.ts partPrices',
    setting: 'prices',
    reliedOnBy: { on: fractionalOperations, when: hasParameter('fields') },
  },
  'fields-get': {
    what: '`fields` on a GET: text that starts with `[` or `{` is JSON, anything else one array element, repeatable; empty text is 400',
    tag: 'assumed',
    at: 'core/fields.ts parseQueryFields',
    strict:
      'Nothing public shows how the service reads `fields` in a query. It may ignore the text, and answer and charge the whole record. The form in a JSON body is public.',
    reliedOnBy: { method: 'GET', on: fractionalOperations, answers: 'read', when: selectsFields },
  },
  'fields-twice': {
    what: 'a field that is named twice counts once',
    tag: 'assumed',
    at: 'core/fields.ts readNames',
    reliedOnBy: {
      on: fractionalOperations,
      when: (answer) => {
        const fields = sentValue(answer, 'fields');
        return Array.isArray(fields) && new Set(fields).size < fields.length;
      },
    },
  },
  'fields-identifiers': {
    what: 'every field of a profile except its identifiers can be selected; `uniqueId` and `channelId` come with every profile, free of charge',
    tag: 'assumed',
    at: 'core/selection.ts identifiers',
    reliedOnBy: { on: profileOperations, when: hasParameter('fields') },
  },
  'fields-to-come': {
    what: '`audienceQuality` of a profile is listed but not deployed: 400 with `not yet available`',
    tag: 'assumed',
    at: 'core/price-list.ts partsToCome',
    strict:
      'The list of fields that are not deployed yet is a guess that may be out of date: the service may answer `audienceQuality` today.',
    reliedOnBy: {
      on: profileOperations,
      answers: 'read',
      when: (answer) => {
        const fields = sentValue(answer, 'fields');
        return selectsFields(answer) && [fields].flat().some(isToCome);
      },
    },
  },
  'fields-missing': {
    what: 'a selected field that a record lacks costs nothing',
    tag: 'assumed',
    at: 'core/selection.ts priceLookup',
    reliedOnBy: 'general',
  },
  'fields-problems': {
    what: 'a reply lists at most 100 problems of a request',
    tag: 'assumed',
    at: 'core/errors.ts maxProblems',
    reliedOnBy: 'general',
  },
  'search-fields': {
    what: '`fields` of a search maps bare operation names to those operations’ own `fields`; each creator has a block of that name, at the price of that operation; an empty inner value selects the whole block, `{}` as `fields` selects none',
    tag: 'assumed',
    at: 'core/fields.ts parseSearchFields',
    strict:
      'The specification gives the names of the keys (4.3(5)) and nothing else. The shape, place and price of the blocks are assumed, and one call can cost hundreds of credits.',
    reliedOnBy: { on: searchOperations, answers: 'read', when: selectsFields },
  },
  'search-body': {
    what: 'filters are `{filterName, op, value, isFuzzySearch?}`: texts take `=` and `in`, numbers `>` `=` `<`, booleans `=`; all filters must hold, a name given twice makes a range, a number sent as text is 400',
    tag: 'observed',
    at: 'core/filters.ts operatorsOf',
    reliedOnBy: { on: filteringOperations, answers: 'read' },
  },
  'filter-in': {
    what: '`in` takes 1 to 100 texts; an unknown text is no error and finds nothing',
    tag: 'assumed',
    at: 'core/filters.ts maxFilterValues',
    reliedOnBy: {
      on: filteringOperations,
      answers: 'read',
      when: filtersBy(/./, ({ op }) => op === 'in'),
    },
  },
  'sort-names': {
    what: 'an unknown `sortBy` is 400, with every accepted name in its message',
    tag: 'observed',
    at: 'core/search-body.ts sortName',
    reliedOnBy: {
      on: filteringOperations,
      errorCodes: ['VALIDATION_ERROR'],
      when: hasParameter('sortBy'),
    },
  },
  'sort-ascending': {
    what: '`desc` is false by default',
    tag: 'assumed',
    at: 'core/search-body.ts parseSearch',
    reliedOnBy: {
      on: filteringOperations,
      when: (answer) => sentValue(answer, 'sortBy') !== undefined && sentValue(answer, 'desc') === undefined,
    },
  },
  'code-point-order': {
    what: 'names are sorted by their code points, then by id',
    tag: 'assumed',
    at: 'core/order.ts byCodePoint',
    reliedOnBy: {
      on: searchOperations,
      when: (answer) =>
        [undefined, 'displayName', 'uniqueId'].includes(sentValue(answer, 'sortBy') as string),
    },
  },
  'operation-ids': {
    what: 'the operation ids that `GET /usage` lists for look-ups, searches and the sponsor family; those of generation 2 are their paths',
    tag: 'observed',
    at: 'core/operations.ts operations',
    reliedOnBy: { on: ['usage'] },
  },
  'operation-ids-submit': {
    what: 'the operation ids of submissions are `submitClipCreators`, `submitSponsor` …',
    tag: 'assumed',
    at: 'core/operations.ts operations',
    reliedOnBy: 'general',
  },
  'consistency-weights': {
    what: '`consistencyScore` is 50 / (1 + cv) + 30 · min(m, 1/m) + 20 / max(1, top / bottom), m being median / mean',
    tag: 'assumed',
    at: 'core/statistics.ts score',
    reliedOnBy: {
      on: operationsWithBlocks,
      when: returnsParts(computedParts),
    },
  },
  'consistency-figures': {
    what: '`cv`, `medianVsMean` and `topBottomRatio` are computed from the rates of the items; score and level are null when one of them is 0; the level is low up to 50, moderate up to 80, high above',
    tag: 'observed',
    at: 'core/statistics.ts consistency',
    reliedOnBy: {
      on: operationsWithBlocks,
      when: returnsParts(computedParts),
    },
  },
  percentiles: {
    what: '`percentile25` and `percentile75` are interpolated between ranks, and rounded, halves up',
    tag: 'assumed',
    at: 'core/statistics.ts percentile',
    reliedOnBy: {
      on: ['tube/performance', 'tube/performance-history', 'tube/sponsorship'],
      when: returnsParts(computedParts),
    },
  },
  'average-age': {
    what: '`audienceAvgAge` is computed from the middles of the age groups: 15, 21, 29.5, 39.5, 49.5, 59.5, 70',
    tag: 'assumed',
    at: 'core/statistics.ts middleAges',
    reliedOnBy: {
      on: [...onEveryPlatform('{platform}/audience'), 'sponsor/audience', 'v2/tubeDetail'],
      when: returnsParts(/^audienceAvgAge$/),
    },
  },
});
