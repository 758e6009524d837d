import { type Decision, decisionTable } from '../../core/decisions/decision.ts';
import { maxFilters } from '../../core/filters.ts';
import { maxResults, type Query } from './read.ts';

const nls = { on: ['nls'] } as const;

const decidedIn = (at: string, what: string) =>
  ({ what, tag: 'assumed', at: `creators/language/${at}`, reliedOnBy: 'noted' }) as const;

/** Searches in plain words. */
export const nlsDecisions = decisionTable({
  'nls-events': {
    what: 'eleven progress events, their texts and their order',
    tag: 'observed',
    at: 'service/v3/nls.ts stages',
    reliedOnBy: nls,
  },
  'nls-pace': {
    what: 'events are 60 ms apart, on the clock of the sandbox',
    tag: 'assumed',
    at: 'service/v3/nls.ts nlsEvents',
    setting: 'pace',
    reliedOnBy: nls,
  },
  'nls-charset': {
    what: 'the content type of the stream names the charset: `text/event-stream; charset=utf-8`',
    tag: 'assumed',
    at: 'service/v3/nls.ts headersOf',
    setting: 'nlsCharset',
    reliedOnBy: nls,
  },
  'nls-result': {
    what: '`data` is `{creatorList, platform}` or, for a text too broad to search by, `{message, suggestion}`; the names of the balances; a refusal before the stream is an ordinary reply',
    tag: 'observed',
    at: 'service/v3/nls.ts Findings',
    reliedOnBy: { ...nls, answers: 'read' },
  },
  'nls-most': {
    what: 'a result lists at most 20 creators',
    tag: 'assumed',
    at: 'creators/language/read.ts maxResults',
    reliedOnBy: nls,
  },
  'key-credits-available': {
    what: 'the result of a key with a spend limit has `keyCreditsAvailable`, what is left of the limit',
    tag: 'assumed',
    at: 'service/v3/nls.ts outcome',
    strict:
      'The specification mentions the figure but not its name: code that reads this name may find nothing and spend past the limit.',
    reliedOnBy: { ...nls, when: ({ caller }) => caller?.limited === true },
  },
  'nls-unlimited': {
    what: '`planCreditsAvailable` of an unlimited account is -1',
    tag: 'assumed',
    at: 'service/v3/nls.ts outcome',
    strict:
      'Only `creditsAvailable` is known to be -1. If the service puts another number here, code that compares it with a price decides wrongly.',
    reliedOnBy: { ...nls, when: ({ caller }) => caller?.unlimited === true },
  },
  'nls-failed': {
    what: 'a failure after the start is a last `result` with `success` false, its `errorCode`, `creditsUsed` 0 and no `data`',
    tag: 'assumed',
    at: 'service/v3/nls.ts failed',
    reliedOnBy: 'noted',
  },
  'nls-shutdown': {
    what: 'a stream that is open when the sandbox stops ends with a result of `SERVICE_UNAVAILABLE`',
    tag: 'assumed',
    at: 'service/http/stream.ts streamsOf',
    reliedOnBy: 'general',
  },
  'nls-hold': {
    what: 'the price is held before the first event and charged with the result; a client that disconnects before that pays nothing and the call is not counted; a failed result counts as a refusal',
    tag: 'assumed',
    at: 'service/v3/nls.ts nlsEvents',
    reliedOnBy: nls,
  },
  'nls-language': decidedIn(
    'read.ts isForeign',
    'descriptions are read in English; a text in another language gets `message` and `suggestion`, at the same price, unless a reading, a recording or a model of the user answers it',
  ),
  'nls-platform': {
    what: 'a description means the platform that it names first, else the one that a word such as `channel`, `photo` or `short video` hints at, else the first of `clip`, `gram`, `tube` that it does not exclude',
    tag: 'assumed',
    at: 'creators/language/platform.ts platformOf',
    reliedOnBy: nls,
  },
  'nls-too-broad': decidedIn(
    'advice.ts Advice',
    'a text is too broad to search by if it names nothing: no condition, order, count or platform; any other text is answered, by an order alone with all creators in that order',
  ),
  'nls-not-understood': decidedIn(
    'read.ts notUnderstoodIn',
    'a text is not searched by if a word of it is not known, if a number, a comparison or a negation is not understood, if two parts exclude each other, if it says a wish, a condition or a correction (`ideally`, `if verified`, `sorry, I mean`), or if it wants what no filter knows (business accounts, an e-mail address, the age or gender of creators, likeness to somebody); it gets the reply to a text that is too broad, at the same price; a note in the journal names the parts',
  ),
  'nls-asides': decidedIn(
    'asides.ts setAsides',
    'what a text says of its writer (`We sell boots across Scandinavia.`, `for our spring campaign`) is no condition on creators, nor are words such as `authentic` and `please`; a note in the journal lists what was left out',
  ),
  'nls-negation': decidedIn(
    'negations.ts groupsOf',
    'every kind of condition can be excluded: `not yoga`, `outside Spain`; a search leaves out the creators that meet it, and those whose country or language is unknown stay; a list ends with its conjunction (`not from Spain or Italy`); `no creators from Spain with less than 10k followers` leaves out those that meet both',
  ),
  'nls-spelling': decidedIn(
    'spelling.ts corrected',
    'an unknown word of at least 6 letters is read as the known one that has two of its letters swapped, or one letter more, less or other; the first letter must fit; the reply does not show it, a note in the journal does',
  ),
  'nls-count': decidedIn(
    'figures.ts readCount',
    '`top 5` or `3 dancers` asks for so many creators, 20 at most',
  ),
  'nls-topics': decidedIn(
    'constraints.ts narrowest',
    'niches become `topics` on tube, `niches` elsewhere; several match any of them; a narrower one replaces the wider one, unless a list joins them by `and` or `or`',
  ),
  'nls-places': decidedIn(
    'audience.ts readPlaces',
    'several countries match any of them, a region is a list of countries, a city means its country, as a note in the journal says; of two that stand apart the narrower one counts, and others exclude each other; a country where nobody lives finds nobody',
  ),
  'nls-creators': decidedIn(
    'audience.ts readGenders',
    'gender and age are those of the audience; no filter knows those of creators themselves',
  ),
  'nls-sizes': decidedIn(
    'properties.ts readSizes',
    'nano means 1k to 10k followers, micro up to 100k, mid-tier up to 500k, macro up to 1M, mega more; small means below 100k, big from 500k; a number of followers overrules the size, and where the two exclude each other the text is not understood',
  ),
  'nls-numbers': decidedIn(
    'parts.ts boundsOf',
    'a number without a comparison is a minimum; about means a fifth more or less; what all contents have (`every video over 10k views`, `never under 5k`) is the least or the most of them; a number of 1,000 or more without a figure means followers',
  ),
  'nls-words': decidedIn(
    'properties.ts readActivity',
    'active: published within 30 days; inactive: not within 90; growing: above 2% in 30 days, positive growth: above 0; high engagement: above 3%, low: at most 3%; shrinking: below 0; daily: more than 28 in 30 days; weekly and `at least once a week`: more than 3',
  ),
  'nls-order': decidedIn(
    'order.ts readOrder',
    'names are sorted from a to z, figures from the largest; the first order of a text counts, and the first count; `best` without a figure means the platform score, `top` followers',
  ),
  'nls-limits': decidedIn('read.ts readDescription', 'a search takes at most ten filters and ten exclusions'),
});

