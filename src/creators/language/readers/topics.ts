import { type PassageReader, textConstraints } from '../constraints.ts';
import type { Item } from '../items.ts';
import { conjunctions } from '../negations.ts';

/**
 * Niches; on tube topics, which are narrower. A narrower niche replaces the wider one: yoga among fitness
 * creators is yoga, but `fitness or yoga` asks for either. An exclusion that would leave nothing of what is wanted is dropped: in `pilates, not the
 * gym` both words mean fitness.
 */
export const readTopics: PassageReader = (passage) => {
  const { items, refused, lexicon, platform } = passage;
  const { wider } = lexicon;
  const named = items.flatMap((item, at) =>
    item.kind === 'niche' ? item.slugs.map((slug) => ({ slug, excluded: refused.has(at) })) : [],
  );
  const wanted = new Set(named.flatMap(({ slug, excluded }) => (excluded ? [] : [slug])));
  const wide = new Set([...wanted].map((slug) => wider.get(slug)).filter((slug) => slug !== undefined));
  const keeps = (slug: string, excluded: boolean): boolean =>
    excluded ? !wanted.has(slug) && !wide.has(slug) : !wide.has(slug) || wider.get(slug) === slug;
  const [name, ids] =
    platform === 'tube' && named.every(({ slug }) => lexicon.topicIds.has(slug))
      ? (['topics', lexicon.topicIds] as const)
      : (['niches', lexicon.nicheIds] as const);
  return textConstraints(passage, name, (item, at) =>
    item.kind === 'niche'
      ? item.slugs.flatMap((slug) =>
          (!refused.has(at) && isAlternative(items, at)) || keeps(slug, refused.has(at))
            ? (ids.get(slug) ?? [])
            : [],
        )
      : [],
  );
};

/** One of two niches that a conjunction joins. */
const isAlternative = (items: readonly Item[], at: number): boolean =>
  [1, -1].some(
    (step) => conjunctions.has(items[at + step]?.text ?? '') && items[at + 2 * step]?.kind === 'niche',
  );
