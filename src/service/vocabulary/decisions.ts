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
    what: 'words of the other vocabulary are unknown in paths, parameters and values',
    tag: 'assumed',
    at: 'service/vocabulary/translator.ts changedPlaces',
    setting: 'vocabulary',
    reliedOnBy: 'general',
  },
});
