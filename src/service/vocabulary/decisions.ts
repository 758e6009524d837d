import { decisionTable } from '../../core/decisions/decision.ts';

/** The vocabulary of the wire. */
export const vocabularyDecisions = decisionTable({
  'published-words': {
    what: 'the published word for each neutral word of the specification, in paths, parameters, fields, values and operation ids',
    tag: 'observed',
    at: 'service/vocabulary/dictionary.ts publishedWords',
    setting: 'vocabulary',
    reliedOnBy: 'general',
  },
  'foreign-words': {
    what: 'with one vocabulary, words of the other are unknown in paths, parameters and values; with both, the words of a request decide those of its reply: names of parameters and filters, then platforms as values, then the path, then the words that the key used last, which begin neutral, and published for a client that asks the service itself',
    tag: 'assumed',
    at: 'service/http/request-words.ts wordsOf',
    setting: 'vocabulary',
    reliedOnBy: 'general',
  },
});