/** The decisions that the reading of a description relies on. */
export function decisionsBehind({ advice, people, corrected, setAside, body }: Query): readonly Decision[] {
  const { filters, without = [], pageSize, sortBy } = body;
  const names = [...filters, ...without.flat()].map(({ filterName }) => filterName);
  return [
    ...(advice?.because === 'broad' ? [nlsDecisions['nls-too-broad']] : []),
    ...(advice?.because === 'foreign' ? [nlsDecisions['nls-language']] : []),
    ...(advice?.because === 'notUnderstood' ? [nlsDecisions['nls-not-understood']] : []),
    ...(people ? [nlsDecisions['nls-creators']] : []),
    ...(setAside ? [nlsDecisions['nls-asides']] : []),
    ...(corrected ? [nlsDecisions['nls-spelling']] : []),
    ...(without.length > 0 ? [nlsDecisions['nls-negation']] : []),
    ...(pageSize === maxResults ? [] : [nlsDecisions['nls-count']]),
    ...decisionsByFilter.flatMap(([pattern, id]) =>
      names.some((name) => pattern.test(name)) ? [nlsDecisions[id]] : [],
    ),
    ...(sortBy === undefined ? [] : [nlsDecisions['nls-order']]),
    ...(filters.length === maxFilters ? [nlsDecisions['nls-limits']] : []),
  ];
}

/** Filters whose meaning in a description is a decision. */
const decisionsByFilter: readonly (readonly [RegExp, keyof typeof nlsDecisions])[] = [
  [/^(niches|topics)$/, 'nls-topics'],
  [/^(country|mainAudienceLocation)$/, 'nls-places'],
  [/^total(Followers|Subscribers)$/, 'nls-sizes'],
  [/^(total|avg|median|min|max|platformScore)/, 'nls-numbers'],
  [/(EngagementRate|GrowthIn30d|In30Days)$|^lastPublishTime$/, 'nls-words'],
];
