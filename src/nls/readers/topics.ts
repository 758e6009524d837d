import { negated, oneOf, type Reader } from '../passage.ts';

/**
 * Niches; on tube topics, which are narrower. A narrower niche replaces the wider one: yoga among fitness
 * creators is yoga. No filter can exclude a niche, so an excluded one is dropped.
 */
export const readTopics: Reader = ({ items, lexicon, platform }) => {
  const refused = new Set<number>();
  const slugs = new Set(
    items.flatMap((item, at) => {
      if (item.kind !== 'niche') return [];
      // `no gaming or beauty`
      if (negated(items, at) || (items[at - 1]?.text === 'or' && refused.has(at - 2))) {
        refused.add(at);
        return [];
      }
      return item.slugs;
    }),
  );
  for (const slug of [...slugs])
    slugs.delete(lexicon.wider.get(slug) === slug ? '' : (lexicon.wider.get(slug) ?? ''));
  const [name, ids] =
    platform === 'tube' && [...slugs].every((slug) => lexicon.topicIds.has(slug))
      ? (['topics', lexicon.topicIds] as const)
      : (['niches', lexicon.nicheIds] as const);
  return oneOf(
    name,
    [...slugs].flatMap((slug) => ids.get(slug) ?? []),
  );
};
