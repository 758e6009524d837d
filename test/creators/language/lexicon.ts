import { nicheList, topicList } from '../../../seed/niches.ts';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';

const counted = (list: { id: string; name: string; category: string }[]) =>
  list.map((niche) => ({ ...niche, channelCount: 1 }));

/** The lists of niches and topics, and two brands. */
export const lexiconWithBrands = makeLexicon({
  brands: () => ['Vesnilo', 'Marlizen Coffee'].map((name) => ({ key: name, name })),
  sponsored: (key) => [{ platform: 'tube', id: key }],
  tube: (id) => ({ handle: id }),
  niches: () => counted(nicheList('clip')),
  topics: () => counted(topicList()),
});
