import { decisions } from '../register/decision.ts';

/** The vocabulary of the wire. */
export const vocabularyDecisions = decisions({
  'published-words': {
    what: 'the words that the published service says for the neutral ones of the specification, in paths, parameters, fields, values and operation ids',
    tag: 'observed',
    at: 'vocabulary/dictionary.ts publishedWords',
    knob: 'dictionary',
    reliedOnBy: 'general',
  },
  'foreign-words': {
    what: 'words of the vocabulary that is not spoken are unknown: as paths, as parameters, as values',
    tag: 'assumed',
    at: 'vocabulary/translator.ts changedPlaces',
    knob: 'vocabulary',
    reliedOnBy: 'general',
  },
});
